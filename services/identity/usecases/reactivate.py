from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberReactivated

from identity.domain.account import Account
from identity.domain.authentication import Way
from identity.ports import IdentityUnitOfWork
from identity.usecases.use_link import use_link


def reactivate(uow: IdentityUnitOfWork, site_key: str, token: str) -> Account:
    """Bring a deleted account back, while it can come back. Once for each link, however often it is pressed."""
    with uow:
        account = use_link(uow, Way.REACTIVATION_LINK, site_key, token).account
        is_confirmed_by_this = account.come_back()
        uow.accounts.save(account)
        uow.announce(MemberReactivated(member_id=str(account.id)))
        if is_confirmed_by_this:
            uow.announce(MemberConfirmed(member_id=str(account.id)))
        uow.commit()
    return account
