from identity.domain.account import Account
from identity.domain.authentication import Way
from identity.ports import IdentityUnitOfWork
from identity.usecases.confirm_address import confirm_address
from identity.usecases.use_link import use_link


def activate(uow: IdentityUnitOfWork, site_key: str, token: str) -> Account:
    """Confirm the address whose mailbox has received this token."""
    with uow:
        account = use_link(uow, Way.ACTIVATION_LINK, site_key, token).account
        confirm_address(uow, account)
        uow.commit()
    return account
