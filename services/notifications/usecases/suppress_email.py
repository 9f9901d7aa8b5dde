from uuid import UUID

from notifications.address_hashes import AddressHashes
from notifications.events.published import mail_resumed, mail_suppressed
from notifications.ports import Contacts
from notifications.storage import NotificationsUnit
from notifications.usecases.list_preferences import MemberPreferences, preferences_of

BOUNCED = "bounced"


def suppress_email(
    uow: NotificationsUnit,
    contacts: Contacts,
    addresses: AddressHashes,
    member_id: UUID,
    address_hash: bytes | None,
    reason: str,
) -> None:
    """Send no more emails to this address but those that an account needs. Runs in the caller's transaction.

    Without a hash it is the member's present address. Announced once, and only if it is the present one: a report may
    come long after the email, and of an address that a member asked to change to. Raises Unavailable.
    """
    uow.suppressions.lock(member_id)
    recipient = contacts.find([member_id]).get(member_id)
    if recipient is None:
        return
    present = addresses.every(recipient.email)
    uow.suppressions.add_address(member_id, address_hash or present[0], reason)
    if (address_hash is None or address_hash in present) and uow.suppressions.add(member_id, reason):
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
