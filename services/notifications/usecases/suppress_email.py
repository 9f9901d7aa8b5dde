from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from notifications.address_hashes import AddressHashes
from notifications.events.published import mail_resumed, mail_suppressed
from notifications.ports import Contacts
from notifications.storage import NotificationsUnit
from notifications.usecases.list_preferences import MemberPreferences, preferences_of

BOUNCED = "bounced"


@dataclass(frozen=True)
class ReportedAddress:
    """An address of a member that bounced, complained or unsubscribed; without a hash it is their present one."""

    member_id: UUID
    address_hash: bytes | None
    reason: str


def suppress_emails(
    units: Callable[[], NotificationsUnit],
    contacts: Contacts,
    addresses: AddressHashes,
    reported: Collection[ReportedAddress],
) -> None:
    """Send no more emails to these addresses but those that an account needs. Idempotent; owns its transactions.

    Announced once, and only if it is the present address: a report may come long after the email, and of an address
    that a member asked to change to. Identity is asked outside the transaction. An address that changed before the
    suppression was stored is found by asking again: the event of its change may have been handled by then, and would
    end nothing. Raises Unavailable.
    """
    if not reported:
        return
    members = {each.member_id for each in reported}
    before = contacts.find(members)
    with units() as uow:
        # In one order, so that two reports do not wait for each other.
        for each in sorted(reported, key=lambda each: each.member_id):
            if each.member_id in before:
                _suppress(uow, each, addresses.every(before[each.member_id].email))
        uow.commit()
    after = contacts.find(before)
    moved = sorted(each for each, recipient in after.items() if recipient.email != before[each].email)
    if moved:
        with units() as uow:
            for member_id in moved:
                change_suppression(uow, addresses, member_id, after[member_id].email)
            uow.commit()


def _suppress(uow: NotificationsUnit, reported: ReportedAddress, present: Sequence[bytes]) -> None:
    member_id, reason = reported.member_id, reported.reason
    uow.suppressions.lock(member_id)
    uow.suppressions.add_address(member_id, reported.address_hash or present[0], reason)
    if (reported.address_hash is None or reported.address_hash in present) and uow.suppressions.add(member_id, reason):
        uow.announce(mail_suppressed(member_id, reason))


def change_suppression(uow: NotificationsUnit, addresses: AddressHashes, member_id: UUID, address: str) -> None:
    """Apply to a new address what was recorded of it, in the caller's transaction.

    A bounce was that of the former address and ends. A complaint and an unsubscription are the member's own wish and
    stay.
    """
    uow.suppressions.lock(member_id)
    earlier = uow.suppressions.reason_of_address(member_id, addresses.every(address))
    if earlier is None:
        resume_email(uow, member_id, BOUNCED)
    elif uow.suppressions.add(member_id, earlier):
        uow.announce(mail_suppressed(member_id, earlier))


def resume_email(uow: NotificationsUnit, member_id: UUID, reason: str | None = None) -> None:
    """End a suppression, of any reason or only of this one. Runs in the caller's transaction; announced once."""
    if uow.suppressions.remove(member_id, reason):
        uow.announce(mail_resumed(member_id))


def resume_email_of(uow: NotificationsUnit, member_id: UUID) -> MemberPreferences:
    """End a suppression at the member's request. Returns all switches."""
    with uow:
        uow.suppressions.remove_addresses(member_id)
        resume_email(uow, member_id)
        resumed = preferences_of(uow, member_id)
        uow.commit()
    return resumed
