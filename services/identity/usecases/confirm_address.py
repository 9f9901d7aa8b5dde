from identity.domain.account import Account
from identity.events.published import member_confirmed
from identity.storage import IdentityUnit


def confirm_address(uow: IdentityUnit, account: Account) -> None:
    """Confirm the address of a locked account, in the caller's transaction. Only the first time changes something."""
    if account.confirm():
        uow.accounts.save(account)
        uow.announce(member_confirmed(account.id, has_greeting=uow.greetings.of(account.id) is not None))
