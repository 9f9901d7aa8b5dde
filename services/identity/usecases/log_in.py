from dataclasses import dataclass
from uuid import UUID

from identity.domain.account import Account, normal_email
from identity.domain.attempts import subject
from identity.domain.authentication import AccessMethod, Proof, check_account
from identity.domain.device import BrowserIdentity
from identity.domain.session import hash_secret
from identity.errors import EmailInvalid, LoginFailed, SecondFactorRequired
from identity.one_time_codes import OneTimeCodes
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.attempt_limits import AttemptLimit, clear_attempts, count_attempt, fail_attempt
from identity.usecases.authenticate import OpenedSession, authenticate, is_second_factor_due
from identity.usecases.rehash_password import rehash_password
from identity.usecases.use_code import count_code_attempt, use_code

NOBODY = UUID(int=0)


@dataclass(frozen=True)
class Credentials:
    email: str
    password: str
    code: str | None = None


def log_in(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    codes: OneTimeCodes,
    sealer: MailSealer,
    site_key: str,
    given: Credentials,
    browser: BrowserIdentity,
    *,
    namespace: str | None = None,
) -> OpenedSession:
    """Open a session by password and, if the account has an authenticator app, a code.

    Attempts are counted by address, with or without an account, and separately for each known device of its owner:
    guesses from elsewhere do not block those. Addresses are looked up among the members of the site, or in another
    `namespace`: that of staff. Raises LoginFailed, LoginBlocked, SecondFactorRequired, CodeWrong and the
    refusals of `check_account`.
    """
    try:
        address = normal_email(given.email)
    except EmailInvalid as error:
        raise LoginFailed() from error
    account, limit = _account_and_limit(uow, namespace or site_key, address, browser)
    attempt = count_attempt(uow, limit)
    if not passwords.verify(given.password, account.password_hash if account else None) or account is None:
        fail_attempt(attempt, LoginFailed(tries_left=limit.attempts - attempt.count))
    account = rehash_password(uow, passwords, account, given.password)
    with uow:
        clear_attempts(uow, limit)
        is_code_due = is_second_factor_due(uow, account)
        uow.commit()
        # Checked before a code is asked for, and again under the lock in `authenticate`.
        check_account(account, AccessMethod.PASSWORD, site_key, uow.now())
    if is_code_due and not given.code:
        raise SecondFactorRequired(field="code")
    code_attempt = count_code_attempt(uow, account.id) if is_code_due else None
    with uow:
        second_factor_at = None
        if code_attempt is not None and given.code:
            # The account row is locked before the rows of its factors, here as in every other transaction.
            locked = check_account(uow.accounts.lock(account.id), AccessMethod.PASSWORD, site_key, uow.now())
            second_factor_at = use_code(uow, codes, sealer, locked, code_attempt, given.code)
        proof = Proof(AccessMethod.PASSWORD, account.id, account.password_hash, second_factor_at)
        opened = authenticate(uow, sealer, site_key, proof, browser)
        uow.commit()
    return opened


def _account_and_limit(
    uow: IdentityUnit, namespace: str, address: str, browser: BrowserIdentity
) -> tuple[Account | None, AttemptLimit]:
    """The account of this address, and the limit of attempts at its password from this device."""
    device_hash = hash_secret(browser.device_secret or "")
    with uow:
        account = uow.accounts.find(namespace, address)
        is_known = uow.devices.knows(account.id if account else NOBODY, device_hash)
    about(account.id if account else None)
    counted = subject("login", namespace, address, device_hash.hex() if is_known else "elsewhere")
    return account, AttemptLimit(counted, "login_attempts")
