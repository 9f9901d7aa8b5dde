"""What chat holds of members. What was written stays with the partner: it is theirs, too."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from holdings import (
    UNTIL_ERASED,
    Blanked,
    Deleted,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)
from sqlalchemy import select
from sqlalchemy.orm import Session

from chat.storage.tables import (
    BlockRow,
    ConversationRow,
    FeedHeadRow,
    FeedRow,
    GreetingRow,
    LooseMediaRow,
    MemberRow,
    MessageRow,
    ParticipationRow,
    StandingChangeRow,
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
            MessageRow.sent_at,
            MessageRow.undelivered_at,
        )
        .join(ParticipationRow, ParticipationRow.conversation_id == MessageRow.conversation_id)
        .where(ParticipationRow.member_id == member_id, MessageRow.seq > ParticipationRow.removed_before_seq)
        .order_by(MessageRow.conversation_id, MessageRow.seq)
    )
    return [{**row._asdict(), "own": row.sender_id == member_id} for row in rows]


HOLDINGS: tuple[Holding, ...] = (
    Holding(
        GreetingRow,
        purpose="post what a member wrote to someone while signing up",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=Forgotten(timedelta(days=7), by="due_at"),
        taken=Untaken("a list of work; the words are in identity's copy"),
    ),
    Holding(
        StandingChangeRow,
        purpose="tell those who talk with a member that the member left, came back or was confirmed",
        ground=Ground.CONTRACT,
        erased=Kept("that the member is gone for good is told to the others; then it goes", ("member_id",)),
        kept=WhileNeeded("for some minutes, until the others were told"),
        taken=Untaken("a list of work"),
    ),
    Holding(
        MemberRow,
        purpose="know whom a member may write to, and what they can pay",
        ground=Ground.CONTRACT,
        erased=Blanked(
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
            },
            why="the partner is told that this was a member who is gone",
            keeps=("member_id",),
        ),
        kept=UNTIL_ERASED,
        taken=Untaken("copies of what identity, profiles and billing hold"),
    ),
    Holding(
        BlockRow,
        purpose="keep two members apart",
        ground=Ground.CONTRACT,
        erased=Deleted("blocker_id", "blocked_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of what profiles holds"),
    ),
    Holding(
        ConversationRow,
        purpose="put messages in their order",
        ground=Ground.CONTRACT,
        erased=Kept(THE_PARTNERS, ("first_id", "second_id", "starter_id")),
        kept=WhileNeeded("until both members are erased"),
        taken=Untaken("the messages name it"),
    ),
    Holding(
        ParticipationRow,
        purpose="know what each of the two has read and removed",
        ground=Ground.CONTRACT,
        erased=Kept(THE_PARTNERS, ("member_id", "partner_id")),
        kept=WhileNeeded("until both members are erased"),
        taken=Taken("member_id"),
    ),
    Holding(
        MessageRow,
        purpose="bring what members write to each other",
        ground=Ground.CONTRACT,
        # But the photos they sent: `pictures_go` takes those before anything else is erased.
        erased=Kept(THE_PARTNERS, ("sender_id",)),
        kept=WhileNeeded("until both members are erased"),
        taken=messages_of,
    ),
    Holding(
        LooseMediaRow,
        purpose="clear files away that no photo holds",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=WhileNeeded("until the files are cleared away, ten minutes later"),
        taken=Untaken("random names of files"),
    ),
    Holding(
        WithdrawnSendRow,
        purpose="never post a message whose price was given back",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=400), by="withdrawn_at"),
        taken=Untaken("ids of messages that do not exist"),
    ),
    Holding(
        FeedRow,
        purpose="tell open pages what is new, also after they were cut off",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "partner_id"),
        kept=Forgotten(timedelta(days=7), by="created_at"),
        taken=Untaken("it repeats for a week what other tables hold"),
    ),
    Holding(
        FeedHeadRow,
        purpose="give a member's news their positions",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a counter"),
    ),
)
