"""Runs one group and says how it went."""

import os
import re
import subprocess
import time
from dataclasses import dataclass

from runner.places import BUILD, PYTHON, ROOT, WEBAPP
from runner.testing import browser, checks
from runner.testing.groups import Group

CLOSING = re.compile(r"^=* ?(.*\b(?:passed|failed|error|errors|skipped|no tests ran)\b.* in [\d.]+s.*?) ?=*$")
WEB_CLOSING = re.compile(r"^\s*(Test Files|Tests)\s+(.*)$")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Outcome:
    group: str
    passed: bool
    line: str
    seconds: float

    def __str__(self) -> str:
        return f"{'ok    ' if self.passed else 'FAILED'} {self.group:<12} {self.seconds:6.1f} s  {self.line}"


def run(group: Group, arguments: list[str]) -> Outcome:
    started = time.monotonic()
    variables: dict[str, str] = {}
    if group.needs_browser:
        path = browser.ensure()
        if path is None:
            return Outcome(group.name, False, "no browser, so nothing was tried", 0)
        variables["CHROMIUM"] = path
    print(f"\n--- {group.name}", flush=True)
    if group.is_check:
        done = checks.run_checks()
        print(checks.closing(done), flush=True)
        passed = all(checked.passed for checked in done)
        return Outcome(group.name, passed, checks.closing(done), time.monotonic() - started)
    code, lines = _shown(["npm", "test"] if group.is_web else _pytest(group, arguments), group, variables)
    closing = _closing(lines)
    return Outcome(group.name, _is_pass(group, code, closing), closing, time.monotonic() - started)


def _pytest(group: Group, arguments: list[str]) -> list[str]:
    report = BUILD / "test-results" / f"{group.name}.xml"
    parallel = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "loadscope"] if group.in_parallel else []
    return [str(PYTHON), "-m", "pytest", *group.folders(), "-q", f"--junitxml={report}", *parallel, *arguments]


def _shown(command: list[str], group: Group, variables: dict[str, str]) -> tuple[int, list[str]]:
    """Runs the command, showing what it prints; its lines again for the closing."""
    folder = WEBAPP if group.is_web else ROOT
    lines: list[str] = []
    with subprocess.Popen(
        command, cwd=folder, env=os.environ | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(COLOURS.sub("", line.rstrip()))
    return process.returncode, lines


def _closing(lines: list[str]) -> str:
    if found := [match[1] for line in lines if (match := CLOSING.match(line))]:
        return found[-1]
    web = [f"{match[1].lower()}: {match[2]}" for line in lines if (match := WEB_CLOSING.match(line))]
    return "; ".join(web) or "the runner said nothing about tests"


def _is_pass(group: Group, code: int, closing: str) -> bool:
    """A group whose tests were all skipped proves nothing, a browser group with any skipped not enough."""
    ran = bool(re.search(r"\b[1-9]\d* passed", closing))
    return code == 0 and ran and not (group.needs_browser and "skipped" in closing)
