import argparse
import asyncio
import json
import sys

from demo.people import who_answer
from runner.throwaway import Product, throwaway

from chaoskit.checker import Findings, check
from chaoskit.killer import Killer
from chaoskit.load import Load, Outcome, Rates

MEMBERS, WRITERS = 700, 200
KILL_EVERY_SECONDS = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/chaos", description="The reference load while parts are killed.")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--json", action="store_true", help="print one object instead of lines")
    asked = parser.parse_args()
    with throwaway(MEMBERS) as product:
        outcome, killer, findings = storm(product, asked.seconds, Rates(), KILL_EVERY_SECONDS)
    report = {
        "acknowledged": len(outcome.acknowledged),
        "lost": findings.lost,
        "doubled": findings.doubled,
        "credits_off": findings.credits_off + findings.messages_without_charge + findings.charges_without_message,
        "kills": len(killer.recoveries),
        "recovery_max_s": round(max(killer.recoveries.values(), default=0), 1),
    }
    if asked.json:
        print(json.dumps(report))
    else:
        print("\n".join(f"{name:<16}{value}" for name, value in report.items()))
        for name, seconds in sorted(killer.recoveries.items()):
            print(f"  {name} served again after {seconds:.1f} s")
        print(f"purchases {len(outcome.paid)}")
        print(f"refused {dict(outcome.refused)}, reads that failed {dict(outcome.failed)}")
        print(findings)
    return 0 if findings.is_clean else 1


def storm(
    product: Product, seconds: float, rates: Rates, kill_every_seconds: float, writers: int = WRITERS
) -> tuple[Outcome, Killer, Findings]:
    """Load and kill for so long, then check."""
    members = who_answer(product.copy.members)[:writers]  # in a throwaway product nobody answers for them
    load, killer = Load(product.base_url, members, rates), Killer(product)

    async def both() -> None:
        killing = asyncio.ensure_future(killer.run(seconds, kill_every_seconds))
        await load.run(seconds)
        await killing

    asyncio.run(both())
    return load.outcome, killer, check(product, load.outcome)


if __name__ == "__main__":
    sys.exit(main())
