"""Process exits, read from supervisord's log."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

EXITED = re.compile(r"exited: (\S+) \((.+?)(?:; (?:not )?expected)?\)$")


class ProcessExits:
    """Exits logged since the last call of `new`."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._position = log.stat().st_size if log.exists() else 0

    def new(self) -> Iterator[tuple[str, str]]:
        """Name and reason of each process that exited."""
        if not self._log.exists() or self._log.stat().st_size < self._position:
            self._position = 0  # the log was rotated
        with self._log.open() as log:
            log.seek(self._position)
            lines = log.readlines()
            self._position = log.tell()
        for line in lines:
            if found := EXITED.search(line.strip()):
                yield found[1], in_words(found[2])


def in_words(reason: str) -> str:
    """`terminated by SIGKILL (core dumped)` as a readable reason."""
    found = re.match(r"terminated by (SIG\w+)", reason)
    return f"killed by signal {signal.Signals[found[1]].value}" if found else reason
