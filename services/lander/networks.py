"""Networks a site counts by name, what they are paid for, and what they cost.

`python -m lander.networks add pairwise northwind`, `list`, `pay pairwise northwind lead 2.50 EUR`,
`pay pairwise northwind share 30`, `cost pairwise northwind 2026-01-31 120.00 EUR --by Ann`,
`costs pairwise costs.csv --by Ann`.
"""

import argparse
import re
import sys
from decimal import Decimal, InvalidOperation
from operator import attrgetter

from shared.kit.core import read_date, set_up_logs, variable
from shared.kit.db import Database
from shared.sites import Money

from lander.domain.cost_file import costs_of
from lander.domain.network import CURRENCIES, Cost
from lander.domain.report import GOALS, SHARE, Payout
from lander.storage import LanderUnit

NAME = re.compile(r"[A-Za-z0-9._-]{1,32}")


class Refused(Exception):
    """The command is refused; the text says why."""


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        with LanderUnit(Database(variable("DATABASE_URL"))) as uow:
            print(_do(uow, given))
            uow.commit()
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def _do(uow: LanderUnit, given: argparse.Namespace) -> str:
    match given.command:
        case "list":
            return "\n".join(f"{site}  {name}" for site, name in uow.networks.all())
        case "add":
            if not NAME.fullmatch(given.name):
                raise Refused("a name has up to 32 letters, digits, dots, dashes and underscores")
            return "added" if uow.networks.add(given.site, given.name) else "the site has this network already"
        case "pay":
            if not uow.networks.pay(given.site, given.name, _payout(given)):
                raise Refused("the site does not have this network")
            return "changed"
        case "costs":
            return _import_costs(uow, given)
    if given.name not in uow.networks.names(given.site):
        raise Refused("the site does not have this network")
    cost = _money(given.sum, given.currency)
    uow.costs.enter(given.site, [Cost(given.name, given.day, cost.minor, cost.currency)], given.by)
    return "entered"


def _import_costs(uow: LanderUnit, given: argparse.Namespace) -> str:
    costs, problems = costs_of(given.file.read(), uow.networks.names(given.site), uow.now().date())
    if problems:
        raise Refused("\n".join(f"line {each.line}: {each.problem}" for each in problems))
    uow.costs.enter(given.site, sorted(costs, key=attrgetter("network", "day", "currency")), given.by)
    return f"entered {len(costs)}"


def _payout(given: argparse.Namespace) -> Payout:
    if given.goal != SHARE:
        money = _money(given.sum, given.currency)
        return Payout(given.goal, money.minor, money.currency)
    # A percentage has two decimals as a sum has.
    share = _money(given.sum, "EUR").minor
    if not share <= 10_000:
        raise Refused("a share is at most 100 percent")
    return Payout(SHARE, share=share)


def _money(text: str, currency: str) -> Money:
    """A sum from 0 with at most two decimals. Raises Refused."""
    try:
        money = Money.of(Decimal(text), currency)
    except (InvalidOperation, ValueError):
        raise Refused("a sum is a number with at most two decimals, such as 2.50") from None
    if money.minor < 0 or currency not in CURRENCIES:
        raise Refused("a sum is not below zero, and its currency is one such as EUR")
    return money


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="all networks of all sites")
    add = commands.add_parser("add", help="count a network of a site by its name from now on")
    pay = commands.add_parser("pay", help="say what a network is paid for, by which the report counts what is owed")
    cost = commands.add_parser("cost", help="enter what a network cost on a day; again to correct it")
    for command in (add, pay, cost):
        command.add_argument("site")
        command.add_argument("name")
    pay.add_argument("goal", choices=GOALS)
    cost.add_argument("day", type=read_date)
    for command in (pay, cost):
        command.add_argument("sum", help="such as 2.50; for a share the percentage of net revenue")
        command.add_argument("currency", nargs="?", default="")
    costs = commands.add_parser("costs", help="enter all costs of a CSV file, or none if a line has a problem")
    costs.add_argument("site")
    costs.add_argument(
        "file", type=argparse.FileType(encoding="utf-8"), help="network, day, cost, currency; - reads stdin"
    )
    costs.add_argument("--by", required=True, help="the name of the person who enters them")
    cost.add_argument("--by", required=True, help="the name of the person who enters it")
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "networks")
    raise SystemExit(main())
