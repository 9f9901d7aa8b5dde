"""Comparison of the report's money with billing's: prints each day that differs as JSON, and exits with 1 if one does.

`python -m lander.audit [FIRST [AFTER]]`: days (UTC) such as 2026-01-01; by default all that are known in full.
"""

import argparse
import json
import sys

from shared.kit.core import read_date, set_up_logs
from shared.kit.grpc import peer

from lander.clients.billing import BillingRevenue
from lander.ports import RevenueSource
from lander.usecases.check_revenue import compare_revenue
from lander.wiring import Wiring, read_settings, wire


def main(arguments: list[str], wiring: Wiring, billing: RevenueSource) -> int:
    given = _parser().parse_args(arguments)
    differences = compare_revenue(wiring.unit_of_work(), billing, *filter(None, (given.first, given.after)))
    print(json.dumps({"differences": len(differences), "days": [each.described() for each in differences]}))
    return 1 if differences else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, about in (
        ("first", "first day, UTC; the first that is known in full by default"),
        ("after", "day after the last"),
    ):
        parser.add_argument(name, nargs="?", type=read_date, help=about)
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "audit")
    _parser().parse_args()
    settings = read_settings()
    raise SystemExit(main(sys.argv[1:], wire(settings), BillingRevenue(peer(settings, "billing"))))
