from identity.domain.account import Account
from identity.domain.authentication import AccessMethod
from identity.storage import IdentityUnit
from identity.usecases.confirm_address import confirm_address
from identity.usecases.use_link import use_link


def activate(uow: IdentityUnit, site_key: str, token: str) -> Account:
    """Confirm the address to which this token was mailed."""
    with uow:
        account = use_link(uow, AccessMethod.ACTIVATION_LINK, site_key, token).account
        confirm_address(uow, account)
        uow.commit()
    return account
