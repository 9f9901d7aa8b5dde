from uuid import UUID

from identity.ports import IdentityUnitOfWork
from identity.usecases.end_sessions import announce_revoked


def note_moderation(uow: IdentityUnitOfWork, member_id: UUID, *, suspended: bool, version: int) -> None:
    """Let the suspended in no more, and end what they have open. Runs in the caller's transaction.

    What moderation said last counts, in whatever order it is heard.
    """
    if uow.accounts.note_moderation(member_id, suspended, version) and suspended:
        announce_revoked(uow, uow.sessions.end_all(member_id), uow.now())
