"""Grant or revoke the support role: `python -m identity.support add|remove SITE ADDRESS`, with DATABASE_URL.

The support desk opens only to a session that has proved a second factor, as the moderation desk does.
"""

import sys

from shared.kit.core import set_up_logs
from shared.kit.db import Database

from identity.roles import Role, run_command, set_role


def set_support(database: Database, site: str, address: str, *, is_support: bool) -> bool:
    """Grant or revoke the role (`roles.set_role`). Returns False if there is no such account."""
    return set_role(database, site, address, Role.SUPPORT, granted=is_support)


def main(arguments: list[str]) -> int:
    return run_command(__doc__, arguments, lambda *given: set_support(*given[:3], is_support=given[3]))


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
