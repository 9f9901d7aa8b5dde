from datetime import datetime
from uuid import UUID

from identity.domain.ban import LASTS, Cause
from identity.ports import IdentityUnitOfWork
from identity.usecases.end_sessions import announce_revoked


def note_moderation(
    uow: IdentityUnitOfWork, member_id: UUID, pool: int, *, suspended: bool, version: int, until: datetime | None
) -> None:
    """Let the suspended in no more, and end what they have open. Runs in the caller's transaction.

    Their mailbox and known browsers open no other account on the sites of the pool, `until` that time or for `LASTS`.
    What moderation said last counts, in whatever order it is heard.
    """
    if not uow.accounts.note_moderation(member_id, suspended, version):
        return
    uow.bans.lift(member_id, Cause.MODERATION)
    account = uow.accounts.get(member_id)
    if account is None or not suspended:
        return
    now = uow.now()
    announce_revoked(uow, uow.sessions.end_all(member_id), now)
    end = min(until, now + LASTS) if until else now + LASTS
    uow.bans.add(Cause.MODERATION, pool, account.email, uow.devices.secret_hashes(member_id), end, member_id)
