from datetime import datetime
from uuid import UUID

from identity.domain.ban import LASTS, Cause
from identity.storage import IdentityUnit


def ban_suspended(
    uow: IdentityUnit, member_id: UUID, pool: int, *, suspended: bool, version: int, until: datetime | None
) -> None:
    """Ban a suspended member's mailbox and known browsers from opening accounts on the sites of the pool.

    The ban ends at `until` or after `LASTS`, and is lifted with the suspension. Runs in the caller's transaction after
    `record_moderation`, which the RPC may have run for the same version before. Older versions are skipped.
    """
    account = uow.accounts.lock(member_id)
    if account is None or uow.accounts.moderation_version(member_id) != version:
        return
    uow.bans.lift(member_id, Cause.MODERATION)
    if suspended:
        latest = uow.now() + LASTS
        end = min(until, latest) if until else latest
        uow.bans.add(Cause.MODERATION, pool, account.email, uow.devices.secret_hashes(member_id), end, member_id)
