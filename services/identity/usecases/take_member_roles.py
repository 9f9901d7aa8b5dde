"""Taking the roles of desks from members who have an account of staff: one person works with one account."""

from collections.abc import Collection
from uuid import UUID

from shared.kit.core import log_security_event

from identity.domain.account import Account
from identity.domain.staff_account import EVERY_SITE, GrantedRole
from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def take_member_roles(uow: IdentityUnit, staff: Account, roles: Collection[GrantedRole]) -> None:
    """Take the roles of the members with this address at the sites of these roles of staff, in the caller's
    transaction, which has locked the account of staff. Sessions of these members end.

    Otherwise one person could act as two where a second person has to decide.
    """
    sites = {each.site for each in roles}
    for member in uow.accounts.lock_role_holders(staff.email, None if EVERY_SITE in sites else sites):
        clear_roles(uow, member.id, member.site)


def clear_roles(uow: IdentityUnit, member_id: UUID, site: str) -> None:
    """Take every role of this member and end their sessions, in the caller's transaction, which has locked the row."""
    uow.accounts.clear_roles(member_id)
    announce_revoked(uow, uow.sessions.end_all(member_id), uow.now())
    log_security_event(Action.ROLE_REVOKE, member_id=member_id, site=site, reason="every role")
