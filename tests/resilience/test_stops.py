"""In a rolling restart every process of every service finishes, ends with 0, and has left its work to another."""

import asyncio
import re

from chaoskit.killer import Killer
from runner import restart

from tests.member import Member
from tests.product import Product

AT_ONCE = 3
STOPPED = re.compile(r"stopped: (\S+) \((.+)\)$", re.MULTILINE)


def test_every_process_ends_well_when_it_is_replaced(product: Product) -> None:
    killer, log = Killer(product), product.logs / "supervisord.log"
    names, before = restart.names(product.instance), product.pids()
    said_before = log.stat().st_size
    ann = Member(product.base_url).sign_up("Ann").confirm()

    async def replace_all() -> None:
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(name: str) -> None:
            async with turn:
                await killer.restart(name)

        await asyncio.gather(*(one(name) for name in names))

    asyncio.run(replace_all())

    with log.open() as lines:
        lines.seek(said_before)
        assert dict(STOPPED.findall(lines.read())) == dict.fromkeys(names, "exit status 0")
    after = product.pids()
    assert after.keys() == before.keys()
    assert not {name for name in names if after[name] == before[name]}
    assert ann.get("user")["user"]["id"] == ann.id
