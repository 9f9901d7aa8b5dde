from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.events_pb2 import SessionRevoked
from servicekit.errors import NotFound

from identity.domain.session import TOKEN_LASTS
from identity.ports import IdentityUnitOfWork

# Tokens carry a web process's clock, revocations the database's; and a renewal that read the session just before it
# ended issues one more token.
CLOCKS_DIFFER = timedelta(minutes=1)


def end_session(uow: IdentityUnitOfWork, member_id: UUID, session_id: UUID) -> None:
    """End one of the member's own sessions; its tokens are refused everywhere within seconds."""
    with uow:
        if not uow.sessions.end_one(member_id, session_id):
            raise NotFound()
        announce_revoked(uow, [session_id], uow.now())
        uow.commit()


def end_other_sessions(uow: IdentityUnitOfWork, member_id: UUID, session_id: UUID) -> int:
    """End all of the member's sessions but this one. Returns how many there were."""
    with uow:
        ended = uow.sessions.end_all(member_id, but=session_id)
        announce_revoked(uow, ended, uow.now())
        uow.commit()
    return len(ended)


def announce_revoked(uow: IdentityUnitOfWork, session_ids: Sequence[UUID], at: datetime) -> None:
    """Refuse the tokens of these sessions, in the transaction that ends them.

    Identity stores the revocation itself, so that it needs no event to know it and every service can ask for it
    (SessionService.ListRevoked); the event makes it faster.
    """
    until = at + TOKEN_LASTS + CLOCKS_DIFFER
    uow.sessions.revoke(session_ids, until)
    refused_until = Timestamp()
    refused_until.FromDatetime(until)
    for session_id in session_ids:
        uow.announce(SessionRevoked(session_id=str(session_id), expires_at=refused_until))
