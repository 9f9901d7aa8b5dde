from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import AuthenticationRequired

from identity.domain.account import Account
from identity.domain.attempts import subject
from identity.domain.second_factor import new_recovery_codes, recovery_hash
from identity.domain.session import Session
from identity.errors import AuthenticatorInUse, AuthenticatorMissing, CodeWrong, SecondFactorNeeded
from identity.one_time_codes import OneTimeCodes
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.attempt_limits import AttemptLimit, clear_attempts, count_attempt, fail_attempt
from identity.usecases.notify_security_change import notify_security_change
from identity.usecases.own_account import check_own_password, lock_own_account, lock_own_session
from identity.usecases.require_second_factor import require_fresh_second_factor, require_second_factor


@dataclass(frozen=True)
class NewAuthenticator:
    """The secret of an authenticator app: in groups of four for typing, and as an `otpauth:` URI for a QR code."""

    secret: str
    uri: str


def begin_authenticator(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    codes: OneTimeCodes,
    issuer: str,
    member_id: UUID,
    session_id: UUID,
    password: str,
) -> NewAuthenticator:
    """Begin to set up an authenticator app. It counts once the app has shown a right code.

    An account with a passkey needs a fresh proof of a second factor in this session. Raises AuthenticatorInUse.
    """
    proved = check_own_password(uow, passwords, member_id, password)
    secret = codes.new_secret()
    with uow:
        account = _lock_with_fresh_factor(uow, proved, session_id)
        if not uow.authenticators.begin(member_id, codes.seal_secret(secret)):
            raise AuthenticatorInUse()
        uow.commit()
    return NewAuthenticator(codes.grouped(secret), codes.provisioning_uri(secret, account.email, issuer))


def confirm_authenticator(
    uow: IdentityUnit, codes: OneTimeCodes, sealer: MailSealer, member_id: UUID, session_id: UUID, code: str
) -> tuple[list[str], Session]:
    """Let logging in take a code from now on. Returns the recovery codes and the session, which has proved a factor.

    Only hashes of the recovery codes are stored. Raises CodeWrong, LoginBlocked, AuthenticatorMissing for an app that
    was not begun, or AuthenticatorInUse.
    """
    limit = AttemptLimit(subject("first-code", member_id))
    attempt = count_attempt(uow, limit)
    recovery = new_recovery_codes()
    with uow:
        _, own_session = lock_own_session(uow, member_id, session_id)
        require_second_factor(uow, own_session)
        now = uow.now()
        sealed = uow.authenticators.sealed_secret(member_id, confirmed=False)
        if sealed is None:
            raise AuthenticatorMissing()
        step = codes.matching_step(codes.unseal_secret(sealed), code, now)
        if step is None:
            fail_attempt(attempt, CodeWrong(field="code"))
        if not uow.authenticators.confirm(member_id):
            raise AuthenticatorInUse()
        uow.authenticators.use_step(member_id, step)
        uow.authenticators.replace_recovery_codes(member_id, [recovery_hash(member_id, each) for each in recovery])
        clear_attempts(uow, limit)
        session = uow.sessions.prove_second_factor(member_id, session_id, now)
        if session is None:
            raise AuthenticationRequired()
        notify_security_change(uow, sealer, member_id, "authenticator_added")
        uow.commit()
    return recovery, session


def remove_authenticator(
    uow: IdentityUnit, passwords: Argon2Passwords, sealer: MailSealer, member_id: UUID, session_id: UUID, password: str
) -> None:
    """Let logging in take the password alone again. Needs a fresh proof of a second factor in this session.

    Raises SecondFactorNeeded for an account of staff without a passkey.
    """
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        account = _lock_with_fresh_factor(uow, proved, session_id)
        if account.staff is not None and not uow.passkeys.of(member_id):
            raise SecondFactorNeeded()
        if not uow.authenticators.remove(member_id):
            raise AuthenticatorMissing()
        notify_security_change(uow, sealer, member_id, "authenticator_removed")
        uow.commit()


def renew_recovery_codes(
    uow: IdentityUnit, passwords: Argon2Passwords, sealer: MailSealer, member_id: UUID, session_id: UUID, password: str
) -> list[str]:
    """Replace the recovery codes by ten new ones. Needs a fresh proof of a second factor in this session."""
    proved = check_own_password(uow, passwords, member_id, password)
    recovery = new_recovery_codes()
    with uow:
        _lock_with_fresh_factor(uow, proved, session_id)
        if uow.authenticators.sealed_secret(member_id, confirmed=True) is None:
            raise AuthenticatorMissing()
        uow.authenticators.replace_recovery_codes(member_id, [recovery_hash(member_id, each) for each in recovery])
        notify_security_change(uow, sealer, member_id, "recovery_codes_made")
        uow.commit()
    return recovery


def _lock_with_fresh_factor(uow: IdentityUnit, proved: Account, session_id: UUID) -> Account:
    """Lock the account whose password was verified, and require a fresh second factor of the session."""
    account = lock_own_account(uow, proved)
    _, session = lock_own_session(uow, account.id, session_id)
    require_fresh_second_factor(uow, session)
    return account
