from sites import Site

from identity.domain.account import Account
from identity.domain.attempts import subject
from identity.domain.authentication import Way
from identity.domain.password import check_password
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.errors import LinkInvalid
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.confirm_address import confirm_address
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.use_link import use_link


def reset_password(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, site_key: str, site: Site, token: str, password: str
) -> None:
    """Give the account of a mailed token a new password. One that will not do leaves the token usable."""
    with uow:
        if not uow.tokens.is_good(Purpose.RESET, hash_secret(token)):
            raise LinkInvalid(field="token")
    check_password(password, site)
    password_hash = passwords.hash(password)
    with uow:
        now, account = uow.now(), use_link(uow, Way.RESET_LINK, site_key, token).account
        check_password(password, site, email=account.email, name=account.name)
        uow.accounts.set_password(account.id, password_hash)
        # Whoever reads the mailbox owns the address.
        confirm_address(uow, account)
        revoke_credentials(uow, account, now)
        uow.devices.forget_all(account.id)
        _let_in_again(uow, account)
        ask_for_mail(uow, seal, account, "password_changed")
        uow.commit()


def _let_in_again(uow: IdentityUnitOfWork, account: Account) -> None:
    """Guesses at the old password do not keep the owner of the new one waiting."""
    uow.attempts.clear(subject("login", account.site, account.email, "elsewhere"))
