"""The summary names every failed test, and no group passes whose tests did not run."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from runner.testing import jobs, run, side_by_side
from runner.testing.groups import Group
from runner.testing.jobs import Job
from runner.testing.results import result_of, summary
from runner.testing.side_by_side import Ended

from tests.member import until

PASSED = '<testcase classname="{folder}.test_a" name="test_fine" time="2.5"/>'
SKIPPED = '<testcase classname="{folder}.test_a" name="test_left" time="0"><skipped/></testcase>'
FAILED = """<testcase classname="{folder}.test_a" name="test_bad[x]" time="1"><failure
message="AssertionError: assert 1 == 2&#10; +  where 1 = f()">long</failure></testcase>"""
GROUP = Group("unit", ["services/chat/tests/unit"])
FOLDER = "services.chat.tests.unit.test_rules"


@pytest.fixture(autouse=True)
def results_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "RESULTS", tmp_path)


def ended(code: int, *cases: str, groups: tuple[Group, ...] = (GROUP,), said: str = "", name: str = "unit") -> Ended:
    """A job that ended so, with this report; without cases it wrote none."""
    job = Job(name, groups, [])
    job.log.write_text(said)
    if cases:
        job.report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    return Ended(job, code, 9, 0)


def passed(folder: str = FOLDER) -> str:
    return PASSED.format(folder=folder)


def failed(folder: str = FOLDER) -> str:
    return FAILED.format(folder=folder)


def test_a_failure_is_named_with_the_first_line_of_its_reason() -> None:
    result = result_of(GROUP, [ended(1, passed(), failed())])

    assert (result.passed, result.counts, result.seconds) == (False, "1 passed, 1 failed", 3.5)
    lines = list(summary([result], 60))
    assert lines[0] == f"FAILED unit: {FOLDER}.test_a::test_bad[x]"
    assert lines[1].strip() == "AssertionError: assert 1 == 2"
    assert lines[-1].startswith("FAILED all")


@pytest.mark.parametrize(
    ("code", "cases", "needs_browser", "well"),
    [
        (0, [passed()], False, True),
        (0, [passed(), SKIPPED.format(folder=FOLDER)], False, True),
        (0, [passed(), SKIPPED.format(folder=FOLDER)], True, False),
        (0, [SKIPPED.format(folder=FOLDER)], False, False),
        (0, [], False, False),
        (1, [passed()], False, False),  # it crashed after its tests
        (2, [], False, False),
        (0, ["<torn"], False, False),
    ],
)
def test_only_what_ran_and_ended_well_passes(code: int, cases: list[str], needs_browser: bool, well: bool) -> None:
    group = Group("unit", GROUP.patterns, needs_browser=needs_browser)

    assert result_of(group, [ended(code, *cases, groups=(group,))]).passed is well


def test_a_group_may_say_that_all_of_it_may_be_skipped() -> None:
    group = Group("upgrade", GROUP.patterns, may_be_skipped=True)

    assert result_of(group, [ended(0, SKIPPED.format(folder=FOLDER), groups=(group,))]).passed


def test_groups_that_share_an_instance_fail_each_for_itself() -> None:
    other = Group("other", ["services/likes/tests/unit"])
    shared = ended(1, passed(), failed("services.likes.tests.unit.test_time_zones"), groups=(GROUP, other))

    assert result_of(GROUP, [shared]).passed
    assert not result_of(other, [shared]).passed


def test_without_a_browser_its_groups_fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "browser", SimpleNamespace(ensure=lambda: None))

    assert not run.run([Group("journeys", ["tests/journeys"], needs_browser=True)], [])
    assert "no browser, so nothing was tried" in capsys.readouterr().out


def test_all_jobs_run_and_what_one_printed_is_kept(tmp_path: Path) -> None:
    reported: list[Any] = []
    made = [Job(name, (GROUP,), ["sh", "-c", f"echo said {name}; exit {code}"]) for code, name in enumerate("abcdefgh")]

    done = side_by_side.run(made, reported.append)

    assert [one.code for one in done] == list(range(8))
    assert sorted(one.job.name for one in reported) == list("abcdefgh")
    assert (tmp_path / "c.log").read_text() == "said c\n"


@pytest.mark.parametrize("interrupts", ["SIG_DFL", "SIG_IGN"], ids=["foreground", "background"])
def test_a_run_that_is_stopped_leaves_no_job_behind(tmp_path: Path, interrupts: str) -> None:
    code = f"""
import signal, sys
from pathlib import Path
from runner.testing import jobs, side_by_side
signal.signal(signal.SIGINT, signal.{interrupts})
jobs.RESULTS = Path({str(tmp_path)!r})
wait = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
side_by_side.run([jobs.Job(name, (), [sys.executable, "-c", wait]) for name in "ab"], print)
"""
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    runner = subprocess.Popen([sys.executable, "-c", code], env=variables, stderr=subprocess.DEVNULL)
    logs = [tmp_path / f"{name}.log" for name in "ab"]
    until(lambda: all(log.exists() for log in logs) and len(psutil.Process(runner.pid).children()) == 2)
    waiting = psutil.Process(runner.pid).children()

    runner.terminate()

    assert runner.wait(60) == 128 + signal.SIGTERM
    assert not [process for process in waiting if process.is_running()]
