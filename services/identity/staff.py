"""Who works at the moderation desk: `python -m identity.staff add|remove SITE ADDRESS`, with DATABASE_URL.

The desk opens only to a session that has proved a second factor, so the member sets one up under Settings first.
"""

import os
import sys

from servicekit.logs import set_up_logs
from servicekit.security_log import log_security_event
from servicekit.storage import Database

from identity.domain.account import normal_email
from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def set_staff(database: Database, site: str, address: str, *, is_staff: bool) -> bool:
    """Returns False when there is no such account.

    A new role comes with the next token, within ten minutes. Losing it ends all sessions: no token opens the desk then.
    """
    with IdentityUnit(database) as uow:
        account = uow.accounts.find(site, normal_email(address))
        if account is None:
            return False
        uow.accounts.set_staff(account.id, is_staff)
        if not is_staff:
            announce_revoked(uow, uow.sessions.end_all(account.id), uow.now())
        uow.commit()
    action = Action.ROLE_GRANT if is_staff else Action.ROLE_REVOKE
    log_security_event(action, member_id=account.id, site=site, reason="staff")
    return True


def main(arguments: list[str]) -> int:
    if len(arguments) != 3 or arguments[0] not in ("add", "remove"):
        print(__doc__)
        return 2
    action, site, address = arguments
    if not set_staff(Database(os.environ["DATABASE_URL"]), site, address, is_staff=action == "add"):
        print(f"There is no account of {site} with this address.")
        return 1
    print("done")
    return 0


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
