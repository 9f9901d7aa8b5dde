"""Grant or revoke the writer role: `python -m identity.writers add|remove SITE ADDRESS`, with DATABASE_URL.

Writers make fictional profiles and answer for them, on sites with `fictional_profiles`. Their desk opens only to a
session that has proved a second factor, as the moderation desk does.
"""

import sys

from shared.kit.core import set_up_logs
from shared.kit.db import Database

from identity.roles import Role, run_command, set_role


def set_writer(database: Database, site: str, address: str, *, is_writer: bool) -> bool:
    """Grant or revoke the role (`roles.set_role`). Returns False if there is no such account."""
    return set_role(database, site, address, Role.WRITER, granted=is_writer)


def main(arguments: list[str]) -> int:
    return run_command(__doc__, arguments, lambda *given: set_writer(*given[:3], is_writer=given[3]))


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
