from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberReactivated

from identity.domain.account import Account, Status
from identity.domain.session import hash_secret
from identity.errors import ReactivationFailed
from identity.ports import IdentityUnitOfWork
from identity.usecases.send_reactivation import PURPOSE


def reactivate(uow: IdentityUnitOfWork, token: str) -> Account:
    """Bring a deleted account back, while it can come back. Once for each link, however often it is pressed."""
    secret_hash = hash_secret(token)
    with uow:
        member_id = uow.tokens.whose(PURPOSE, secret_hash)
        # The account is locked first, as erasing does: of the two, one comes first and the other finds what it left.
        account = uow.accounts.lock(member_id) if member_id else None
        is_deleted = account is not None and account.status is Status.DELETED and account.can_come_back(uow.now())
        if account is None or not is_deleted or uow.tokens.use(PURPOSE, secret_hash) is None:
            raise ReactivationFailed(field="token")
        is_confirmed_by_this = account.come_back()
        uow.accounts.save(account)
        uow.announce(MemberReactivated(member_id=str(account.id)))
        if is_confirmed_by_this:
            uow.announce(MemberConfirmed(member_id=str(account.id)))
        uow.commit()
    return account
