import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from demo.people import who_answer
from runner.throwaway import Product, throwaway

from chaoskit.checker import Findings, check
from chaoskit.killer import Killer
from chaoskit.load import Load, LoadResult, Rates
from chaoskit.workers import more_workers

MEMBERS, WRITERS = 700, 200
KILL_EVERY_SECONDS = 20
# Series of changes of a state a second, with several workers: blocks and visibility.
CHANGES = 5.0
Breaking = Callable[[Killer], Awaitable[None]]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/chaos", description="Inject faults under the reference load and check the data."
    )
    parser.add_argument("--seconds", type=int, default=300, help="duration of the load (%(default)s)")
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the reference load; 1 is 50 messages per second"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed for the fault and load schedule")
    parser.add_argument(
        "--workers", type=int, default=1, help="workers per service; with more than 1, change states and kill some"
    )
    parser.add_argument("--restarts", action="store_true", help="restart every service one by one instead")
    parser.add_argument("--json", action="store_true", help="print one object instead of lines")
    asked = parser.parse_args()

    with throwaway(MEMBERS) as product, more_workers(product, asked.workers, asked.seed) as workers:

        async def break_parts(killer: Killer) -> None:
            faults = restart_each(killer) if asked.restarts else killer.run(asked.seconds, KILL_EVERY_SECONDS)
            await asyncio.gather(faults, workers.kill_some(asked.seconds))
            killer.kills += workers.kills

        rates = replace(Rates(), changes=CHANGES if asked.workers > 1 else 0).times(asked.share)
        outcome, killer, findings = storm(product, asked.seconds, rates, break_parts, seed=asked.seed)
    report = report_of(outcome, killer, findings)
    if asked.json:
        print(json.dumps(report))
    else:
        print("\n".join(f"{name:<20}{value}" for name, value in report.items()))
        for name, seconds in sorted(killer.recoveries.items()):
            print(f"  {name} served again after {seconds:.1f} s")
        rate = outcome.begun["messages"] / max(1.0, outcome.seconds)
        print(f"the load: {rate:.1f} of {rates.messages:g} messages a second, begun {dict(outcome.begun)},")
        print(f"  left out, as the machine had no room for them, {dict(outcome.left_out)}")
        print(f"refused {dict(outcome.refused)}, requests that failed {dict(outcome.failed)}")
        print(findings)
    return 0 if findings.is_clean else 1


def report_of(outcome: LoadResult, killer: Killer, findings: Findings) -> dict[str, Any]:
    failed = sum(outcome.failed.values())
    return {
        "acknowledged": len(outcome.acknowledged),
        "lost": findings.lost,
        "doubled": findings.doubled,
        "credits_off": findings.credits_off + findings.messages_without_charge + findings.charges_without_message,
        "out_of_order": findings.out_of_order,
        "changes": outcome.changes,
        "kills": killer.kills,
        "recovery_max_s": round(max(killer.recoveries.values(), default=0), 1),
        "unread_off": findings.unread_off,
        "outbox_oldest_s": findings.outbox_oldest_s,
        "settled_after_s": findings.settled_after_s,
        "purchases": len(outcome.paid),
        "requests": outcome.requests,
        "failed": failed,
        "failed_percent": round(100 * failed / max(1, outcome.requests), 3),
    }


def storm(
    product: Product, seconds: float, rates: Rates, break_parts: Breaking, *, writers: int = WRITERS, seed: int = 1
) -> tuple[LoadResult, Killer, Findings]:
    """Load for so long and until all is broken that shall be, then check."""
    members = who_answer(product.instance.members)[:writers]  # in a throwaway product nobody answers for them
    load, killer = Load(product.base_url, members, rates, seed), Killer(product, seed)

    async def both() -> None:
        await load.log_in()
        loading = asyncio.ensure_future(load.run())
        try:
            await asyncio.gather(break_parts(killer), asyncio.sleep(seconds))
        finally:
            load.stop()
            await loading

    asyncio.run(both())
    return load.outcome, killer, check(product, load.outcome)


async def restart_each(killer: Killer) -> None:
    """Every process of every service, as a rolling update does: SIGTERM, then wait for its end."""
    for name in killer.victims():
        if "-" in name:
            await killer.restart(name)


if __name__ == "__main__":
    sys.exit(main())
