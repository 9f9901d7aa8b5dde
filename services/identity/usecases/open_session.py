from dataclasses import dataclass
from datetime import datetime

from identity.domain.account import Account
from identity.domain.device import Visit
from identity.domain.session import Session, hash_secret, new_secret
from identity.ports import IdentityUnitOfWork, Seal
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


def open_session(
    uow: IdentityUnitOfWork, account: Account, at: datetime, visit: Visit, second_factor_at: datetime | None = None
) -> Opened:
    """Open a session in the caller's transaction. The one this browser had ends; the device is known from now on."""
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


def tell_of_new_device(uow: IdentityUnitOfWork, seal: Seal, opened: Opened, at: datetime) -> None:
    """Tell the owner by mail, in the caller's transaction. An address nobody has confirmed may be someone else's."""
    if opened.is_new_device and opened.account.is_confirmed:
        device = str(opened.session.device)
        ask_for_mail(uow, seal, opened.account, "new_device", device=device, at=at.isoformat(timespec="minutes"))
