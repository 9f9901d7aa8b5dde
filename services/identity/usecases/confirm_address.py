from pairwise.identity.v1.events_pb2 import MemberConfirmed

from identity.domain.account import Account
from identity.ports import IdentityUnitOfWork


def confirm_address(uow: IdentityUnitOfWork, account: Account) -> None:
    """The owner of the address has shown that it is theirs; in the caller's transaction. The first time counts."""
    if account.confirm():
        uow.accounts.save(account)
        greeting = uow.greetings.of(account.id)
        uow.announce(MemberConfirmed(member_id=str(account.id), has_greeting=greeting is not None))
