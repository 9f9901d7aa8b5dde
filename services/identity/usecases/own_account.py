"""Checks on members who change their own account: the password, and the session they act in.

A password is verified outside a transaction, because argon2 takes tens of milliseconds. In the time until the change
the account may get another password, another role or a suspension, and the session may end. So every change locks the
account row first and checks again under the lock. Each use case that revokes sessions, grants a role, suspends or
deletes locks the same row.
"""

from uuid import UUID

from shared.kit.core import AuthenticationRequired, Invalid

from identity.domain.account import Account, Status
from identity.domain.attempts import subject
from identity.domain.session import Session
from identity.errors import PasswordWrong
from identity.passwords import Argon2Passwords
from identity.storage import IdentityUnit
from identity.usecases.attempt_limits import AttemptLimit, clear_attempts, count_attempt, fail_attempt
from identity.usecases.rehash_password import rehash_password


def check_own_password(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    member_id: UUID,
    password: str,
    refusal: type[Invalid] = PasswordWrong,
    field: str = "password",
) -> Account:
    """The account of a logged-in member who has entered their password once more.

    Attempts are counted apart from log-ins, so that the thief of a session cannot lock its owner out. Raises `refusal`
    for a wrong password, LoginBlocked after too many, AuthenticationRequired for an account that was deleted.
    """
    with uow:
        account = uow.accounts.get(member_id)
    if account is None or account.status is Status.DELETED:
        raise AuthenticationRequired()
    limit = AttemptLimit(subject("own-password", member_id))
    attempt = count_attempt(uow, limit)
    if not passwords.verify(password, account.password_hash):
        fail_attempt(attempt, refusal(field=field))
    account = rehash_password(uow, passwords, account, password)
    with uow:
        clear_attempts(uow, limit)
        uow.commit()
    return account


def lock_own_account(
    uow: IdentityUnit, proved: Account, refusal: type[Invalid] = PasswordWrong, field: str = "password"
) -> Account:
    """Lock the account whose password was verified, in the caller's transaction.

    Raises `refusal` if it has another password by now, and AuthenticationRequired if it was deleted.
    """
    account = uow.accounts.lock(proved.id)
    if account is None or account.status is Status.DELETED:
        raise AuthenticationRequired()
    if account.password_hash != proved.password_hash:
        raise refusal(field=field)
    return account


def lock_own_session(uow: IdentityUnit, member_id: UUID, session_id: UUID) -> tuple[Account, Session]:
    """Lock the account of a logged-in member and the session they act in, in the caller's transaction.

    Raises AuthenticationRequired if the session has ended by now, as it does with a suspension, a deletion, a new
    password and the loss of a role.
    """
    account = uow.accounts.lock(member_id)
    session = uow.sessions.lock(member_id, session_id)
    if account is None or session is None:
        raise AuthenticationRequired()
    return account, session
