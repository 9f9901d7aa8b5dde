from shared.sites import Site

from identity.domain.account import Account
from identity.domain.attempts import subject
from identity.domain.authentication import AccessMethod
from identity.domain.password import check_password
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.errors import LinkInvalid
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.confirm_address import confirm_address
from identity.usecases.request_mail import request_mail
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.use_link import use_link


def reset_password(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    sealer: MailSealer,
    site_key: str,
    site: Site,
    token: str,
    password: str,
) -> None:
    """Set a new password by a mailed token. A refused password leaves the token valid."""
    with uow:
        if not uow.tokens.is_valid(Purpose.RESET, hash_secret(token)):
            raise LinkInvalid(field="token")
    check_password(password, site)
    password_hash = passwords.hash(password)
    with uow:
        now, account = uow.now(), use_link(uow, AccessMethod.RESET_LINK, site_key, token).account
        check_password(password, site, email=account.email, name=account.name)
        uow.accounts.set_password(account.id, password_hash)
        # The link was read in the mailbox, so it confirms the address, too.
        confirm_address(uow, account)
        revoke_credentials(uow, account, now)
        uow.devices.delete_all(account.id)
        _clear_login_attempts(uow, account)
        request_mail(uow, sealer, account, "password_changed")
        uow.commit()


def _clear_login_attempts(uow: IdentityUnit, account: Account) -> None:
    """Lift a block by guesses at the old password, for the owner of the new one."""
    uow.attempts.clear(subject("login", account.site, account.email, "elsewhere"))
