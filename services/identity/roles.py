"""Granting and revoking the roles of the desks: `identity.staff`, `identity.marketers`, `identity.support`,
`identity.leads` and `identity.writers` are the commands."""

from collections.abc import Callable
from enum import StrEnum
from uuid import UUID

from shared.kit.core import log_security_event, variable
from shared.kit.db import Database

from identity.domain.account import normal_email
from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


class Role(StrEnum):
    STAFF = "staff"
    MARKETER = "marketer"
    SUPPORT = "support"
    LEAD = "lead"
    WRITER = "writer"


def set_role(database: Database, site: str, address: str, role: Role, *, granted: bool) -> bool:
    """Grant or revoke a role. Returns False if there is no such account.

    A granted role counts from the next token on, within ten minutes, and opens its desk once a second factor is proved
    after it: earlier proofs are cleared, because a mailed code may have been one of them. Revoking ends all sessions.

    The account row is locked. A proof by a mailed code (`use_code`) locks it, too, so it either comes first and is
    cleared here, or comes later, finds the role and is refused. A renewal reads session and account in one snapshot.
    """
    with IdentityUnit(database) as uow:
        account = uow.accounts.lock_by_address(site, normal_email(address))
        if account is None:
            return False
        _store(uow, account.id, role, granted)
        if granted:
            uow.sessions.clear_second_factor(account.id)
        else:
            announce_revoked(uow, uow.sessions.end_all(account.id), uow.now())
        uow.commit()
    action = Action.ROLE_GRANT if granted else Action.ROLE_REVOKE
    log_security_event(action, member_id=account.id, site=site, reason=role.value)
    return True


def run_command(usage: str | None, arguments: list[str], change: Callable[[Database, str, str, bool], bool]) -> int:
    """`add|remove SITE ADDRESS`; 2 for other arguments, 1 for an unknown account."""
    if {"-h", "--help"} & {*arguments}:
        print(usage)
        return 0
    if len(arguments) != 3 or arguments[0] not in ("add", "remove"):
        print(usage)
        return 2
    action, site, address = arguments
    if not change(Database(variable("DATABASE_URL")), site, address, action == "add"):
        print(f"There is no account of {site} with this address.")
        return 1
    print("done")
    return 0


def _store(uow: IdentityUnit, member_id: UUID, role: Role, granted: bool) -> None:
    match role:
        case Role.STAFF:
            uow.accounts.set_staff(member_id, granted)
        case Role.MARKETER:
            uow.accounts.set_marketer(member_id, granted)
        case Role.SUPPORT:
            uow.accounts.set_support(member_id, granted)
        case Role.LEAD:
            uow.accounts.set_lead(member_id, granted)
        case Role.WRITER:
            uow.accounts.set_writer(member_id, granted)
