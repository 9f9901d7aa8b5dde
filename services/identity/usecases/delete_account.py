from datetime import datetime
from uuid import UUID

from identity.domain.account import Account
from identity.domain.token import Purpose
from identity.events.published import member_deleted
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.own_account import check_own_password, lock_own_account
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.send_reactivation import send_reactivation


def delete_account(
    uow: IdentityUnit, passwords: Argon2Passwords, sealer: MailSealer, member_id: UUID, password: str
) -> datetime:
    """Delete the account and end all sessions. Returns the time until which it can be reactivated."""
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        reactivate_until = delete_locked_account(uow, sealer, lock_own_account(uow, proved))
        uow.commit()
    return reactivate_until


def delete_locked_account(uow: IdentityUnit, sealer: MailSealer, account: Account) -> datetime:
    """Delete an account and end all sessions, in the caller's transaction, which has locked it."""
    now = uow.now()
    reactivate_until = account.delete(now)
    uow.accounts.save(account)
    # An export that is ready stays: the member has a right to it after leaving, too.
    revoke_credentials(uow, account, now, keep=[Purpose.EXPORT])
    uow.announce(member_deleted(account.id, reactivate_until))
    send_reactivation(uow, sealer, account, reactivate_until)
    return reactivate_until
