"""Start calls at a fixed pace."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


async def paced(act: Callable[[], Awaitable[T]], rate: float, seconds: float, *, one_by_one: bool = False) -> list[T]:
    """Results of calls started at a fixed rate regardless of earlier ones (open loop), or one by one."""
    started = time.perf_counter()
    under_way: list[asyncio.Future[T]] = []
    ended: list[T] = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
        if one_by_one:
            ended.append(await act())
        else:
            under_way.append(asyncio.ensure_future(act()))
    return ended + list(await asyncio.gather(*under_way))


async def most(acts: Sequence[Callable[[], Awaitable[object]]], seconds: float) -> float:
    """Calls a second when each caller starts again as soon as it has ended (closed loop)."""
    started = time.perf_counter()

    async def repeat(act: Callable[[], Awaitable[object]]) -> int:
        done = 0
        while time.perf_counter() - started < seconds:
            await act()
            done += 1
        return done

    done = await asyncio.gather(*map(repeat, acts))
    return sum(done) / (time.perf_counter() - started)
