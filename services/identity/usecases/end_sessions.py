from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import NotFound

from identity.domain.session import TOKEN_LASTS
from identity.events.published import session_revoked
from identity.storage import IdentityUnit

# Tokens have the time of a web process, revocations that of the database; and a renewal that read the session just
# before its end issues one more token.
CLOCK_SKEW = timedelta(minutes=1)
BATCH = 500


def end_session(uow: IdentityUnit, member_id: UUID, session_id: UUID) -> None:
    """End one of the member's own sessions; its tokens are refused everywhere within seconds."""
    with uow:
        if not uow.sessions.end_one(member_id, session_id):
            raise NotFound()
        announce_revoked(uow, [session_id], uow.now())
        uow.commit()


def end_other_sessions(uow: IdentityUnit, member_id: UUID, session_id: UUID) -> int:
    """End all of the member's sessions except this one. Returns their number."""
    with uow:
        ended = uow.sessions.end_all(member_id, except_id=session_id)
        announce_revoked(uow, ended, uow.now())
        uow.commit()
    return len(ended)


def end_sessions_of(uow: IdentityUnit, member_id: UUID) -> int:
    """End all of a member's sessions. Returns their number."""
    with uow:
        ended = uow.sessions.end_all(member_id)
        announce_revoked(uow, ended, uow.now())
        uow.commit()
    return len(ended)


def end_every_session(uow: IdentityUnit) -> int:
    """End the sessions of all members and staff, in batches that hold row locks briefly. Returns their number."""
    count = 0
    while True:
        with uow:
            ended = uow.sessions.end_some(BATCH)
            announce_revoked(uow, ended, uow.now())
            uow.commit()
        count += len(ended)
        if len(ended) < BATCH:
            return count


def announce_revoked(uow: IdentityUnit, session_ids: Sequence[UUID], at: datetime) -> None:
    """Refuse the tokens of these sessions, in the transaction that ends them.

    Every process reads them from a stream (`identity.revocation_stream`). The event ends the pushes to their devices.
    """
    until = at + TOKEN_LASTS + CLOCK_SKEW
    uow.sessions.revoke(session_ids, until)
    for session_id in session_ids:
        uow.announce(session_revoked(session_id, until))
