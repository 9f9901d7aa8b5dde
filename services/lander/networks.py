"""Networks a site counts by name: `python -m lander.networks add pairwise northwind`, `list`."""

import argparse
import os
import re

from shared.kit.logs import set_up_logs
from shared.kit.storage import Database

from lander.storage import LanderUnit

NAME = re.compile(r"[A-Za-z0-9._-]{1,32}")


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    with LanderUnit(Database(os.environ["DATABASE_URL"])) as uow:
        if given.command == "list":
            print("\n".join(f"{site}  {name}" for site, name in uow.networks.all()))
            return 0
        if not NAME.fullmatch(given.name):
            print("a name has up to 32 letters, digits, dots, dashes and underscores")
            return 1
        is_new = uow.networks.add(given.site, given.name)
        uow.commit()
    print("added" if is_new else "the site has this network already")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lander.networks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="all networks of all sites")
    add = commands.add_parser("add", help="count a network of a site by its name from now on")
    add.add_argument("site")
    add.add_argument("name")
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "networks")
    raise SystemExit(main())
