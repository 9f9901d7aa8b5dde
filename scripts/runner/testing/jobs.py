"""The processes that run the chosen groups of tests, and the files they leave behind."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runner.paths import BUILD, PYTHON, ROOT, SCRIPTS, WEBAPP
from runner.testing.groups import Group

RESULTS = BUILD / "test-results"
# The longest first, so that none of them is left alone at the end; of those with an instance first one that has a
# browser and one that has none.
LONGEST_FIRST = (
    *("screens", "api", "resilience", "upgrade", "resilience-restore", "unit", "web", "integration-profiles"),
    *("check", "integration-billing", "integration-chat", "contract"),
)
# Subjects of a split group in the process of another: a process of its own takes 6 s of processor time to import the
# code, collect tests and start PostgreSQL. Each process tests for two minutes on two idle cores.
SHARED_PROCESS = {
    "importing": "profiles",
    "likes": "profiles",
    "identity": "billing",
    "lander": "chat",
    "notifications": "chat",
}
# Two processes for the only job of a run, and on larger machines up to four.
MOST_WORKERS = 4
# Only tests of the API use this plugin of pytest, which takes 0.7 s to import.
WITHOUT_SCHEMATHESIS = ["-p", "no:schemathesis"]


@dataclass(frozen=True)
class Job:
    """One process, with the tests of one group, of a part of it, or of groups that share an instance."""

    name: str
    groups: tuple[Group, ...]
    command: Sequence[str]
    folder: Path = ROOT
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def starts_instance(self) -> bool:
        """Whether it starts the whole product: some 30 processes."""
        return any(group.instance for group in self.groups)

    @property
    def report(self) -> Path:
        """Its results as JUnit XML."""
        return RESULTS / f"{self.name}.xml"

    @property
    def log(self) -> Path:
        """All that it printed."""
        return RESULTS / f"{self.name}.log"


def jobs_of(
    groups: Sequence[Group], arguments: Sequence[str], chromium: str | None, *, at_length: bool = False
) -> list[Job]:
    """Jobs for these groups, the longest first; `arguments` are pytest's. Removes the results of an earlier run."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    parts = _parts(groups)
    alone = len(parts) == 1
    variables = {"CHROMIUM": chromium} if chromium else {}
    if at_length:
        variables["TESTS_AT_LENGTH"] = "1"
    jobs = [_job(part.name, tuple(part.groups), part.paths, arguments, variables, alone=alone) for part in parts]
    return sorted(jobs, key=lambda job: LONGEST_FIRST.index(job.name) if job.name in LONGEST_FIRST else len(jobs) + 99)


@dataclass
class _Part:
    """A job in the making; `paths` are the words that tell pytest what to collect."""

    name: str
    groups: list[Group] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


def _parts(groups: Sequence[Group]) -> list[_Part]:
    parts: dict[str, _Part] = {}

    def add(name: str, group: Group, paths: Sequence[str], instance: str = "") -> None:
        part = parts.setdefault(instance or name, _Part(name))
        if group not in part.groups:
            part.groups.append(group)
        part.paths += paths

    for group in groups:
        if group.is_split:
            for folder in group.paths():
                subject = _subject(folder)
                add(f"{group.name}-{SHARED_PROCESS.get(subject, subject)}", group, [folder])
            continue
        apart_files = [file for apart in group.apart for file in apart.files]
        elsewhere = [f"--ignore={file}" for file in (*apart_files, *group.without)]
        add(group.name, group, [*group.paths(), *elsewhere], group.instance)
        for apart in group.apart:
            add(f"{group.name}-{apart.name}", group, apart.files, apart.instance)
    return list(parts.values())


def _subject(folder: str) -> str:
    """The service that a folder of tests is about, else the folder's own name."""
    parts = Path(folder).parts
    return parts[1]


def _job(
    name: str,
    groups: tuple[Group, ...],
    paths: Sequence[str],
    arguments: Sequence[str],
    variables: dict[str, str],
    *,
    alone: bool,
) -> Job:
    report = RESULTS / f"{name}.xml"
    if groups[0].is_check:
        return Job(name, groups, [sys.executable, "-m", "runner.testing.checks", str(report)], SCRIPTS)
    if groups[0].is_web:
        reporters = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
        workers = [] if alone else ["--maxWorkers=1"]
        return Job(name, groups, ["npm", "test", "--silent", "--", *reporters, *workers], WEBAPP)
    is_split = alone and not any(group.instance for group in groups)
    workers = ["-n", str(min(os.cpu_count() or 1, MOST_WORKERS)), "--dist", "loadscope"] if is_split else []
    plugins = [] if any(group.name == "api" for group in groups) else WITHOUT_SCHEMATHESIS
    command = [str(PYTHON), "-m", "pytest", *plugins, *paths, "-q", f"--junitxml={report}", *workers, *arguments]
    return Job(name, groups, command, variables=variables)
