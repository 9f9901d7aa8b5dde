from collections.abc import Callable, Collection
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased
from servicekit.security_log import log_security_event

from identity.domain.tombstone import Tombstone, hash_address
from identity.ports import Erasers, IdentityUnitOfWork
from identity.security_events import Action

AT_A_STEP = 20
TOLD_AT_ONCE = 500


def erase_expired(unit_of_work: Callable[[], IdentityUnitOfWork], erasers: Erasers) -> int:
    """Erase accounts whose fourteen days have passed. Several may run: each takes what the others have not locked."""
    erased = 0
    while True:
        with unit_of_work() as uow:
            accounts, now = uow.accounts.expired(AT_A_STEP), uow.now()
            stones = [
                Tombstone(each.id, each.site, hash_address(erasers.address_keys, each.site, each.email), now)
                for each in accounts
            ]
            if not stones:
                return erased
            # Outside the database and first: a backup that is restored later must not know more than we do.
            erasers.store.keep_tombstones(stones)
            uow.tombstones.add(stones)
            for account in accounts:
                erase_account(uow, erasers, account.id)
                uow.announce(MemberErased(member_id=str(account.id)))
            uow.commit()
        for stone in stones:
            log_security_event(Action.ACCOUNT_ERASE, member_id=stone.member_id, site=stone.site)
        erased += len(stones)


def erase_account(uow: IdentityUnitOfWork, erasers: Erasers, member_id: UUID) -> int:
    """Take away what identity holds of a member, files too, in the caller's transaction."""
    forget_exports(uow, erasers, member_id)
    return uow.erase(member_id)


def forget_exports(uow: IdentityUnitOfWork, erasers: Erasers, member_id: UUID) -> None:
    for export_id in uow.exports.of(member_id):
        erasers.store.forget_export(export_id)


def tell_again(unit_of_work: Callable[[], IdentityUnitOfWork], services: Collection[str]) -> int:
    """Announce erasures once more that a service has not confirmed, and those of the day before."""
    with unit_of_work() as uow:
        member_ids = uow.tombstones.to_tell_again(services, TOLD_AT_ONCE)
        for member_id in member_ids:
            uow.announce(MemberErased(member_id=str(member_id)))
        uow.commit()
    return len(member_ids)
