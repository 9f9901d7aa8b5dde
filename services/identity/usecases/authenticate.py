"""Authentication: the one function that opens a session, whatever proved the member's identity.

The rules by account state are in `identity.domain.authentication`. Nothing else adds a session
(tests/integration/test_every_way_in.py walks the code for it).
"""

from dataclasses import dataclass
from datetime import datetime

from identity.domain.account import Account
from identity.domain.authentication import RULES, Proof, check_account
from identity.domain.device import Visit
from identity.domain.session import Session, hash_secret, new_secret
from identity.errors import SecondFactorRequired
from identity.ports import IdentityUnitOfWork, Seal
from identity.security_events import about
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.end_sessions import announce_revoked


@dataclass(frozen=True)
class Opened:
    """A session just opened, with the secrets that go into cookies and are nowhere else."""

    account: Account
    session: Session
    secret: str
    device_secret: str
    is_new_device: bool


def authenticate(uow: IdentityUnitOfWork, seal: Seal, site_key: str, proof: Proof, visit: Visit) -> Opened:
    """Open a session for this proof in the caller's transaction, if the policy lets it.

    The session this browser had before ends, the device is known from now on, and the owner is mailed about a new one.
    Raises the refusals of `check_account`, and SecondFactorRequired when the account has a second factor that the proof
    lacks.
    """
    about(proof.member_id)
    rule, now = RULES[proof.way], uow.now()
    # Locked, so that a suspension, a deletion or a new password either comes first and refuses this, or finds the
    # session and ends it.
    account = check_account(uow.accounts.lock(proof.member_id), proof.way, site_key, now)
    if proof.password_hash is not None and account.password_hash != proof.password_hash:
        raise rule.unknown()
    if rule.asks_second_factor and proof.second_factor_at is None and is_second_factor_due(uow, account):
        raise SecondFactorRequired(field="code")
    opened = _open_session(uow, account, now, visit, proof.second_factor_at)
    if rule.tells_new_device:
        _tell_of_new_device(uow, seal, opened, now)
    return opened


def is_second_factor_due(uow: IdentityUnitOfWork, account: Account) -> bool:
    """Whether a password alone does not open this account."""
    return uow.authenticators.sealed_secret(account.id, confirmed=True) is not None


def _open_session(
    uow: IdentityUnitOfWork, account: Account, at: datetime, visit: Visit, second_factor_at: datetime | None
) -> Opened:
    if visit.session_secret and (earlier := uow.sessions.find(hash_secret(visit.session_secret))):
        uow.sessions.end(earlier.id)
        announce_revoked(uow, [earlier.id], at)
    device_secret = visit.device_secret
    if device_secret is None or not uow.devices.is_anyones(hash_secret(device_secret)):
        # A secret we never gave is not taken over: whoever planted it would know it, too.
        device_secret = new_secret()
    session, secret = Session.open(account.id, at, visit.device, second_factor_at)
    uow.sessions.add(session)
    is_new = uow.devices.remember(account.id, hash_secret(device_secret))
    return Opened(account, session, secret, device_secret, is_new)


def _tell_of_new_device(uow: IdentityUnitOfWork, seal: Seal, opened: Opened, at: datetime) -> None:
    """Tell the owner by mail, in the caller's transaction. An address nobody has confirmed may be someone else's."""
    if opened.is_new_device and opened.account.is_confirmed:
        device = str(opened.session.device)
        ask_for_mail(uow, seal, opened.account, "new_device", device=device, at=at.isoformat(timespec="minutes"))
