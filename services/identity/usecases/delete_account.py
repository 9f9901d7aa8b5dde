from datetime import datetime
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import MemberDeleted

from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork, Passwords, Seal
from identity.usecases.check_own_password import check_own_password, lock_own_account
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.send_reactivation import send_reactivation


def delete_account(
    uow: IdentityUnitOfWork, passwords: Passwords, seal: Seal, member_id: UUID, password: str
) -> datetime:
    """Take the member off the site at once and end all sessions. Returns until when the account can come back."""
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        account = lock_own_account(uow, proved)
        now = uow.now()
        reactivate_until = account.delete(now)
        uow.accounts.save(account)
        # A copy of their data that waits to be fetched stays: it was theirs before they left.
        revoke_credentials(uow, account, now, keep=[Purpose.EXPORT])
        uow.announce(MemberDeleted(member_id=str(member_id), reactivate_until=_stamp(reactivate_until)))
        send_reactivation(uow, seal, account, reactivate_until)
        uow.commit()
    return reactivate_until


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
