import asyncio
from typing import Any

CANCEL_AGAIN_SECONDS = 5


async def cancel_and_wait(*tasks: asyncio.Future[Any]) -> None:
    """Cancel these tasks, and return once all of them have ended. What they raised stays in their result.

    A task that goes on is cancelled again: `asyncio.wait_for` of Python 3.11, which libraries call, forgets a
    cancellation that arrives together with what it waits for.
    """
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=CANCEL_AGAIN_SECONDS)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # read, so that asyncio does not log it as never retrieved
