from collections.abc import Callable
from datetime import timedelta

from pairwise.identity.v1.events_pb2 import MemberErased

from identity.storage import IdentityUnit
from identity.store import FileStore, days_ago
from identity.usecases.erase_expired import erase_account

BACKUPS_ARE_KEPT_DAYS = 35


def erase_restored(
    unit_of_work: Callable[[], IdentityUnit], store: FileStore, days: int = BACKUPS_ARE_KEPT_DAYS
) -> int:
    """Erase members again who came back with a restored backup of identity's database.

    Their tombstones are in the file store, which is backed up apart from the database. Returns the number of members.
    """
    tombstones = list(store.tombstones_since(days_ago(days)))
    if not tombstones:
        return 0
    with unit_of_work() as uow:
        restored = uow.tombstones.add(tombstones)
        for member_id in restored:
            erase_account(uow, store, member_id)
            uow.announce(MemberErased(member_id=str(member_id)))
        uow.commit()
    return len(restored)


def repeat_erasures(unit_of_work: Callable[[], IdentityUnit], days: int = BACKUPS_ARE_KEPT_DAYS) -> int:
    """Announce every erasure of these days again, after a restored backup of another service."""
    with unit_of_work() as uow:
        member_ids = uow.tombstones.mark_erased_within(timedelta(days=days))
        for member_id in member_ids:
            uow.announce(MemberErased(member_id=str(member_id)))
        uow.commit()
    return len(member_ids)
