"""`scripts/simulate`."""

import argparse
import sys
from collections.abc import Sequence

from capacity.compare import compare
from capacity.costs import costs
from capacity.demand import demand
from capacity.fleet import fleet
from capacity.outcome import one_primary_ends, outcome, report
from capacity.page import PAGE, SIZES, page_with


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/simulate", description="A day of members, and the first thing that has no room for more of them."
    )
    parser.add_argument("--members", type=int, default=10_000_000, help="10,000,000 unless given")
    parser.add_argument("--values", choices=SIZES.values(), default="ten-times", help="of helm/pairwise/ci (ten-times)")
    parser.add_argument("--cores", type=float, help="of PostgreSQL's primary; what its pod asks for unless given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", action="store_true", help="write the table of k8s/scale.md instead")
    parser.add_argument("--compare", action="store_true", help="measure a message on this machine instead (2 minutes)")
    given = parser.parse_args(arguments)
    if given.page:
        PAGE.write_text(page_with(PAGE.read_text()))
        return 0
    if given.compare:
        return compare()
    if given.members < 1 or (given.cores is not None and given.cores <= 0):
        parser.error("members and cores are positive")
    print("\n".join(report(outcome(given.members, given.values, given.seed, given.cores), given.values, given.seed)))
    print("one primary ends:")
    for members, name in one_primary_ends(demand(), costs(), fleet(given.values)):
        print(f"  {name}, with {members:,.0f} members")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
