from identity.domain.account import Account
from identity.events.published import contact_visibility_changed, member_confirmed
from identity.storage import IdentityUnit


def confirm_address(uow: IdentityUnit, account: Account) -> None:
    """Confirm the address of a locked account, in the caller's transaction. Only the first time changes something,
    besides a new address.
    """
    for member_id, contact_id in uow.contacts.compare_account(account):
        uow.announce(contact_visibility_changed(member_id, contact_id, hidden=True))
    if account.confirm():
        uow.accounts.save(account)
        uow.announce(member_confirmed(account.id, has_greeting=uow.greetings.of(account.id) is not None))
