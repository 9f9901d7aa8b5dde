from collections.abc import Callable, Sequence
from uuid import UUID

from shared.kit.core import AuthenticationRequired, NotFound
from shared.sites import Site

from identity.domain.account import Status
from identity.domain.known_contact import KnownContacts, check_bounds, end_of_hiding, mailboxes_of, next_start
from identity.errors import AddressUnconfirmed
from identity.events.published import contact_visibility_changed
from identity.storage import IdentityUnit

A_STEP = 500


def add_contacts(uow: IdentityUnit, site: Site, member_id: UUID, addresses: Sequence[str]) -> KnownContacts:
    """Add the addresses of people the member knows to their list; texts that are no address are left out.

    Nothing is compared here, so neither the answer nor its time says whether one is a member's. Raises NotFound where
    the site does not offer it, AddressUnconfirmed, EmailInvalid, TooManyContacts and ContactsChangedOften.
    """
    if "contacts" not in site.privacy_switches:
        raise NotFound()
    mailboxes = mailboxes_of(addresses)
    with uow:
        _lock_confirmed(uow, member_id)
        return _change(uow, member_id, uow.contacts.add(member_id, mailboxes, next_start(uow.now())))


def remove_contacts(uow: IdentityUnit, member_id: UUID, addresses: Sequence[str] | None) -> KnownContacts:
    """Remove these entries, or all: they hide for 30 days more. Other addresses are no error and change nothing.

    Raises AddressUnconfirmed, EmailInvalid and ContactsChangedOften.
    """
    mailboxes = None if addresses is None else mailboxes_of(addresses)
    with uow:
        _lock_confirmed(uow, member_id)
        return _change(uow, member_id, uow.contacts.remove(member_id, mailboxes, end_of_hiding(uow.now())))


def count_contacts(uow: IdentityUnit, member_id: UUID) -> KnownContacts:
    with uow:
        return uow.contacts.size(member_id)


def compare_contacts(units: Callable[[], IdentityUnit]) -> int:
    """Apply what is due of all lists. Returns the number of rows worked on."""
    steps = (_hash_addresses, _compare_entries, _end_entries)
    return sum(step(units()) for step in steps)


def _hash_addresses(uow: IdentityUnit) -> int:
    with uow:
        accounts = uow.contacts.without_hashes(A_STEP)
        for account in accounts:
            _announce(uow, uow.contacts.compare_account(account), hidden=True)
        uow.commit()
        return len(accounts)


def _compare_entries(uow: IdentityUnit) -> int:
    with uow:
        count, pairs = uow.contacts.compare_entries(A_STEP)
        _announce(uow, pairs, hidden=True)
        uow.commit()
        return count


def _end_entries(uow: IdentityUnit) -> int:
    with uow:
        count, pairs = uow.contacts.end_entries(A_STEP)
        _announce(uow, pairs, hidden=False)
        uow.commit()
        return count


def _change(uow: IdentityUnit, member_id: UUID, changed: int) -> KnownContacts:
    size = uow.contacts.size(member_id)
    if changed:
        check_bounds(size, uow.now())
        uow.commit()
    return size


def _announce(uow: IdentityUnit, pairs: Sequence[tuple[UUID, UUID]], *, hidden: bool) -> None:
    for member_id, contact_id in pairs:
        uow.announce(contact_visibility_changed(member_id, contact_id, hidden=hidden))


def _lock_confirmed(uow: IdentityUnit, member_id: UUID) -> None:
    """Lock the account, so that concurrent changes of a list come one after the other."""
    account = uow.accounts.lock(member_id)
    if account is None or account.status is Status.DELETED:
        raise AuthenticationRequired()
    if not account.is_confirmed:
        raise AddressUnconfirmed()
