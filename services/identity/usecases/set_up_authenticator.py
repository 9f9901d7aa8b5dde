from dataclasses import dataclass
from uuid import UUID

from servicekit.errors import AuthenticationRequired

from identity.domain.attempts import subject
from identity.domain.second_factor import new_recovery_codes, recovery_hash
from identity.domain.session import Session
from identity.errors import AuthenticatorInUse, AuthenticatorMissing, CodeWrong
from identity.ports import Codes, IdentityUnitOfWork, Passwords, Seal
from identity.usecases.check_own_password import check_own_password
from identity.usecases.fresh_second_factor import require_fresh_second_factor
from identity.usecases.guesses import Guess, accept_guess, admit_guess, reject_guess
from identity.usecases.tell_of_security import tell_of_security


@dataclass(frozen=True)
class NewAuthenticator:
    written: str
    address: str


def begin_authenticator(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    codes: Codes,
    issuer: str,
    member_id: UUID,
    session_id: UUID,
    password: str,
) -> NewAuthenticator:
    """A secret for an authenticator app. It counts once the app has shown a right code.

    Where there is a passkey, this session must have proved a second factor just now.
    """
    account = check_own_password(uow, passwords, member_id, password)
    secret = codes.new_secret()
    with uow:
        require_fresh_second_factor(uow, member_id, session_id)
        if not uow.authenticators.begin(member_id, codes.close(secret)):
            raise AuthenticatorInUse()
        uow.commit()
    return NewAuthenticator(codes.written(secret), codes.address(secret, account.email, issuer))


def confirm_authenticator(
    uow: IdentityUnitOfWork, codes: Codes, seal: Seal, member_id: UUID, session_id: UUID, code: str
) -> tuple[list[str], Session]:
    """From now on logging in takes a code. Returns the recovery codes, this once, and the session, which proved it."""
    guess = Guess(subject("first-code", member_id))
    attempt = admit_guess(uow, guess)
    recovery = new_recovery_codes()
    with uow:
        now = uow.now()
        sealed = uow.authenticators.sealed_secret(member_id, confirmed=False)
        if sealed is None:
            raise AuthenticatorMissing()
        step = codes.step_of(codes.open(sealed), code, now)
        if step is None:
            reject_guess(attempt, CodeWrong(field="code"))
        if not uow.authenticators.confirm(member_id):
            raise AuthenticatorInUse()
        uow.authenticators.use_step(member_id, step)
        uow.authenticators.replace_recovery_codes(member_id, [recovery_hash(member_id, each) for each in recovery])
        accept_guess(uow, guess)
        session = uow.sessions.prove_second_factor(member_id, session_id, now)
        if session is None:
            raise AuthenticationRequired()
        tell_of_security(uow, seal, member_id, "authenticator_added")
        uow.commit()
    return recovery, session


def remove_authenticator(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, member_id: UUID, session_id: UUID, password: str
) -> None:
    """Logging in takes the password alone again. This session must have proved a second factor just now."""
    check_own_password(uow, passwords, member_id, password)
    with uow:
        require_fresh_second_factor(uow, member_id, session_id)
        if not uow.authenticators.remove(member_id):
            raise AuthenticatorMissing()
        tell_of_security(uow, seal, member_id, "authenticator_removed")
        uow.commit()


def renew_recovery_codes(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, member_id: UUID, session_id: UUID, password: str
) -> list[str]:
    """Ten new codes; the old ones stop working. This session must have proved a second factor just now."""
    check_own_password(uow, passwords, member_id, password)
    recovery = new_recovery_codes()
    with uow:
        require_fresh_second_factor(uow, member_id, session_id)
        if uow.authenticators.sealed_secret(member_id, confirmed=True) is None:
            raise AuthenticatorMissing()
        uow.authenticators.replace_recovery_codes(member_id, [recovery_hash(member_id, each) for each in recovery])
        tell_of_security(uow, seal, member_id, "recovery_codes_made")
        uow.commit()
    return recovery
