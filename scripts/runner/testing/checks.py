"""What is checked without running anything: style, types, licences."""

import os
import re
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from runner.places import PYTHON, PYTHON_PATH, ROOT, VENV, WEBAPP

# Two tools at once keep both cores of a small machine busy; the slowest come first.
AT_ONCE = 2
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

# May be linked to and shipped with MIT code. Compared part by part, as packages spell them differently.
ALLOWED_LICENCES = "MIT;Apache;BSD;ISC;MPL;Mozilla Public License;PSF;Python Software Foundation;LGPL;Lesser;Unlicense"


@dataclass(frozen=True)
class Check:
    """One tool over the whole tree; it succeeds with exit code 0."""

    name: str
    command: Sequence[str]
    folder: Path = ROOT


@dataclass(frozen=True)
class Checked:
    name: str
    passed: bool
    seconds: float
    output: str

    def __str__(self) -> str:
        return f"{'ok    ' if self.passed else 'FAILED'} {self.name:<14} {self.seconds:6.1f} s"


def _tool(name: str, *arguments: str) -> list[str]:
    return [str(VENV / "bin" / name), *arguments]


def _node(name: str, *arguments: str) -> list[str]:
    return [str(WEBAPP / "node_modules" / ".bin" / name), *arguments]


CHECKS = [
    Check("mypy", [str(PYTHON), "-m", "mypy", "."]),
    Check("tsc", _node("tsc", "--noEmit"), WEBAPP),
    Check("oxlint", _node("oxlint", "--deny-warnings", "src"), WEBAPP),
    Check("licences", _tool("pip-licenses", "--partial-match", "--allow-only", ALLOWED_LICENCES)),
    Check("ruff", _tool("ruff", "check", ".")),
    Check("ruff format", _tool("ruff", "format", "--check", ".")),
]


def run_checks(checks: Sequence[Check] = CHECKS) -> list[Checked]:
    """Run all of them and print one line each, with the output of those that failed."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        done = []
        for checked in threads.map(_run, checks):
            print(checked, flush=True)
            if not checked.passed:
                print(checked.output, flush=True)
            done.append(checked)
    return done


def _run(check: Check) -> Checked:
    started = time.monotonic()
    ran = subprocess.run(
        check.command,
        cwd=check.folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    output = COLOURS.sub("", ran.stdout + ran.stderr).strip()
    return Checked(check.name, ran.returncode == 0, time.monotonic() - started, output)


def closing(done: Sequence[Checked]) -> str:
    """The line by which test runners say how it went."""
    passed = sum(checked.passed for checked in done)
    return f"{passed} passed, {len(done) - passed} failed"
