"""`kill -9` of every part in turn while members write, like, buy and read: nothing acknowledged is lost or doubled."""

import asyncio

from chaoskit.checker import check
from chaoskit.killer import SPARED, Killer
from chaoskit.load import Load, Rates
from demo.people import who_answer

from tests.product import Product

RATES = Rates(messages=8, likes=3, purchases=0.3, reads=8)
PAUSE_SECONDS = 0.5
SERVES_AGAIN_WITHIN_SECONDS = 30


def test_no_part_is_needed_for_long(product: Product) -> None:
    members = who_answer(product.copy.members)
    load, killer = Load(product.base_url, members, RATES), Killer(product)
    victims = sorted(set(product.pids()) - SPARED)

    async def kill_each() -> None:
        for name in victims:
            await asyncio.sleep(PAUSE_SECONDS)
            await killer.kill(name)

    async def storm() -> None:
        killing = asyncio.ensure_future(kill_each())
        loading = asyncio.ensure_future(load.run(600))
        await killing
        load.stop()
        await loading

    asyncio.run(storm())
    findings = check(product, load.outcome)

    assert sorted(killer.recoveries) == victims
    assert max(killer.recoveries.values()) < SERVES_AGAIN_WITHIN_SECONDS
    assert len(load.outcome.acknowledged) > len(victims)
    assert findings.is_clean, findings
