"""Data inventory of the kit's own tables, the same in every service."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.orm import Session

from shared.kit.core import ERASURE_EVENTS
from shared.kit.db import (
    AppliedState,
    ErasedRow,
    IdempotencyKeyRow,
    InboxRow,
    OutboxRow,
    ParkedEvent,
    RateLimitRow,
    RevocationCheck,
    RevokedSession,
    StreamRow,
)
from shared.privacy.declare import (
    UNTIL_ERASED,
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    LegalBasis,
    NotExported,
    NotPersonal,
    Retained,
    WhileNeeded,
)

# A lost stream is published again from the outbox: events this old can still be redelivered, so the inbox keeps their
# ids for longer.
REPUBLISHED = timedelta(days=30)
HANDLED = REPUBLISHED + timedelta(days=15)

FORGET_PARKED = text(
    """
    DELETE FROM kit.parked_events WHERE position(convert_to(:id, 'UTF8') IN payload) > 0
    AND split_part(subject, '.', 2) != ALL(:erasure_events)
    """
).bindparams(erasure_events=list(ERASURE_EVENTS))


def forget_parked(session: Session, member_id: UUID) -> int:
    """Delete the parked events that name this member, but not those that say that the member is erased."""
    forgotten: Any = session.execute(FORGET_PARKED, {"id": str(member_id)})
    return int(forgotten.rowcount)


OWN_WORK = NotExported("it only repeats data of the service's tables")

KIT: tuple[DataRecord, ...] = (
    DataRecord(
        OutboxRow,
        purpose="publish events to the other services, again after a lost stream",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Retained(
            "swept within the hour; events of the erasure itself stay until retention deletes them", ("payload",)
        ),
        retention=DeletedAfter(REPUBLISHED, by="published_at", through="kit.forget_outbox"),
        export=OWN_WORK,
    ),
    DataRecord(
        InboxRow,
        purpose="give each event its effect once",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(HANDLED, by="handled_at", through="kit.forget_inbox"),
        export=OWN_WORK,
    ),
    DataRecord(
        AppliedState,
        purpose="let no event undo a newer one; keys are digests",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        # As long as an older event can still be redelivered.
        retention=DeletedAfter(HANDLED, by="applied_at"),
        export=OWN_WORK,
    ),
    DataRecord(
        ParkedEvent,
        purpose="replay events that could not be handled, once the cause is fixed",
        legal_basis=LegalBasis.CONTRACT,
        erasure=ErasedBy(forget_parked, "events about an erased member have no effect any more"),
        retention=DeletedAfter(REPUBLISHED, by="parked_at"),
        export=OWN_WORK,
    ),
    DataRecord(
        StreamRow,
        purpose="notice a stream that was lost",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("one row"),
        export=OWN_WORK,
    ),
    DataRecord(
        IdempotencyKeyRow,
        purpose="give a retry the answer of the first try",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("actor"),
        # The same key has the same answer for ever.
        retention=UNTIL_ERASED,
        export=OWN_WORK,
    ),
    DataRecord(
        RevokedSession,
        purpose="refuse the tokens of a session that was ended",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=1), by="expires_at"),
        export=OWN_WORK,
    ),
    DataRecord(
        RateLimitRow,
        purpose="bound guesses, sign-ups and mails; subjects are hashes",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(0), by="expires_at"),
        export=NotExported("hashes and counts"),
    ),
    DataRecord(
        RevocationCheck,
        purpose="know how old the list of revoked sessions is",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("one row"),
        export=OWN_WORK,
    ),
    DataRecord(
        ErasedRow,
        purpose="keep late events from bringing an erased member back",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("only their random id, to prove and repeat the erasure", ("member_id",)),
        retention=WhileNeeded("as long as backups and late events can bring something back"),
        export=NotExported("only of erased members"),
    ),
)
