"""Authentication: the one function that opens a session, for every kind of proof.

The rules by account state are in `identity.domain.authentication`. Nothing else adds a session
(tests/integration/test_every_way_in.py walks the code for it).
"""

from dataclasses import dataclass
from datetime import datetime

from identity.domain.account import Account
from identity.domain.authentication import RULES, Proof, check_account
from identity.domain.device import BrowserIdentity
from identity.domain.session import Session, hash_secret, new_secret
from identity.errors import SecondFactorRequired
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked
from identity.usecases.request_mail import request_mail


@dataclass(frozen=True)
class OpenedSession:
    """A new session, with the secrets for the cookies, which are stored nowhere else."""

    account: Account
    session: Session
    secret: str
    device_secret: str
    is_new_device: bool


def authenticate(
    uow: IdentityUnit, sealer: MailSealer, site_key: str, proof: Proof, browser: BrowserIdentity
) -> OpenedSession:
    """Open a session for this proof in the caller's transaction, if the policy allows it.

    The browser's earlier session ends, the device becomes a known one, and a mail notifies the owner of a new device.
    Raises the refusals of `check_account`, and SecondFactorRequired if the account has a second factor and the
    proof none.
    """
    about(proof.member_id)
    rule, now = RULES[proof.method], uow.now()
    # Locked: a concurrent suspension, deletion or new password either commits first and is seen here, or finds the
    # new session and ends it.
    account = check_account(uow.accounts.lock(proof.member_id), proof.method, site_key, now)
    if proof.password_hash is not None and account.password_hash != proof.password_hash:
        raise rule.unknown()
    if rule.asks_second_factor and proof.second_factor_at is None and is_second_factor_due(uow, account):
        raise SecondFactorRequired(field="code")
    opened = _open_session(uow, account, now, browser, proof.second_factor_at)
    if account.staff is not None:
        uow.staff.record_log_in(account.id)
    if rule.notifies_new_device:
        _notify_new_device(uow, sealer, opened, now)
    return opened


def is_second_factor_due(uow: IdentityUnit, account: Account) -> bool:
    """Whether logging in by password takes a second factor."""
    return uow.authenticators.sealed_secret(account.id, confirmed=True) is not None


def _open_session(
    uow: IdentityUnit, account: Account, at: datetime, browser: BrowserIdentity, second_factor_at: datetime | None
) -> OpenedSession:
    if browser.session_secret and (earlier := uow.sessions.find(hash_secret(browser.session_secret))):
        uow.sessions.end(earlier.id)
        announce_revoked(uow, [earlier.id], at)
    device_secret = browser.device_secret
    if device_secret is None or not uow.devices.is_registered(hash_secret(device_secret)):
        # A secret that the server has not issued is replaced, because an attacker may have planted and know it.
        device_secret = new_secret()
    session, secret = Session.open(account.id, at, browser.device, second_factor_at)
    uow.sessions.add(session)
    is_new = uow.devices.remember(account.id, hash_secret(device_secret))
    if browser.network_hash is not None:
        uow.networks.remember(account.id, browser.network_hash)
    return OpenedSession(account, session, secret, device_secret, is_new)


def _notify_new_device(uow: IdentityUnit, sealer: MailSealer, opened: OpenedSession, at: datetime) -> None:
    """Mail the owner, in the caller's transaction. An unconfirmed address may belong to somebody else and gets none."""
    if opened.is_new_device and opened.account.is_confirmed:
        device = str(opened.session.device)
        request_mail(uow, sealer, opened.account, "new_device", device=device, at=at.isoformat(timespec="minutes"))
