from collections.abc import Callable
from datetime import timedelta

from pairwise.identity.v1.events_pb2 import MemberErased

from identity.ports import Erasers, IdentityUnitOfWork
from identity.store import days_ago
from identity.usecases.erase_expired import erase_account

BACKUPS_ARE_KEPT_DAYS = 35


def bury_restored(
    unit_of_work: Callable[[], IdentityUnitOfWork], erasers: Erasers, days: int = BACKUPS_ARE_KEPT_DAYS
) -> int:
    """Erase again whom our own restored backup brought back: their tombstones lie outside the database, too."""
    stones = list(erasers.store.tombstones_since(days_ago(days)))
    if not stones:
        return 0
    with unit_of_work() as uow:
        new = uow.tombstones.add(stones)
        for member_id in new:
            erase_account(uow, erasers, member_id)
            uow.announce(MemberErased(member_id=str(member_id)))
        uow.commit()
    return len(new)


def repeat_erasures(unit_of_work: Callable[[], IdentityUnitOfWork], days: int = BACKUPS_ARE_KEPT_DAYS) -> int:
    """Announce every erasure of these days again, for a service whose backup was restored."""
    with unit_of_work() as uow:
        member_ids = uow.tombstones.younger_than(timedelta(days=days))
        for member_id in member_ids:
            uow.announce(MemberErased(member_id=str(member_id)))
        uow.commit()
    return len(member_ids)
