from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sites import Site

from identity.domain.account import Account, Status, normal_email
from identity.domain.attempts import subject
from identity.domain.device import Visit
from identity.domain.session import hash_secret
from identity.errors import (
    AccountDeleted,
    AccountSuspended,
    EmailInvalid,
    LoginBlocked,
    LoginFailed,
    SecondFactorRequired,
)
from identity.ports import Codes, IdentityUnitOfWork, Passwords, Seal
from identity.usecases.check_code import check_code
from identity.usecases.open_session import Opened, open_session, tell_of_new_device

NOBODY = UUID(int=0)


@dataclass(frozen=True)
class Credentials:
    email: str
    password: str
    code: str | None = None


def log_in(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    codes: Codes,
    seal: Seal,
    site_key: str,
    site: Site,
    given: Credentials,
    visit: Visit,
) -> Opened:
    """Open a session for who knows the password and, where the account wants one, shows a code.

    Attempts are counted by address, known or not, and apart for each device its owner has used before: who guesses
    from elsewhere blocks only elsewhere. An attempt counts before it is made, so many at once are no more than allowed.
    """
    try:
        address = normal_email(given.email)
    except EmailInvalid as error:
        raise LoginFailed() from error
    device_hash = hash_secret(visit.device_secret or "")
    with uow:
        account = uow.accounts.look_up(site_key, address)
        is_known = uow.devices.knows(account.id if account else NOBODY, device_hash)
        counted = subject("login", site_key, address, device_hash.hex() if is_known else "elsewhere")
        attempt = uow.attempts.take(counted, site.login_limit.attempts, site.login_limit.minutes)
        uow.commit()
    blocked = LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
    if not attempt.is_allowed:
        raise blocked
    if not passwords.fits(given.password, account.password_hash if account else None) or account is None:
        raise blocked if attempt.minutes_left else LoginFailed()
    wants_code = _forget_attempts(uow, account, counted)
    second_factor_at: datetime | None = None
    if wants_code:
        if not given.code:
            raise SecondFactorRequired(field="code")
        second_factor_at = check_code(uow, codes, seal, account.id, given.code)
    with uow:
        now, current = uow.now(), uow.accounts.lock(account.id)
        # While the password was being checked it may have been changed.
        if current is None or current.password_hash != account.password_hash:
            raise LoginFailed()
        if current.is_suspended:
            raise AccountSuspended()
        opened = open_session(uow, current, now, visit, second_factor_at)
        tell_of_new_device(uow, seal, opened, now)
        uow.commit()
    return opened


def _forget_attempts(uow: IdentityUnitOfWork, account: Account, counted: bytes) -> bool:
    """The password was right. Returns whether the account wants a code, too."""
    with uow:
        uow.attempts.clear(counted)
        wants_code = uow.authenticators.sealed_secret(account.id, confirmed=True) is not None
        uow.commit()
    if account.status is Status.DELETED:
        raise AccountDeleted()
    return wants_code
