"""Grant or revoke the marketer role: `python -m identity.marketers add|remove SITE ADDRESS`, with DATABASE_URL.

The marketing desk opens only to a session that has proved a second factor, as the moderation desk does.
"""

import sys

from shared.kit.core import set_up_logs
from shared.kit.db import Database

from identity.roles import Role, run_command, set_role


def set_marketer(database: Database, site: str, address: str, *, is_marketer: bool) -> bool:
    """Grant or revoke the role (`roles.set_role`). Returns False if there is no such account."""
    return set_role(database, site, address, Role.MARKETER, granted=is_marketer)


def main(arguments: list[str]) -> int:
    return run_command(__doc__, arguments, lambda *given: set_marketer(*given[:3], is_marketer=given[3]))


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
