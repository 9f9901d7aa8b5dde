"""Grant or revoke the staff role: `python -m identity.staff add|remove SITE ADDRESS`, with DATABASE_URL.

The desk opens only to a session that has proved a second factor, so the member sets one up under Settings first.
"""

import os
import sys

from shared.kit.logs import set_up_logs
from shared.kit.security_log import log_security_event
from shared.kit.storage import Database

from identity.domain.account import normal_email
from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def set_staff(database: Database, site: str, address: str, *, is_staff: bool) -> bool:
    """Grant or revoke the role. Returns False if there is no such account.

    A granted role counts from the next token on, within ten minutes, and opens the desk once a second factor is proved
    after it: earlier proofs are cleared, because a mailed code may have been one of them. Revoking ends all sessions.

    The account row is locked. A proof by a mailed code (`use_code`) locks it, too, so it either comes first and is
    cleared here, or comes later, finds the role and is refused. A renewal reads session and account in one snapshot.
    """
    with IdentityUnit(database) as uow:
        account = uow.accounts.lock_by_address(site, normal_email(address))
        if account is None:
            return False
        uow.accounts.set_staff(account.id, is_staff)
        if is_staff:
            uow.sessions.clear_second_factor(account.id)
        else:
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
