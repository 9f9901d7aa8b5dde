from datetime import datetime
from uuid import UUID

from identity.domain.ban import LASTS, Cause
from identity.ports import IdentityUnitOfWork


def ban_suspended(
    uow: IdentityUnitOfWork, member_id: UUID, pool: int, *, suspended: bool, version: int, until: datetime | None
) -> None:
    """Keep a suspended member's mailbox and known browsers from opening an account on the sites of the pool.

    Holds `until` that time or for `LASTS`, and is lifted with the suspension. Runs in the caller's transaction, after
    `note_moderation`. The call that suspends at once may have noted this version before; an older one is skipped.
    """
    account = uow.accounts.lock(member_id)
    if account is None or uow.accounts.moderation_version(member_id) != version:
        return
    uow.bans.lift(member_id, Cause.MODERATION)
    if suspended:
        latest = uow.now() + LASTS
        end = min(until, latest) if until else latest
        uow.bans.add(Cause.MODERATION, pool, account.email, uow.devices.secret_hashes(member_id), end, member_id)
