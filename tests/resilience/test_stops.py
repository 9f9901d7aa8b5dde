"""Told to stop, as a rolling update does, every process of every service finishes and ends with 0."""

import asyncio

from chaoskit.killer import Killer
from runner.news import News

from tests.product import Product


def test_every_process_ends_well_when_it_is_told_to_stop(product: Product) -> None:
    killer, news = Killer(product), News(product.logs / "supervisord.log")
    told = [name for name in killer.victims() if "-" in name]

    async def tell_all() -> None:
        await asyncio.gather(*(killer.restart(name) for name in told))

    asyncio.run(tell_all())

    ended = {name: reason for name, reason in news.deaths() if name in told}
    assert ended == dict.fromkeys(told, "exit status 0")
