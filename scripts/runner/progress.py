"""Progress of a command that takes longer than two seconds: a bar on a terminal, plain lines elsewhere.

with Progress("members", total=60_000) as bar:
    for batch in batches:
        write(batch)
        bar.add(len(batch))

It goes to stderr, so that stdout keeps the result alone. Only the standard library: set-up shows it before anything is
installed.
"""

import shutil
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

# Nothing is shown of work that ends sooner.
QUIET_SECONDS = 2.0
REDRAWN_SECONDS = 0.25
LINE_SECONDS = 10.0
BAR = 24
CLEAR = "\r\x1b[2K"


class Progress:
    """`total` is None while nobody knows how much there is to do; then the time that passed is shown alone."""

    def __init__(
        self,
        what: str,
        total: int | None = None,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what, self._total, self._clock = what, total, clock
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._done, self._step = 0, ""
        self._started = self._shown_at = clock()
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._ticker = threading.Thread(target=self._tick, name="progress", daemon=True)

    def __enter__(self) -> Self:
        self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self._ended.set()
        self._ticker.join()
        with self._lock:
            if self._is_terminal:
                self._write(CLEAR)
            if kind is None and self._clock() - self._started >= QUIET_SECONDS:
                self._write(f"{self.summary()}\n")

    def add(self, done: int) -> None:
        """So much more is done."""
        with self._lock:
            self._done += done

    def step(self, name: str) -> None:
        """Name the work that begins now, which stands behind the bar."""
        with self._lock:
            self._step = name

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        with self._lock:
            self._write(f"{CLEAR if self._is_terminal else ''}{line}\n")

    def show(self) -> None:
        """Draw the bar, or print a line, if one is due."""
        with self._lock:
            now = self._clock()
            if now - self._started < QUIET_SECONDS:
                return
            if self._is_terminal:
                self._write(f"{CLEAR}{self.bar()[: shutil.get_terminal_size().columns - 1]}")
            elif now - self._shown_at >= LINE_SECONDS:
                self._shown_at = now
                self._write(f"{self.line()}\n")

    def bar(self) -> str:
        if not self._total:
            return f"{self._what}  {self._passed()}  {self._step}".rstrip()
        share = min(self._done / self._total, 1)
        filled = "█" * int(share * BAR)
        return f"{self._what}  {filled:░<{BAR}}  {share:4.0%}  {self._counts()}  {self._step}".rstrip()

    def line(self) -> str:
        counts = self._counts() if self._total else self._passed()
        return f"{self._what}: {counts}{f', {self._step}' if self._step else ''}"

    def summary(self) -> str:
        counted = f"{self._done:,} in " if self._done else ""
        rate = f", {self._rate():,.0f} a second" if self._rate() >= 1 else ""
        return f"{self._what}: {counted}{self._passed()}{rate}"

    def _counts(self) -> str:
        rate, left = self._rate(), (self._total or 0) - self._done
        said = [f"{self._done:,} of {self._total:,}"]
        if rate >= 1:
            said.append(f"{rate:,.0f} a second")
        if rate and left > 0:
            said.append(f"{duration(left / rate)} left")
        return ", ".join(said)

    def _rate(self) -> float:
        passed = self._clock() - self._started
        return self._done / passed if passed > 0 else 0.0

    def _passed(self) -> str:
        return duration(self._clock() - self._started)

    def _tick(self) -> None:
        while not self._ended.wait(REDRAWN_SECONDS):
            self.show()

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def duration(seconds: float) -> str:
    """As `8 s`, `2 min 5 s` or `1 h 12 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
