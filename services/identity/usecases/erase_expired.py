from collections.abc import Callable, Collection
from uuid import UUID

from shared.kit.core import SigningKeys, log_security_event

from identity.domain.tombstone import Tombstone, hash_address
from identity.events.published import member_erased
from identity.security_events import Action
from identity.storage import IdentityUnit
from identity.store import FileStore

BATCH = 20
REPEATED_AT_ONCE = 500


def erase_expired(unit_of_work: Callable[[], IdentityUnit], store: FileStore, address_keys: SigningKeys) -> int:
    """Erase accounts whose fourteen days for a reactivation have passed. Returns the number of erased accounts.

    Several workers may run it: each takes the accounts that no other has locked (SKIP LOCKED).
    """
    erased = 0
    while True:
        with unit_of_work() as uow:
            accounts, now = uow.accounts.expired(BATCH), uow.now()
            tombstones = [
                Tombstone(each.id, each.site, hash_address(address_keys, each.site, each.email), now)
                for each in accounts
            ]
            if not tombstones:
                return erased
            # Written to the file store before the database: a backup that is restored later then lacks no tombstone.
            store.save_tombstones(tombstones)
            uow.tombstones.add(tombstones)
            for account in accounts:
                erase_account(uow, store, account.id)
                uow.announce(member_erased(account.id))
            uow.commit()
        for tombstone in tombstones:
            log_security_event(Action.ACCOUNT_ERASE, member_id=tombstone.member_id, site=tombstone.site)
        erased += len(tombstones)


def erase_account(uow: IdentityUnit, store: FileStore, member_id: UUID) -> int:
    """Erase a member's data in identity, files included, in the caller's transaction. Returns the number of rows."""
    delete_exports(uow, store, member_id)
    return uow.erase(member_id)


def delete_exports(uow: IdentityUnit, store: FileStore, member_id: UUID) -> None:
    for export_id in uow.exports.of(member_id):
        store.delete_export(export_id)


def repeat_unconfirmed(unit_of_work: Callable[[], IdentityUnit], services: Collection[str]) -> int:
    """Announce erasures again that a service has not confirmed, and once more all of the day before."""
    with unit_of_work() as uow:
        member_ids = uow.tombstones.mark_unconfirmed(services, REPEATED_AT_ONCE)
        for member_id in member_ids:
            uow.announce(member_erased(member_id))
        uow.commit()
    return len(member_ids)
