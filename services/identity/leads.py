"""Make a moderator a lead, or end it: `python -m identity.leads add|remove SITE ADDRESS`, with DATABASE_URL.

Leads see the numbers of everybody at the moderation desk. The role opens no desk: a lead has the staff role, too.
"""

import sys

from shared.kit.core import set_up_logs
from shared.kit.db import Database

from identity.roles import Role, run_command, set_role


def _change(database: Database, site: str, address: str, is_lead: bool) -> bool:
    return set_role(database, site, address, Role.LEAD, granted=is_lead)


def main(arguments: list[str]) -> int:
    return run_command(__doc__, arguments, _change)


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
