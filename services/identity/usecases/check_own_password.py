from uuid import UUID

from servicekit.errors import AuthenticationRequired, Invalid

from identity.domain.account import Account, Status
from identity.domain.attempts import subject
from identity.errors import LoginBlocked, PasswordWrong
from identity.ports import IdentityUnitOfWork, Passwords

ATTEMPTS, MINUTES = 5, 15


def check_own_password(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    member_id: UUID,
    password: str,
    refusal: type[Invalid] = PasswordWrong,
    field: str = "password",
) -> Account:
    """The account of a member who is logged in and shows once more that it is them.

    Attempts are counted apart from those at the door: a session that was stolen cannot lock its owner out.
    """
    counted = subject("own-password", member_id)
    with uow:
        account = uow.accounts.get(member_id)
        if account is None or account.status is Status.DELETED:
            raise AuthenticationRequired()
        attempt = uow.attempts.take(counted, ATTEMPTS, MINUTES)
        uow.commit()
    blocked = LoginBlocked(retry_after_seconds=attempt.minutes_left * 60, minutes=attempt.minutes_left)
    if not attempt.is_allowed:
        raise blocked
    if not passwords.fits(password, account.password_hash):
        raise blocked if attempt.minutes_left else refusal(field=field)
    with uow:
        uow.attempts.clear(counted)
        uow.commit()
    return account
