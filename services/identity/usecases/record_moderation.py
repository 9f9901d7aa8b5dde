from uuid import UUID

from shared.kit.core import log_security_event

from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked


def record_moderation(uow: IdentityUnit, member_id: UUID, *, suspended: bool, version: int) -> None:
    """Record whether the account is suspended, and end its sessions if it is. Runs in the caller's transaction.

    The highest version counts, in any order of delivery.
    """
    if not uow.accounts.record_moderation(member_id, suspended, version):
        return
    log_security_event(Action.ACCOUNT_SUSPEND if suspended else Action.ACCOUNT_UNSUSPEND, member_id=member_id)
    if suspended:
        announce_revoked(uow, uow.sessions.end_all(member_id), uow.now())
