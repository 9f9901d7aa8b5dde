"""Outcomes of tests, read from the JUnit reports of jobs, and the summary of a run."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from runner.testing.groups import Group
from runner.testing.jobs import Job
from runner.testing.side_by_side import Ended

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# The last line of pytest: "1 failed, 47 passed in 1974.78s".
PRINTED = re.compile(r"((?:\d+ [a-z]+, )*\d+ [a-z]+) in [\d.]+s")
LONGEST_LINE = 300
LAST_LINES = 5
# Of pytest, when none of a job's tests were chosen by its arguments.
NO_TESTS = 5


@dataclass(frozen=True)
class CaseResult:
    """One test; `reason` is the first line of its failure, "" when it passed or was skipped."""

    name: str
    seconds: float
    skipped: bool = False
    reason: str = ""


@dataclass(frozen=True)
class GroupResult:
    """One line of the summary, and one more for each failure."""

    group: str
    passed: bool
    counts: str
    seconds: float
    failures: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{'ok    ' if self.passed else 'FAILED'} {self.group:<12} {self.seconds:7.1f} s  {self.counts}"


def results_in(report: Path) -> list[CaseResult]:
    """The tests of a report; none when there is no readable one."""
    try:
        # Written by a job of this run.
        root = ElementTree.parse(report).getroot()  # noqa: S314
    except (OSError, ElementTree.ParseError):
        return []
    return [_result(case) for case in root.iter("testcase")]


def result_of(group: Group, ended: Sequence[Ended]) -> GroupResult:
    """A group's result from all its jobs.

    It passed when each job ended well, or failed in another group's tests only; some test passed; and, if a browser is
    needed, none was skipped: a group whose tests were all skipped proves nothing, unless it may be.
    """
    mine: list[CaseResult] = []
    failures: list[tuple[str, str]] = []
    for one in ended:
        found = results_in(one.job.report)
        mine += [test for test in found if _belongs(test, group, one.job)]
        if one.code not in (0, NO_TESTS) and not any(test.reason for test in found):
            failures.append((f"{one.job.name} ended with {one.code}", " / ".join(_last_lines(one.job.log))))
    failures += [(test.name, test.reason) for test in mine if test.reason]
    skipped = sum(test.skipped for test in mine)
    succeeded = len(mine) - skipped - sum(bool(test.reason) for test in mine)
    ran = succeeded > 0 or (group.may_be_skipped and skipped > 0)
    passed = not failures and ran and not (group.needs_browser and skipped)
    counts = _counts(succeeded, len(failures), skipped)
    return GroupResult(group.name, passed, counts, sum(test.seconds for test in mine), tuple(failures))


def interrupted(jobs: Sequence[Job], seconds: float) -> Iterator[str]:
    """Lines that say how far each job of an interrupted run had come."""
    yield f"interrupted after {seconds:.0f} s"
    for job in jobs:
        yield f"       {job.name:<24} {_progress(job)}"


def _progress(job: Job) -> str:
    """The counts that pytest prints at its end: the report of an interrupted one has the running test as passed."""
    if not job.log.exists():
        return "not begun"
    if printed := PRINTED.findall(COLOURS.sub("", job.log.read_text(errors="replace"))):
        return str(printed[-1])
    found = results_in(job.report)
    failed, skipped = sum(bool(test.reason) for test in found), sum(test.skipped for test in found)
    return _counts(len(found) - failed - skipped, failed, skipped) if found else "nothing reported"


def _counts(passed: int, failed: int, skipped: int) -> str:
    counts = [f"{passed} passed", f"{failed} failed" * bool(failed), f"{skipped} skipped" * bool(skipped)]
    return ", ".join(filter(None, counts))


def summary(results: Sequence[GroupResult], seconds: float) -> Iterator[str]:
    """Lines that say how each group went, every failed test with its reason, and the verdict of the run."""
    failures = [(result.group, *failure) for result in results for failure in result.failures]
    for group, name, reason in failures:
        yield f"FAILED {group}: {name}"
        yield f"       {reason}"
    if failures:
        yield ""
    yield from map(str, results)
    verdict = "ok    " if results and all(result.passed for result in results) else "FAILED"
    yield f"{verdict} {'all':<12} {seconds:7.1f} s  on the clock"


def _result(case: ElementTree.Element) -> CaseResult:
    name = "::".join(filter(None, (case.get("classname"), case.get("name"))))
    broken = case.find("failure")
    if broken is None:
        broken = case.find("error")
    reason = ""
    if broken is not None:
        said = COLOURS.sub("", broken.get("message") or broken.text or "").strip()
        reason = (said.splitlines() or ["it did not say why"])[0][:LONGEST_LINE]
    return CaseResult(name, float(case.get("time") or 0), case.find("skipped") is not None, reason)


def _belongs(test: CaseResult, group: Group, job: Job) -> bool:
    """Whether the test is of this group, in a job that several share."""
    if len(job.groups) == 1:
        return True
    # The name goes on with a class or "::" and the function.
    modules = {file.removesuffix(".py").replace("/", ".") for file in group.files()}
    return any(test.name.startswith((f"{module}::", f"{module}.")) for module in modules)


def _last_lines(log: Path) -> list[str]:
    lines = [COLOURS.sub("", line).strip() for line in log.read_text(errors="replace").splitlines()]
    return [line[:LONGEST_LINE] for line in lines if line][-LAST_LINES:]
