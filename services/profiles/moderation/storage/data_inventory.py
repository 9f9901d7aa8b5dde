"""Data inventory of moderation."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from shared.privacy import (
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Overwritten,
    Retained,
    WhileNeeded,
)
from sqlalchemy import and_, delete, or_, update
from sqlalchemy.orm import Session

from profiles.moderation.domain.moderation import Kind
from profiles.moderation.domain.rules import SIMULATED_DAYS
from profiles.moderation.storage.tables import (
    CaseNoteRow,
    ComplaintRow,
    ConfirmationRow,
    DecisionRow,
    DeskCaseRow,
    DeskDecisionRow,
    DeskLeaseRow,
    DeskMessageRow,
    DeskRuleRow,
    DuplicatePairRow,
    FraudScoreRow,
    LikePaceRow,
    PendingSuspensionRow,
    QualityReviewRow,
    ReadReviewRow,
    RuleMatchRow,
    SavedReplyRow,
    StaffActionRow,
    TransparencyReportRow,
)


def take_back_complaints(session: Session, member_id: UUID) -> int:
    """Delete the complaints by an erased member, and their requests for verification; complaints about them stay, and
    so do those that hide somebody until a person decides them, without their reporter."""
    is_request = and_(ComplaintRow.kind == Kind.VERIFICATION.value, ComplaintRow.about_id == member_id)
    hides = and_(ComplaintRow.hides_for.is_not(None), ComplaintRow.decided_at.is_(None))
    is_theirs = ComplaintRow.reporter_id == member_id
    kept: Any = session.execute(
        update(ComplaintRow).where(is_theirs, hides).values(reporter_id=None, reporter_email=None)
    )
    made: Any = session.execute(delete(ComplaintRow).where(or_(is_theirs, is_request)))
    return int(kept.rowcount) + int(made.rowcount)


def take_back_notes(session: Session, member_id: UUID) -> int:
    """Delete the notes on an erased member; those that they wrote as staff stay."""
    notes: Any = session.execute(delete(CaseNoteRow).where(CaseNoteRow.member_id == member_id))
    return int(notes.rowcount)


def take_back_messages(session: Session, member_id: UUID) -> int:
    """Delete the messages to an erased member; those that they wrote as staff stay."""
    messages: Any = session.execute(delete(DeskMessageRow).where(DeskMessageRow.member_id == member_id))
    return int(messages.rowcount)


DATA_INVENTORY: tuple[DataRecord, ...] = (
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
        # What a report did to the reported member is theirs.
        export=Exported("reporter_id", without=("hides_for",)),
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
        DeskCaseRow,
        purpose="assign an open case of the desk to one person, and label it",
        legal_basis=LegalBasis.INTEREST,
        erasure=Overwritten("assignee_id", {"assignee_id": None}, "the case waits for somebody else"),
        retention=DeletedAfter(timedelta(days=365), by="changed_at"),
        export=NotExported("a list of work of the desk, without the member of the case"),
    ),
    DataRecord(
        CaseNoteRow,
        purpose="let staff who work on a case know what others found out about it",
        legal_basis=LegalBasis.LAW,
        erasure=ErasedBy(
            take_back_notes,
            "notes on others stay with the random id of their author",
            keeps=("author_id",),
        ),
        retention=DeletedAfter(timedelta(days=3 * 365), by="written_at"),
        export=Exported("member_id", without=("author_id", "case_id")),
    ),
    DataRecord(
        QualityReviewRow,
        purpose="let a second person make a decision of the desk again, to know how often two agree",
        legal_basis=LegalBasis.INTEREST,
        erasure=Overwritten(
            "member_id",
            {"member_id": None, "about": None, "facts": None},
            "the agreement of two people at the desk stays, without the member",
            keeps=("decided_by", "second_by", "settled_by"),
        ),
        retention=DeletedAfter(timedelta(days=365), by="decided_at"),
        export=Exported("member_id", without=("decided_by", "second_by", "settled_by", "case_id", "reports")),
    ),
    DataRecord(
        DeskMessageRow,
        purpose="write to a member about a case, or ask a reporter, and keep the answer with the case",
        legal_basis=LegalBasis.LAW,
        erasure=ErasedBy(
            take_back_messages,
            "messages to others stay with the random id of their author",
            keeps=("author_id",),
        ),
        retention=DeletedAfter(timedelta(days=3 * 365), by="sent_at"),
        export=Exported("member_id", without=("author_id", "case_id")),
    ),
    DataRecord(
        SavedReplyRow,
        purpose="keep texts of the desk for messages and decisions",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until the desk deletes it"),
        export=NotExported("texts of the desk about nobody"),
    ),
    DataRecord(
        FraudScoreRow,
        purpose="sort open cases by signs of fraud, which it shows; it decides nothing",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("until the last open case about the member is decided"),
        export=Exported("member_id"),
    ),
    DataRecord(
        LikePaceRow,
        purpose="show a case that its member liked many members within a minute, as a sign of fraud",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=SIMULATED_DAYS), by="minute"),
        export=Exported("member_id"),
    ),
    DataRecord(
        DeskRuleRow,
        purpose="match contents with rules of the desk, which sort cases or hide until a person decides",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("the two people of a rule are evidence; only random ids", ("proposed_by", "confirmed_by")),
        retention=WhileNeeded("until the desk deletes it"),
        export=NotExported("rules about contents; it names staff alone"),
    ),
    DataRecord(
        RuleMatchRow,
        purpose="show a case the rules that it matched, and count decisions by rule",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=3 * 365), by="matched_at"),
        export=Exported("member_id", without=("complaint_id",)),
    ),
    DataRecord(
        TransparencyReportRow,
        purpose="show members the figures of the last transparency report",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("for as long as the site is run"),
        export=NotExported("counts about nobody"),
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
        DuplicatePairRow,
        purpose="open one case for two members with the same picture, and not another one",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("first_id", "second_id"),
        retention=DeletedAfter(timedelta(days=3 * 365), by="found_at"),
        export=NotExported("it names another member, and the decisions say the rest"),
    ),
)

# Events with the email addresses of visitors who complain, for the receipt.
SHORT_LIVED = (ComplaintReceived, ComplaintDecided)
