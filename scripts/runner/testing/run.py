"""Run groups of tests and report how they went."""

import time
from collections.abc import Sequence

from runner.testing import browser, programs, side_by_side
from runner.testing.groups import Group
from runner.testing.jobs import jobs_of
from runner.testing.results import GroupResult, interrupted, result_of, summary
from runner.testing.side_by_side import Ended


def run(groups: Sequence[Group], arguments: Sequence[str], *, at_length: bool = False) -> bool:
    """Run these groups and print the summary. Returns whether all of them passed.

    `at_length`: tests that try random or many values try more of them.
    """
    started = time.monotonic()
    chromium = None
    if any(group.needs_browser for group in groups):
        chromium = browser.ensure()
        programs.ensure("coturn", "Calls cannot be tested", program="turnserver")
    if any(group.needs_pooler for group in groups):
        programs.ensure("pgbouncer", "Tests of a connection pooler are skipped")
    tried = [group for group in groups if chromium or not group.needs_browser]
    jobs = jobs_of(tried, arguments, chromium, at_length=at_length)
    print(f"running {', '.join(job.name for job in jobs)}", flush=True)
    try:
        ended = side_by_side.run(jobs, _report if len(jobs) > 1 else lambda _: None)
    except (KeyboardInterrupt, SystemExit):
        if len(jobs) > 1:
            print("", *interrupted(jobs, time.monotonic() - started), sep="\n", flush=True)
        raise
    results = [
        result_of(group, [one for one in ended if group in one.job.groups])
        if group in tried
        else GroupResult(group.name, False, "no browser, so nothing was tried", 0)
        for group in groups
    ]
    print("", *summary(results, time.monotonic() - started), sep="\n", flush=True)
    return bool(results) and all(result.passed for result in results)


def _report(ended: Ended) -> None:
    """Print that a job ended, and all it printed if it failed."""
    if ended.code == 0:
        print(f"{ended.job.name} passed in {ended.seconds:.0f} s ({ended.cpu_seconds:.0f} s of processors)", flush=True)
        return
    said = ended.job.log.read_text(errors="replace")
    print(f"\n--- {ended.job.name} failed in {ended.seconds:.0f} s\n{said}\n--- end of {ended.job.name}\n", flush=True)
