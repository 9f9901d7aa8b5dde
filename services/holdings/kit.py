"""What the kit's own tables hold, the same in every service."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from servicekit.storage.tables import (
    AnswerRow,
    ErasedRow,
    InboxRow,
    OutboxRow,
    ParkedEvent,
    RateLimitRow,
    RevocationCheck,
    RevokedSession,
    StreamRow,
)
from sqlalchemy import text
from sqlalchemy.orm import Session

from holdings.declare import (
    UNTIL_ERASED,
    Deleted,
    Done,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Untaken,
    WhileNeeded,
)

# A stream that was lost is told again from the outbox: so long an event can still come, and must be known as handled.
TOLD_AGAIN = timedelta(days=30)
HANDLED = TOLD_AGAIN + timedelta(days=15)

FORGET_PARKED = text(
    """
    DELETE FROM kit.parked_events WHERE position(convert_to(:id, 'UTF8') IN payload) > 0
    AND split_part(subject, '.', 2) NOT IN ('MemberErased', 'MemberDataErased')
    """
)


def forget_parked(session: Session, member_id: UUID) -> int:
    """Delete the parked events that name this member, but not those that say that the member is erased."""
    forgotten: Any = session.execute(FORGET_PARKED, {"id": str(member_id)})
    return int(forgotten.rowcount)


OWN_WORK = Untaken("it only repeats what the service's tables say")

KIT: tuple[Holding, ...] = (
    Holding(
        OutboxRow,
        purpose="tell the other services, and tell them again after a lost stream",
        ground=Ground.CONTRACT,
        erased=Kept("swept within the hour; what tells of the erasure stays until it is forgotten", ("payload",)),
        kept=Forgotten(TOLD_AGAIN, by="published_at"),
        taken=OWN_WORK,
    ),
    Holding(
        InboxRow,
        purpose="give each event its effect once",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(HANDLED, by="handled_at"),
        taken=OWN_WORK,
    ),
    Holding(
        ParkedEvent,
        purpose="mend what could not be handled",
        ground=Ground.CONTRACT,
        erased=Done(forget_parked, "an event about who is gone has no effect any more"),
        kept=Forgotten(TOLD_AGAIN, by="parked_at"),
        taken=OWN_WORK,
    ),
    Holding(
        StreamRow,
        purpose="notice a stream that was lost",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=WhileNeeded("one row"),
        taken=OWN_WORK,
    ),
    Holding(
        AnswerRow,
        purpose="give a retry the answer of the first try",
        ground=Ground.CONTRACT,
        erased=Deleted("actor"),
        # The same key has the same answer for ever.
        kept=UNTIL_ERASED,
        taken=OWN_WORK,
    ),
    Holding(
        RevokedSession,
        purpose="refuse the tokens of a session that was ended",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=1), by="expires_at"),
        taken=OWN_WORK,
    ),
    Holding(
        RateLimitRow,
        purpose="bound guesses, sign-ups and mails; subjects are hashes",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(0), by="expires_at"),
        taken=Untaken("hashes and counts"),
    ),
    Holding(
        RevocationCheck,
        purpose="know how old the list of revoked sessions is",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=WhileNeeded("one row"),
        taken=OWN_WORK,
    ),
    Holding(
        ErasedRow,
        purpose="let nothing told late bring an erased member back",
        ground=Ground.LAW,
        erased=Kept("only their random id, to prove and repeat the erasure", ("member_id",)),
        kept=WhileNeeded("as long as backups and late events can bring something back"),
        taken=Untaken("only of those who are gone"),
    ),
)
