"""Data inventory of profiles."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from shared.privacy import (
    UNTIL_ERASED,
    Cascades,
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Retained,
    WhileNeeded,
)
from sqlalchemy import delete
from sqlalchemy.orm import Session

from profiles.storage.tables import (
    AcquaintanceRow,
    BlockedPictureRow,
    BlockRow,
    BlockSuspicionRow,
    ComplaintRow,
    ConfirmationRow,
    ConsentRow,
    DecisionRow,
    DeskDecisionRow,
    DeskLeaseRow,
    DuplicatePairRow,
    ErasedRow,
    FactRow,
    PendingSuspensionRow,
    PhotoCheckRow,
    PhotoRow,
    ProfileRow,
    QuarantinedPhotoRow,
    ReadReviewRow,
    RegionRow,
    SearchRow,
    StaffActionRow,
    TownRow,
    UnreferencedMediaRow,
)

PLACES = NotExported("the same for everyone")


def take_back_complaints(session: Session, member_id: UUID) -> int:
    """Delete the complaints by an erased member; complaints about them stay."""
    made: Any = session.execute(delete(ComplaintRow).where(ComplaintRow.reporter_id == member_id))
    return int(made.rowcount)


DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        ProfileRow,
        purpose="show a member to others, as they describe themselves",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
        special=("seeks", "sexuality", "religion"),
    ),
    DataRecord(
        ConsentRow,
        purpose="know the member's consents to special data",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of what identity's export tells in full"),
    ),
    DataRecord(
        PhotoRow,
        purpose="show a member's photos",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("thumbhash", "media", "fingerprint")),
    ),
    DataRecord(
        ComplaintRow,
        purpose="judge a complaint, and tell its reporter the result",
        legal_basis=LegalBasis.LAW,
        erasure=ErasedBy(
            take_back_complaints,
            "what is said about someone who has left is still to be judged, with its proof; only random ids",
            keeps=("about_id",),
        ),
        retention=DeletedAfter(timedelta(days=3 * 365), by="made_at"),
        export=Exported("reporter_id"),
    ),
    DataRecord(
        DecisionRow,
        purpose="record each decision with its person, subject and reasons",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("decisions are evidence; only random ids", ("member_id", "actor_id")),
        retention=DeletedAfter(timedelta(days=3 * 366), by="decided_at", through="forget_decisions"),
        export=Exported("member_id", without=("actor_id",)),
    ),
    DataRecord(
        ConfirmationRow,
        purpose="let two people make an irreversible decision, and record both",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(
            "confirmations are evidence; only random ids",
            ("member_id", "proposed_by", "settled_by"),
        ),
        retention=DeletedAfter(timedelta(days=3 * 366), by="asked_at"),
        export=Exported("member_id", without=("proposed_by", "settled_by")),
    ),
    DataRecord(
        QuarantinedPhotoRow,
        purpose="keep a photo rejected as illegal from everybody until a second person has confirmed it",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("profiles"),
        retention=WhileNeeded("until a second person confirms it, or the desk decides anew after 14 days"),
        export=NotExported("a picture held to be illegal is given to nobody"),
    ),
    DataRecord(
        StaffActionRow,
        purpose="record each look of staff at a member, with time and reason",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("an audit log is evidence; only random ids", ("member_id", "actor_id", "case_id")),
        retention=DeletedAfter(timedelta(days=3 * 366), by="at", through="forget_staff_actions"),
        export=Exported("member_id", without=("actor_id", "reason", "case_id")),
    ),
    DataRecord(
        ReadReviewRow,
        purpose="let a second person look through the looks of staff without a case",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("part of the audit log; only a random id", ("reviewer_id",)),
        retention=DeletedAfter(timedelta(days=3 * 366), by="at"),
        export=NotExported("it names staff, and the looks themselves are exported"),
    ),
    DataRecord(
        PhotoCheckRow,
        purpose="record each answer of the image classifier about a photo",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("an audit log is evidence; only random ids, labels and scores", ("member_id",)),
        retention=DeletedAfter(timedelta(days=3 * 366), by="at", through="forget_photo_checks"),
        export=Exported("member_id", without=("model",)),
    ),
    DataRecord(
        DeskLeaseRow,
        purpose="show an open case of the desk to one person at a time",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("holder_id"),
        retention=DeletedAfter(timedelta(days=1), by="expires_at"),
        export=NotExported("a list of work; the audit log has each look"),
    ),
    DataRecord(
        DeskDecisionRow,
        purpose="let a decision of the desk be undone before it takes effect",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id", "actor_id"),
        retention=WhileNeeded("for ten seconds, until the decision takes effect or is undone"),
        export=NotExported("a list of work; the decisions say it"),
    ),
    DataRecord(
        PendingSuspensionRow,
        purpose="repeat a suspension until identity has confirmed it",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("for seconds, until identity answers"),
        export=NotExported("a list of work; the decisions say it"),
    ),
    DataRecord(
        BlockedPictureRow,
        purpose="recognise a picture that was rejected as illegal, or blocked as evidence, when it comes again",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=5 * 365), by="blocked_at"),
        export=NotExported("hashes from which no picture can be had"),
    ),
    DataRecord(
        DuplicatePairRow,
        purpose="open one case for two members with the same picture, and not another one",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("first_id", "second_id"),
        retention=DeletedAfter(timedelta(days=3 * 365), by="found_at"),
        export=NotExported("it names another member, and the decisions say the rest"),
    ),
    DataRecord(
        UnreferencedMediaRow,
        purpose="delete files that belong to no photo",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until the files are cleared away, ten minutes later"),
        export=NotExported("random names of files"),
    ),
    DataRecord(
        BlockSuspicionRow,
        purpose="offer a member an account that may be the new one of a person they blocked",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("blocker_id", "suspect_id", "blocked_id"),
        retention=DeletedAfter(timedelta(days=365), by="found_at"),
        export=NotExported("a guess about another member, which would tell them who has blocked them"),
    ),
    DataRecord(
        BlockRow,
        purpose="keep two members apart",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=Exported("blocker_id"),
    ),
    DataRecord(
        SearchRow,
        purpose="find members by the criteria of search",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=NotExported("it repeats the profile"),
        special=("seeks", "traits", "traits_2"),
    ),
    DataRecord(
        FactRow,
        purpose="count and find members with rare traits",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("search_rows"),
        retention=UNTIL_ERASED,
        export=NotExported("it repeats the profile"),
        special=("sought", "traits", "traits_2"),
    ),
    DataRecord(
        ErasedRow,
        purpose="keep late events from creating a profile of an erased member",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("only their random id", ("member_id",)),
        retention=WhileNeeded("as long as late events can come"),
        export=NotExported("only of those who are gone"),
    ),
    DataRecord(
        AcquaintanceRow,
        purpose="show invisible members to their conversation partners",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "other_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of what chat holds"),
    ),
    DataRecord(RegionRow, "name places", LegalBasis.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
    DataRecord(TownRow, "name places", LegalBasis.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
)

# Events with the email addresses of visitors who complain, for the receipt.
SHORT_LIVED = (ComplaintReceived, ComplaintDecided)
