"""The summary names every failed test, and no group passes whose tests did not run."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from runner.paths import ROOT
from runner.testing import checks, jobs, run, side_by_side
from runner.testing.checks import CheckResult
from runner.testing.groups import GROUPS, Group
from runner.testing.jobs import Job, jobs_of
from runner.testing.results import interrupted, result_of, summary
from runner.testing.side_by_side import Ended

from tests.member import until

PASSED = '<testcase classname="{folder}.test_a" name="test_fine" time="2.5"/>'
SKIPPED = '<testcase classname="{folder}.test_a" name="test_left" time="0"><skipped/></testcase>'
FAILED = """<testcase classname="{folder}.test_a" name="test_bad[x]" time="1"><failure
message="AssertionError: assert 1 == 2&#10; +  where 1 = f()">long</failure></testcase>"""
WEB_FAILED = """<testcase classname="src/a.test.ts" name="a &gt; b" time="1"><failure
message="expected 1 to be 2">at</failure></testcase>"""
GROUP = Group("unit", ["services/chat/tests/unit"])
FOLDER = "services.chat.tests.unit"


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


def test_a_failure_of_the_web_app_is_named_too() -> None:
    result = result_of(Group("web", []), [ended(1, WEB_FAILED, groups=(Group("web", []),))])

    assert result.failures == (("src/a.test.ts::a > b", "expected 1 to be 2"),)


def test_a_group_is_the_sum_of_its_jobs() -> None:
    result = result_of(GROUP, [ended(0, passed()), ended(1, failed(), name="other")])

    assert (result.passed, result.counts) == (False, "1 passed, 1 failed")


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


def test_a_job_that_dies_says_its_last_words() -> None:
    [(name, reason)] = result_of(GROUP, [ended(-9, said="one\n\x1b[31mNo such file\x1b[0m\n\n")]).failures

    assert name == "unit ended with -9"
    assert reason == "one / No such file"


def test_a_job_none_of_whose_tests_were_chosen_fails_nothing_as_long_as_others_ran() -> None:
    none_chosen = ended(5, name="other")

    assert result_of(GROUP, [ended(0, passed()), none_chosen]).passed
    assert not result_of(GROUP, [none_chosen]).passed


def test_a_run_that_is_interrupted_says_how_far_each_job_had_come() -> None:
    ended(
        2, passed(), passed("running"), said="..F.\n===== 1 failed, 3 passed in 1974.78s (0:32:54) =====\n", name="unit"
    )
    ended(0, passed(), passed("more"), failed(), name="check")
    ended(2, said="starting", name="web")

    lines = list(interrupted([Job(name, (GROUP,), []) for name in ("unit", "check", "web", "chart")], 61.2))

    assert lines[0] == "interrupted after 61 s"
    assert [line.split(maxsplit=1) for line in lines[1:]] == [
        ["unit", "1 failed, 3 passed"],
        ["check", "2 passed, 1 failed"],
        ["web", "nothing reported"],
        ["chart", "not begun"],
    ]


def test_groups_that_share_an_instance_fail_each_for_itself() -> None:
    other = Group("other", ["services/likes/tests/unit"])
    shared = ended(1, passed(), failed("services.likes.tests.unit"), groups=(GROUP, other))

    assert result_of(GROUP, [shared]).passed
    assert not result_of(other, [shared]).passed


def test_jobs_run_every_folder_of_every_group_once() -> None:
    made = jobs_of(GROUPS, ["-k", "retry"], "/usr/bin/chromium")

    words = [word for job in made for word in job.command if "/tests" in word or word.startswith("tests/")]
    apart = [file for group in GROUPS for each in group.apart for file in each.files]
    assert sorted(words) == sorted([*apart, *(folder for group in GROUPS for folder in group.folders())])
    left_out = [word.removeprefix("--ignore=") for job in made for word in job.command if word.startswith("--ignore=")]
    assert sorted(left_out) == sorted(apart)
    assert [file for file in apart if not (ROOT / file).is_file()] == []
    assert len({job.name for job in made}) == len(made)
    assert all("-k" in job.command for job in made if "pytest" in job.command)


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


def test_a_log_has_what_a_job_printed_before_its_line_ends(tmp_path: Path) -> None:
    seen, log = tmp_path / "seen", tmp_path / "dots.log"
    waits = f"printf ...; while [ ! -e {seen} ]; do sleep 0.05; done; echo"
    with ThreadPoolExecutor(1) as other:
        running = other.submit(
            side_by_side._output, Job("dots", (), ["sh", "-c", waits]), side_by_side.Running(), show=False
        )
        until(lambda: log.exists() and log.read_text() == "...")
        seen.touch()
        assert running.result()[0] == 0
    assert log.read_text() == "...\n"


def test_a_job_that_starts_while_the_run_is_stopped_is_stopped_too() -> None:
    running = side_by_side.Running()
    running.interrupt()
    with running.start([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        pass
    assert process.returncode != 0


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


def test_a_check_that_fails_is_named_with_its_first_complaint(tmp_path: Path) -> None:
    done = [
        CheckResult("mypy", False, 1.0, "warming up\n\x00a.py:3: error: wrong\nb.py:4: error: wrong too"),
        CheckResult("ruff", True, 1.0, ""),
        CheckResult("quiet", False, 1.0, ""),
    ]
    check = Group("check", [])
    job = Job("check", (check,), [])
    checks.write_report(done, job.report)

    result = result_of(check, [Ended(job, 1, 3, 0)])

    assert result.counts == "1 passed, 2 failed"
    assert result.failures == (("mypy", "a.py:3: error: wrong"), ("quiet", "it did not say why"))
