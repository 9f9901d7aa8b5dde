import asyncio

import pytest
from chat.live.feed_reader import FeedReader
from chat.tests.world import World
from chat.wiring import Wiring
from shared.kit.testing.database import IS_POOLED

PLANS = "SELECT sum(custom_plans), sum(generic_plans) FROM pg_prepared_statements WHERE statement LIKE '%%unnest%%'"


@pytest.mark.skipif(IS_POOLED, reason="nothing is prepared through a pooler")
def test_the_plan_of_events_is_kept(wired: Wiring, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)

    async def read_often() -> tuple[int, int]:
        reader = FeedReader(wired.database, wired.links)
        await reader.open()
        try:
            # The driver prepares what a connection executes for the sixth time, and the pool may have four of them.
            for _ in range(40):
                assert (await reader.after(bo, 0)).content
            async with reader._pool.connection() as connection:
                [(custom, generic)] = await (await connection.execute(PLANS)).fetchall()
        finally:
            await reader.close()
        return custom, generic

    custom, generic = asyncio.run(read_often())

    assert (custom, generic > 0) == (0, True)
