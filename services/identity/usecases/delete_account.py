from datetime import datetime
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import MemberDeleted
from servicekit.errors import AuthenticationRequired

from identity.domain.account import Status
from identity.errors import PasswordWrong
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.check_own_password import check_own_password
from identity.usecases.end_sessions import announce_revoked
from identity.usecases.send_reactivation import send_reactivation


def delete_account(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, member_id: UUID, password: str
) -> datetime:
    """Take the member off the site at once and end all sessions. Returns until when the account can come back."""
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        account = uow.accounts.lock(member_id)
        if account is None or account.status is Status.DELETED:
            raise AuthenticationRequired()
        # While the password was being checked it may have been changed.
        if account.password_hash != proved.password_hash:
            raise PasswordWrong(field="password")
        now = uow.now()
        reactivate_until = account.delete(now)
        uow.accounts.save(account)
        announce_revoked(uow, uow.sessions.end_all(member_id), now)
        uow.announce(MemberDeleted(member_id=str(member_id), reactivate_until=_stamp(reactivate_until)))
        send_reactivation(uow, seal, account, reactivate_until)
        uow.commit()
    return reactivate_until


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
