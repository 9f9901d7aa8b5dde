"""Grant or revoke the staff role: `python -m identity.staff add|remove SITE ADDRESS`, with DATABASE_URL.

The desk opens only to a session that has proved a second factor, so the member sets one up under Settings first.
"""

import sys

from shared.kit.core import set_up_logs
from shared.kit.db import Database

from identity.roles import Role, run_command, set_role


def set_staff(database: Database, site: str, address: str, *, is_staff: bool) -> bool:
    """Grant or revoke the role (`roles.set_role`). Returns False if there is no such account."""
    return set_role(database, site, address, Role.STAFF, granted=is_staff)


def main(arguments: list[str]) -> int:
    return run_command(__doc__, arguments, lambda *given: set_staff(*given[:3], is_staff=given[3]))


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
