import asyncio
from collections.abc import Iterable
from itertools import chain, repeat

import pytest
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.telemetry import jobs_failed
from shared.kit.events import jobs
from shared.kit.events.jobs import Job


def runs(looks: Iterable[float | Exception | None], times: int, *, repeats: bool = False) -> tuple[int, int]:
    """Let a job run so often. Returns how often it looked until then, and how many looks failed."""
    answers, looked = iter(looks), 0

    async def until_it_ran() -> None:
        loop, ran = asyncio.get_running_loop(), asyncio.Semaphore(0)

        def look() -> float | None:
            nonlocal looked
            looked += 1
            answer = next(answers)
            if isinstance(answer, Exception):
                raise answer
            return answer

        def run() -> int:
            loop.call_soon_threadsafe(ran.release)
            return 1

        job = asyncio.create_task(Job("of a test", 0, run, repeats=repeats, due_in=look).repeat())
        for _ in range(times):
            await ran.acquire()
        await cancel_and_wait(job)

    failed = jobs_failed.labels("of a test")
    before = failed._value.get()
    asyncio.run(until_it_ran())
    return looked, int(failed._value.get() - before)


def test_a_job_runs_when_it_is_due_and_not_before() -> None:
    looked, failed = runs(chain([0.001, 0.001, -3], repeat(None)), times=1)
    assert looked >= 3
    assert failed == 0


def test_a_look_that_fails_is_counted_and_repeated() -> None:
    looked, failed = runs(chain([ConnectionError(), 0], repeat(None)), times=1)
    assert looked >= 2
    assert failed == 1


def test_one_that_repeats_looks_before_each_run() -> None:
    looked, _ = runs(chain([0, 0, 0], repeat(None)), times=3, repeats=True)
    assert looked >= 3


@pytest.mark.parametrize("sleeps", [None, 3600.0])
def test_a_job_that_sleeps_looks_when_it_is_woken(monkeypatch: pytest.MonkeyPatch, sleeps: float | None) -> None:
    monkeypatch.setattr(jobs, "LOOKS_EVERY_SECONDS", 3600)

    async def wake_it() -> None:
        loop, looked, ran = asyncio.get_running_loop(), asyncio.Semaphore(0), asyncio.Semaphore(0)
        answers = iter([sleeps, 0.0])

        def look() -> float | None:
            loop.call_soon_threadsafe(looked.release)
            return next(answers, None)

        job = Job("of a test", 0, lambda: loop.call_soon_threadsafe(ran.release), due_in=look)
        repeating = asyncio.create_task(job.repeat())
        await looked.acquire()
        job.wake()
        await ran.acquire()
        await cancel_and_wait(repeating)

    asyncio.run(wake_it())


def test_a_job_without_a_look_always_runs() -> None:
    async def run_twice() -> None:
        ran, loop = asyncio.Semaphore(0), asyncio.get_running_loop()
        job = asyncio.create_task(Job("of a test", 0, lambda: loop.call_soon_threadsafe(ran.release)).repeat())
        await ran.acquire()
        await ran.acquire()
        await cancel_and_wait(job)

    asyncio.run(run_twice())
