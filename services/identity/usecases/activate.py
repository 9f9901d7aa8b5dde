from identity.domain.account import Account
from identity.domain.session import hash_secret
from identity.errors import ActivationFailed
from identity.ports import IdentityUnitOfWork
from identity.usecases.confirm_address import confirm_address
from identity.usecases.send_activation import PURPOSE


def activate(uow: IdentityUnitOfWork, token: str) -> Account:
    """Confirm the address whose owner holds this token."""
    with uow:
        member_id = uow.tokens.use(PURPOSE, hash_secret(token))
        account = uow.accounts.get(member_id) if member_id else None
        if account is None:
            raise ActivationFailed(field="token")
        confirm_address(uow, account)
        uow.commit()
    return account
