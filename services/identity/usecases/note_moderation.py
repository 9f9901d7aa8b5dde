from uuid import UUID

from servicekit.security_log import log_security_event

from identity.ports import IdentityUnitOfWork
from identity.security_events import Action
from identity.usecases.end_sessions import announce_revoked


def note_moderation(uow: IdentityUnitOfWork, member_id: UUID, *, suspended: bool, version: int) -> None:
    """Let the suspended in no more, and end what they have open. Runs in the caller's transaction.

    What moderation said last counts, in whatever order it is heard.
    """
    if not uow.accounts.note_moderation(member_id, suspended, version):
        return
    log_security_event(Action.ACCOUNT_SUSPEND if suspended else Action.ACCOUNT_UNSUSPEND, member_id=member_id)
    if suspended:
        announce_revoked(uow, uow.sessions.end_all(member_id), uow.now())
