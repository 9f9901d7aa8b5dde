"""The storm of `scripts/chaos` for half a minute: parts are killed, frozen and emptied while members write, like, buy
and read, and nothing acknowledged is lost or doubled. It judges the state afterwards, never a duration."""

import time

from chaoskit.killer import KILLS_BETWEEN, ON_THE_PATH, Killer
from chaoskit.load import Rates
from chaoskit.run import storm

from tests.product import Product

RATES = Rates(messages=8, likes=3, purchases=0.3, reads=8)
WRITERS = 40  # each logs in, which takes longer than to write
SECONDS = 30
AT_LEAST = len(ON_THE_PATH) + len(ON_THE_PATH) // KILLS_BETWEEN


def test_nothing_is_lost_whatever_is_killed(product: Product) -> None:
    async def break_parts(killer: Killer) -> None:
        """For half a minute, and mostly longer: until all that a message passes through was killed once."""
        deadline = time.monotonic() + SECONDS
        for number, fault in enumerate(killer.faults()):
            if number >= AT_LEAST and time.monotonic() > deadline:
                return
            await fault()

    outcome, killer, findings = storm(product, SECONDS, RATES, break_parts, writers=WRITERS)

    assert killer.recoveries.keys() >= ON_THE_PATH | {"redis", "nats without its store"}
    assert outcome.acknowledged
    assert findings.is_clean, findings
