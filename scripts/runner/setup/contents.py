"""Fingerprints of a step's inputs: it runs when they have changed."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from runner.paths import BUILD, ROOT

STAMPS = BUILD / "stamps"
NEVER_INPUTS = {"node_modules", "dist", "dist-server", "__pycache__", "coverage", ".vite", "test-results"}


def files_under(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from files_under(sorted(child for child in path.iterdir() if child.name not in NEVER_INPUTS))
        elif path.is_file() and path.suffix not in {".pyc", ".tsbuildinfo"}:
            yield path


def fingerprint(inputs: Iterable[Path], *words: str) -> str:
    """One hash over names and contents; it does not depend on dates or on where the repository lies."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in files_under(inputs):
        digest.update(f"\0{file.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_stamped(step: str, content: str) -> bool:
    stamp = STAMPS / step
    return stamp.is_file() and stamp.read_text() == content


def stamp(step: str, content: str) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / step).write_text(content)


def unstamp(step: str) -> None:
    """While a step works its result is in doubt; killed half-way, it is done again."""
    (STAMPS / step).unlink(missing_ok=True)
