import asyncio

import pytest
from shared.kit.core import cancellation
from shared.kit.core.cancellation import cancel_and_wait


def test_a_task_that_forgets_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cancellation, "CANCEL_AGAIN_SECONDS", 0)

    async def scenario() -> bool:
        woken = asyncio.Event()

        async def wait_for_ever() -> None:
            while True:
                await asyncio.wait_for(woken.wait(), 60)  # noqa: TID251 - the fault of Python 3.11 that this is about
                woken.clear()

        task = asyncio.create_task(wait_for_ever())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        woken.set()
        await asyncio.sleep(0)
        await cancel_and_wait(task)
        return task.cancelled()

    assert asyncio.run(scenario())


def test_what_a_task_raised_is_left_to_its_reader() -> None:
    async def fail() -> None:
        raise ValueError

    async def scenario() -> tuple[bool, bool]:
        failed, waiting = asyncio.create_task(fail()), asyncio.create_task(asyncio.sleep(60))
        await asyncio.wait([failed])
        await cancel_and_wait(failed, waiting)
        return isinstance(failed.exception(), ValueError), waiting.cancelled()

    assert asyncio.run(scenario()) == (True, True)


def test_nothing_to_cancel_is_no_error() -> None:
    asyncio.run(cancel_and_wait())
