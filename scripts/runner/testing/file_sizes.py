"""The limit of lines of a source file, tests included: a longer one is about several things, and is split."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from runner.paths import ROOT

MOST_LINES = 300
SUFFIXES = (".py", ".ts", ".tsx")
# The path of each file that may be longer, with the reason.
EXCEPTIONS: Mapping[str, str] = {}


def complaints(root: Path = ROOT, exceptions: Mapping[str, str] = EXCEPTIONS) -> Iterator[str]:
    """One line for each file that is too long, and for each exception that no file needs any more."""
    needed = set()
    for path in _sources(root):
        lines = len((root / path).read_text("utf-8").splitlines())
        if lines > MOST_LINES:
            needed.add(path)
            if path not in exceptions:
                yield f"{path}:{MOST_LINES}: {lines} lines; split it by subject"
    for path in sorted(exceptions.keys() - needed):
        yield f"{path}: is an exception without need"


def _sources(root: Path) -> list[str]:
    """Paths of the files that git tracks or would track: nothing generated or installed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(path for path in listed if path.endswith(SUFFIXES) and (root / path).is_file())


def main() -> int:
    found = list(complaints())
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
