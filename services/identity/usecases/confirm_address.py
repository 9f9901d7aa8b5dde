from pairwise.identity.v1.events_pb2 import MemberConfirmed

from identity.domain.account import Account
from identity.storage import IdentityUnit


def confirm_address(uow: IdentityUnit, account: Account) -> None:
    """Confirm the address of a locked account, in the caller's transaction. Only the first time changes something."""
    if account.confirm():
        uow.accounts.save(account)
        greeting = uow.greetings.of(account.id)
        uow.announce(MemberConfirmed(member_id=str(account.id), has_greeting=greeting is not None))
