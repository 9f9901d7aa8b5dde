from uuid import UUID

from servicekit.errors import AuthenticationRequired
from sites import Site

from identity.domain.authentication import Proof, Way
from identity.domain.device import Visit
from identity.domain.password import check_password
from identity.domain.session import hash_secret
from identity.errors import OldPasswordWrong
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.authenticate import Opened, authenticate
from identity.usecases.check_own_password import check_own_password, lock_own_account
from identity.usecases.revoke_credentials import revoke_credentials


def change_password(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    seal: Seal,
    site_key: str,
    site: Site,
    member_id: UUID,
    old: str,
    new: str,
    visit: Visit,
) -> Opened:
    """Give the account a new password. All sessions end, this browser gets a fresh one, the owner is told by mail."""
    account = check_own_password(uow, passwords, member_id, old, OldPasswordWrong, "old_password")
    check_password(new, site, email=account.email, name=account.name)
    password_hash = passwords.hash(new)
    with uow:
        now, current = uow.now(), lock_own_account(uow, account, OldPasswordWrong, "old_password")
        session = uow.sessions.find(hash_secret(visit.session_secret or ""))
        if session is None or session.member_id != member_id:
            raise AuthenticationRequired()
        uow.accounts.set_password(member_id, password_hash)
        revoke_credentials(uow, current, now)
        proof = Proof(Way.PASSWORD_CHANGE, member_id, password_hash, session.second_factor_at)
        opened = authenticate(uow, seal, site_key, proof, visit)
        if current.is_confirmed:
            ask_for_mail(uow, seal, current, "password_changed")
        uow.commit()
    return opened
