"""Changes of how an account is opened need a proof as strong as what they change."""

from datetime import timedelta
from uuid import UUID

from servicekit.errors import AuthenticationRequired, Forbidden
from servicekit.web.rate_limit import RateLimiter

from identity.domain.second_factor import new_recovery_codes, recovery_hash
from identity.domain.token import Purpose
from identity.errors import SecondFactorRequired
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.ask_for_mail import ask_for_mail
from identity.usecases.authenticate import is_second_factor_due
from identity.usecases.check_own_password import check_own_password, lock_own_account

# Long enough for the dialog that follows, too short for a stolen session to find the proof still good.
FRESH = timedelta(minutes=5)
MAILED_CODE_LASTS = timedelta(minutes=15)


def require_fresh_second_factor(uow: IdentityUnitOfWork, member_id: UUID, session_id: UUID) -> None:
    """Raise SecondFactorRequired unless this session has proved a second factor in the last minutes.

    Without an authenticator app and passkeys there is nothing to prove, and the password is enough.
    """
    if not has_second_factor(uow, member_id):
        return
    session = next((each for each in uow.sessions.of(member_id) if each.id == session_id), None)
    if session is None:
        raise AuthenticationRequired()
    if session.second_factor_at is None or session.second_factor_at + FRESH < uow.now():
        raise SecondFactorRequired(field="code")


def has_second_factor(uow: IdentityUnitOfWork, member_id: UUID) -> bool:
    is_app_on = uow.authenticators.sealed_secret(member_id, confirmed=True) is not None
    return is_app_on or bool(uow.passkeys.of(member_id))


def mail_code(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, limiter: RateLimiter, member_id: UUID, password: str
) -> None:
    """Mail a code that proves a second factor once, to a member whose only one is a passkey.

    Without it a lost passkey could never be removed: recovery codes come with an authenticator app. A thief of the
    session has neither password nor mailbox. Staff get none: at the desk a mailbox is not enough.
    """
    proved = check_own_password(uow, passwords, member_id, password)
    code = new_recovery_codes()[0]
    with uow:
        account = lock_own_account(uow, proved)
        if account.is_staff:
            raise Forbidden()
        if is_second_factor_due(uow, account):
            raise SecondFactorRequired(field="code")
        limiter.take_within(uow.session, "code_mail", {"member": member_id})
        until = uow.now() + MAILED_CODE_LASTS
        uow.tokens.replace(member_id, Purpose.SECOND_FACTOR, recovery_hash(member_id, code), until)
        ask_for_mail(uow, seal, account, "factor_code", code=code)
        uow.commit()
