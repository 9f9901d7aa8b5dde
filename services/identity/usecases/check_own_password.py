from uuid import UUID

from servicekit.errors import AuthenticationRequired, Invalid

from identity.domain.account import Account, Status
from identity.domain.attempts import subject
from identity.errors import PasswordWrong
from identity.ports import IdentityUnitOfWork, Passwords
from identity.usecases.guesses import Guess, accept_guess, admit_guess, reject_guess


def check_own_password(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    member_id: UUID,
    password: str,
    refusal: type[Invalid] = PasswordWrong,
    field: str = "password",
) -> Account:
    """The account of a member who is logged in and shows once more that it is them.

    Attempts are counted apart from those at the log-in: a session that was stolen cannot lock its owner out.
    """
    with uow:
        account = uow.accounts.get(member_id)
    if account is None or account.status is Status.DELETED:
        raise AuthenticationRequired()
    guess = Guess(subject("own-password", member_id))
    attempt = admit_guess(uow, guess)
    if not passwords.fits(password, account.password_hash):
        reject_guess(attempt, refusal(field=field))
    with uow:
        accept_guess(uow, guess)
        uow.commit()
    return account


def lock_own_account(
    uow: IdentityUnitOfWork, proved: Account, refusal: type[Invalid] = PasswordWrong, field: str = "password"
) -> Account:
    """Lock the account whose password was checked, in the caller's transaction. Raises when it has another by now."""
    account = uow.accounts.lock(proved.id)
    if account is None or account.status is Status.DELETED:
        raise AuthenticationRequired()
    if account.password_hash != proved.password_hash:
        raise refusal(field=field)
    return account
