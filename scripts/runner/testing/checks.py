"""Static checks of the whole tree: types, style, direction of imports, texts, dependencies, licences."""

import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from runner.paths import BUILD, PYTHON, PYTHON_PATH, ROOT, TSC, VENV, WEBAPP

# Two tools at once keep both cores of a small machine busy; the slowest come first.
AT_ONCE = 2
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NOT_XML = re.compile(r"[^\t\x20-\ud7ff\ue000-\ufffd]")
COMPLAINT = re.compile(r":\d+[:,)]|\berror\b|Would reformat|BROKEN", re.IGNORECASE)

# May be linked to and shipped with MIT code. Compared part by part, as packages spell them differently.
ALLOWED_LICENCES = "MIT;Apache;BSD;ISC;MPL;Mozilla Public License;PSF;Python Software Foundation;LGPL;Lesser;Unlicense"


@dataclass(frozen=True)
class Check:
    """One tool over the whole tree; it succeeds with exit code 0."""

    name: str
    command: Sequence[str]
    folder: Path = ROOT


@dataclass(frozen=True)
class CheckResult:
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


def _tsc(name: str, *arguments: str) -> list[str]:
    """Types of the web app; files that did not change since the last run are not checked again."""
    options = ["--noEmit", "--incremental", "--tsBuildInfoFile", str(BUILD / f"{name}.tsbuildinfo")]
    return ["node", str(TSC), *options, *arguments]


# By content: a fresh clone or a rebase changes the time of every file.
PRETTIER_CACHE = ["--cache", "--cache-strategy", "content", "--cache-location", str(BUILD / "prettier-cache")]

CHECKS = [
    Check("mypy", [str(PYTHON), "-m", "mypy", "."]),
    Check("tsc", _tsc("app"), WEBAPP),
    Check("tsc worker", _tsc("worker", "-p", "tsconfig.worker.json"), WEBAPP),
    Check("oxlint", _node("oxlint", "--deny-warnings", "src"), WEBAPP),
    Check("prettier", _node("prettier", "--check", *PRETTIER_CACHE, "."), WEBAPP),
    Check("imports", _tool("lint-imports", "--cache-dir", str(BUILD / "import-linter"))),
    Check("dependencies", _tool("deptry", ".", "--no-ansi")),
    Check("licences", _tool("pip-licenses", "--partial-match", "--allow-only", ALLOWED_LICENCES)),
    Check("texts", [str(PYTHON), "-m", "pytest", "-q", "-p", "no:schemathesis", "tests/texts"]),
    Check("subjects", [str(PYTHON), "-m", "runner.testing.subjects"]),
    Check("ruff", _tool("ruff", "check", ".")),
    Check("ruff format", _tool("ruff", "format", "--check", ".")),
]


def run_checks(checks: Sequence[Check] = CHECKS) -> list[CheckResult]:
    """Run all of them and print one line each, with the output of those that failed."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        done = []
        for checked in threads.map(_run, checks):
            print(checked, flush=True)
            if not checked.passed:
                print(checked.output, flush=True)
            done.append(checked)
    return done


def _run(check: Check) -> CheckResult:
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
    return CheckResult(check.name, ran.returncode == 0, time.monotonic() - started, output)


def write_report(done: Sequence[CheckResult], report: Path) -> None:
    """Write the results as JUnit XML, as test runners do."""
    suite = ElementTree.Element("testsuite", name="check")
    for checked in done:
        case = ElementTree.SubElement(suite, "testcase", name=checked.name, time=f"{checked.seconds:.3f}")
        if not checked.passed:
            ElementTree.SubElement(case, "failure", message=_first_complaint(checked.output))
    ElementTree.ElementTree(suite).write(report)


def _first_complaint(output: str) -> str:
    """The first line that names a place in a file or an error, else the last line."""
    lines = [NOT_XML.sub("", line) for line in output.splitlines() if line.strip()] or ["it did not say why"]
    return next((line for line in lines if COMPLAINT.search(line)), lines[-1])


def main(report: str) -> int:
    done = run_checks()
    write_report(done, Path(report))
    return 0 if all(checked.passed for checked in done) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
