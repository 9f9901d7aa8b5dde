from uuid import UUID

from shared.kit.core import AuthenticationRequired
from shared.sites import Site

from identity.domain.authentication import AccessMethod, Proof
from identity.domain.device import BrowserIdentity
from identity.domain.password import check_password
from identity.domain.session import hash_secret
from identity.errors import OldPasswordWrong
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.authenticate import OpenedSession, authenticate
from identity.usecases.own_account import check_own_password, lock_own_account
from identity.usecases.request_mail import request_mail
from identity.usecases.revoke_credentials import revoke_credentials


def change_password(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    sealer: MailSealer,
    site_key: str,
    site: Site,
    member_id: UUID,
    old: str,
    new: str,
    browser: BrowserIdentity,
) -> OpenedSession:
    """Change the password. All sessions end, this browser gets a new one, and a mail notifies the owner."""
    account = check_own_password(uow, passwords, member_id, old, OldPasswordWrong, "old_password")
    check_password(new, site, email=account.email, name=account.name)
    password_hash = passwords.hash(new)
    with uow:
        now, current = uow.now(), lock_own_account(uow, account, OldPasswordWrong, "old_password")
        session = uow.sessions.find(hash_secret(browser.session_secret or ""))
        if session is None or session.member_id != member_id:
            raise AuthenticationRequired()
        uow.accounts.set_password(member_id, password_hash)
        revoke_credentials(uow, current, now)
        proof = Proof(AccessMethod.PASSWORD_CHANGE, member_id, password_hash, session.second_factor_at)
        opened = authenticate(uow, sealer, site_key, proof, browser)
        if current.is_confirmed:
            request_mail(uow, sealer, current, "password_changed")
        uow.commit()
    return opened
