from dataclasses import dataclass
from uuid import UUID

from sites import Site

from identity.domain.account import Account, normal_email
from identity.domain.attempts import subject
from identity.domain.authentication import Proof, Way, check_account
from identity.domain.device import Visit
from identity.domain.session import hash_secret
from identity.errors import EmailInvalid, LoginFailed, SecondFactorRequired
from identity.ports import Codes, IdentityUnitOfWork, Passwords, Seal
from identity.security_events import about
from identity.usecases.authenticate import Opened, authenticate, is_second_factor_due
from identity.usecases.check_code import check_code
from identity.usecases.guesses import Guess, accept_guess, admit_guess, reject_guess

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
    """Open a session by password and, where the account wants one, a code.

    Attempts are counted by address, known or not, and apart for each device its owner has used before: guesses from
    elsewhere block only elsewhere.
    """
    try:
        address = normal_email(given.email)
    except EmailInvalid as error:
        raise LoginFailed() from error
    account, guess = _guess(uow, site_key, site, address, visit)
    attempt = admit_guess(uow, guess)
    if not passwords.fits(given.password, account.password_hash if account else None) or account is None:
        reject_guess(attempt, LoginFailed())
    with uow:
        accept_guess(uow, guess)
        is_code_due = is_second_factor_due(uow, account)
        uow.commit()
        # Refused before a code is asked for, and again under the lock in `authenticate`.
        check_account(account, Way.PASSWORD, site_key, uow.now())
    if is_code_due and not given.code:
        raise SecondFactorRequired(field="code")
    second_factor_at = check_code(uow, codes, seal, account.id, given.code) if is_code_due and given.code else None
    with uow:
        proof = Proof(Way.PASSWORD, account.id, account.password_hash, second_factor_at)
        opened = authenticate(uow, seal, site_key, proof, visit)
        uow.commit()
    return opened


def _guess(
    uow: IdentityUnitOfWork, site_key: str, site: Site, address: str, visit: Visit
) -> tuple[Account | None, Guess]:
    """The account of this address, and what a guess at its password from this device is counted by."""
    device_hash = hash_secret(visit.device_secret or "")
    with uow:
        account = uow.accounts.look_up(site_key, address)
        is_known = uow.devices.knows(account.id if account else NOBODY, device_hash)
    about(account.id if account else None)
    counted = subject("login", site_key, address, device_hash.hex() if is_known else "elsewhere")
    return account, Guess(counted, site.login_limit.attempts, site.login_limit.minutes)
