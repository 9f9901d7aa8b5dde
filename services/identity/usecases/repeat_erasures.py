from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from identity.domain.tombstone import Tombstone
from identity.events.published import member_erased
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
            uow.announce(member_erased(member_id))
        uow.commit()
    return len(restored)


def repeat_erasures(unit_of_work: Callable[[], IdentityUnit], days: int = BACKUPS_ARE_KEPT_DAYS) -> int:
    """Announce every erasure of these days again, after a restored backup of another service."""
    with unit_of_work() as uow:
        member_ids = uow.tombstones.mark_erased_within(timedelta(days=days))
        for member_id in member_ids:
            uow.announce(member_erased(member_id))
        uow.commit()
    return len(member_ids)


def erase_unknown(unit_of_work: Callable[[], IdentityUnit], store: FileStore, member_ids: Sequence[UUID]) -> int:
    """Erase members from the other services who have no account here: their sign-ups are newer than the backup.

    Their addresses went with the accounts, so their tombstones have none. Returns the number of members; those with an
    account or a tombstone are left alone.
    """
    with unit_of_work() as uow:
        now = uow.now()
        unknown = [member_id for member_id in member_ids if uow.accounts.get(member_id) is None]
        tombstones = [Tombstone(member_id, site="", address_hash=b"", erased_at=now) for member_id in unknown]
        erased = set(uow.tombstones.add(tombstones))
        if lost := [tombstone for tombstone in tombstones if tombstone.member_id in erased]:
            store.save_tombstones(lost)
        for tombstone in lost:
            uow.announce(member_erased(tombstone.member_id))
        uow.commit()
    return len(lost)
