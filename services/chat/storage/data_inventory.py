"""Data inventory of chat. Messages stay with the partner after an erasure: they are the partner's, too."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.privacy import (
    UNTIL_ERASED,
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
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from chat.domain.call import CallState
from chat.storage import retractions
from chat.storage.tables import (
    BlockRow,
    CallRow,
    ConversationRow,
    FeedHeadRow,
    FeedRow,
    FictionalLeaseRow,
    FraudNoticeRow,
    GreetingRow,
    HiddenContactRow,
    MemberRow,
    MessageRow,
    OpenCallRow,
    ParticipationRow,
    ReactionRow,
    RetractedContentRow,
    StatusChangeRow,
    UnreferencedFileRow,
    WithdrawnSendRow,
)

THE_PARTNERS = "it is the partner's conversation, too; of the erased it names only a random id"


def messages_of(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    """Both sides of every conversation, as the member could read them."""
    rows = session.execute(
        select(
            MessageRow.id,
            MessageRow.conversation_id,
            MessageRow.seq,
            MessageRow.sender_id,
            MessageRow.kind,
            MessageRow.text,
            MessageRow.gift,
            MessageRow.call,
            MessageRow.sent_at,
            MessageRow.undelivered_at,
            MessageRow.reply_to,
            MessageRow.retracted_at,
        )
        .join(ParticipationRow, ParticipationRow.conversation_id == MessageRow.conversation_id)
        .where(ParticipationRow.member_id == member_id, MessageRow.seq > ParticipationRow.removed_before_seq)
        .order_by(MessageRow.conversation_id, MessageRow.seq)
    )
    return [
        {**row._asdict(), "call": row.call and _as_told(row.call, is_own), "own": is_own}
        for row in rows
        for is_own in [row.sender_id == member_id]
    ]


def calls_of(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    """The facts of calls of the member: who, when and how long."""
    rows = session.execute(
        select(
            CallRow.id,
            CallRow.conversation_id,
            CallRow.kind,
            CallRow.state,
            CallRow.rang_at,
            CallRow.answered_at,
            CallRow.connected_at,
            CallRow.ended_at,
            (CallRow.caller_id == member_id).label("own"),
        )
        .where(or_(CallRow.caller_id == member_id, CallRow.callee_id == member_id))
        .order_by(CallRow.rang_at)
    )
    return [_as_told(row._asdict(), row.own) for row in rows]


def _as_told(call: dict[str, Any], is_own: bool) -> dict[str, Any]:
    """The facts of a call. Its caller is not told whether it was refused or missed."""
    return {**call, "state": CallState.MISSED.value} if is_own and call["state"] == CallState.REFUSED else call


DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        GreetingRow,
        purpose="post the first message of a member, written while signing up",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=7), by="due_at"),
        export=NotExported("a list of work; the words are in identity's copy"),
    ),
    DataRecord(
        StatusChangeRow,
        purpose="tell conversation partners that a member left, came back or was confirmed",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Retained("that the member is gone for good is told to the others; then it goes", ("member_id",)),
        retention=WhileNeeded("for some minutes, until the others were told"),
        export=NotExported("a list of work"),
    ),
    DataRecord(
        MemberRow,
        purpose="decide to which members a member may write, and show their credits",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Overwritten(
            "member_id",
            {
                "name": "",
                "state": "deleted",
                "is_confirmed": False,
                "is_premium": False,
                "conversations_started": 0,
                "credits": 0,
                "free_messages_left": 0,
                "is_invisible": False,
                "is_hidden": False,
                "is_age_unproven": False,
                "is_closed_for_fraud": False,
            },
            why="the partner is told that this was a member who is gone",
            keeps=("member_id",),
        ),
        retention=UNTIL_ERASED,
        export=NotExported("copies of data of identity, profiles and billing"),
    ),
    DataRecord(
        FraudNoticeRow,
        purpose="warn members who exchanged messages with somebody whose account was closed for fraud",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a list of work; profiles exports the decisions"),
    ),
    DataRecord(
        BlockRow,
        purpose="keep two members apart",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("blocker_id", "blocked_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of data of profiles"),
    ),
    DataRecord(
        HiddenContactRow,
        purpose="hide acquainted members from each other",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id", "contact_id"),
        retention=UNTIL_ERASED,
        export=NotExported("would disclose memberships and hidden members"),
    ),
    DataRecord(
        ConversationRow,
        purpose="put messages in their order",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Retained(THE_PARTNERS, ("first_id", "second_id", "starter_id")),
        retention=WhileNeeded("until both members are erased"),
        export=NotExported("the messages name it"),
    ),
    DataRecord(
        ParticipationRow,
        purpose="keep the read and removed messages of each participant",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Retained(THE_PARTNERS, ("member_id", "partner_id")),
        retention=WhileNeeded("until both members are erased"),
        export=Exported("member_id"),
    ),
    DataRecord(
        MessageRow,
        purpose="deliver messages between members",
        legal_basis=LegalBasis.CONTRACT,
        # Except the photos and voice messages they sent: `erase_member` drops those before anything else is erased.
        erasure=Retained(THE_PARTNERS, ("sender_id",)),
        retention=WhileNeeded("until both members are erased"),
        export=messages_of,
    ),
    DataRecord(
        FictionalLeaseRow,
        purpose="let one writer at a time answer for a fictional profile",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("writer_id"),
        retention=WhileNeeded("until it is answered, given back, or a quarter of an hour later taken by another"),
        export=NotExported("a list of work"),
    ),
    DataRecord(
        CallRow,
        purpose="connect two members who call each other, and judge complaints about calls",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("caller_id", "callee_id", "ended_by"),
        retention=DeletedAfter(timedelta(days=90), by="rang_at"),
        export=calls_of,
    ),
    DataRecord(
        OpenCallRow,
        purpose="keep each member to one call at a time",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("while the call lasts"),
        export=NotExported("the calls name it"),
    ),
    DataRecord(
        ReactionRow,
        purpose="show both members of a conversation the reactions to a message",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        RetractedContentRow,
        purpose="judge a complaint about a message that its sender took back",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(retractions.delete_of, "the files of its photo or voice message are deleted, too"),
        retention=WhileNeeded(
            "90 days; photos and voice messages shown with a complaint three years, as the complaint"
        ),
        export=Exported("sender_id", without=("photo", "voice")),
    ),
    DataRecord(
        UnreferencedFileRow,
        purpose="delete files that belong to no message",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until the files are cleared away, ten minutes later"),
        export=NotExported("random names of files"),
    ),
    DataRecord(
        WithdrawnSendRow,
        purpose="never post a message after its refund",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=400), by="withdrawn_at"),
        export=NotExported("ids of messages that do not exist"),
    ),
    DataRecord(
        FeedRow,
        purpose="send changes to open pages, also after a disconnect",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "partner_id"),
        retention=DeletedAfter(timedelta(days=7), by="created_at"),
        export=NotExported("repeats data of other tables for a week"),
    ),
    DataRecord(
        FeedHeadRow,
        purpose="give the events of a member's feed their positions",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a counter"),
    ),
)
