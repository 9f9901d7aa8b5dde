"""What profiles holds of members."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from holdings import (
    UNTIL_ERASED,
    Cascades,
    Deleted,
    Done,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from sqlalchemy import delete
from sqlalchemy.orm import Session

from profiles.storage.tables import (
    AcquaintanceRow,
    BlockedPictureRow,
    BlockRow,
    ComplaintRow,
    DecisionRow,
    ErasedRow,
    FactRow,
    LooseMediaRow,
    PendingSuspensionRow,
    PhotoRow,
    ProfileRow,
    RegionRow,
    SearchRow,
    StaffActionRow,
    TownRow,
)

PLACES = Untaken("the same for everyone")


def take_back_complaints(session: Session, member_id: UUID) -> int:
    """What the erased complained about goes with them; what others say of them does not."""
    made: Any = session.execute(delete(ComplaintRow).where(ComplaintRow.reporter_id == member_id))
    return int(made.rowcount)


HOLDINGS: tuple[Holding, ...] = (
    Holding(
        ProfileRow,
        purpose="show a member to others, as they describe themselves",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        PhotoRow,
        purpose="show a member's photos",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id", without=("thumbhash", "media", "fingerprint")),
    ),
    Holding(
        ComplaintRow,
        purpose="judge what someone says is wrong, and tell them how it ended",
        ground=Ground.LAW,
        erased=Done(
            take_back_complaints,
            "what is said about someone who has left is still to be judged, with its proof; only random ids",
            keeps=("about_id",),
        ),
        kept=Forgotten(timedelta(days=3 * 365), by="made_at"),
        taken=Taken("reporter_id"),
    ),
    Holding(
        DecisionRow,
        purpose="show who decided what about whom, and why",
        ground=Ground.LAW,
        erased=Kept("decisions are evidence; only random ids", ("member_id", "actor_id")),
        kept=Forgotten(timedelta(days=3 * 366), by="decided_at", through="forget_decisions"),
        taken=Taken("member_id", without=("actor_id",)),
    ),
    Holding(
        StaffActionRow,
        purpose="show who looked at whom at the desk, when and why",
        ground=Ground.LAW,
        erased=Kept("an audit log is evidence; only random ids", ("member_id", "actor_id", "case_id")),
        kept=Forgotten(timedelta(days=3 * 366), by="at", through="forget_staff_actions"),
        taken=Taken("member_id", without=("actor_id", "reason", "case_id")),
    ),
    Holding(
        PendingSuspensionRow,
        purpose="repeat a suspension until identity has confirmed it",
        ground=Ground.LAW,
        erased=Deleted("member_id"),
        kept=WhileNeeded("for seconds, until identity answers"),
        taken=Untaken("a list of work; the decisions say it"),
    ),
    Holding(
        BlockedPictureRow,
        purpose="recognise a picture that was rejected as illegal when it comes again",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=5 * 365), by="blocked_at"),
        taken=Untaken("hashes from which no picture can be had"),
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
        BlockRow,
        purpose="keep two members apart",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Taken("blocker_id"),
    ),
    Holding(
        SearchRow,
        purpose="find members by what they can be searched for",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Untaken("it repeats the profile"),
    ),
    Holding(
        FactRow,
        purpose="count and find those who have something rare",
        ground=Ground.CONTRACT,
        erased=Cascades("search_rows"),
        kept=UNTIL_ERASED,
        taken=Untaken("it repeats the profile"),
    ),
    Holding(
        ErasedRow,
        purpose="let no event told late make an erased member a profile again",
        ground=Ground.LAW,
        erased=Kept("only their random id", ("member_id",)),
        kept=WhileNeeded("as long as late events can come"),
        taken=Untaken("only of those who are gone"),
    ),
    Holding(
        AcquaintanceRow,
        purpose="let those who talk see each other, invisible or not",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "other_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of what chat holds"),
    ),
    Holding(RegionRow, "name places", Ground.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
    Holding(TownRow, "name places", Ground.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
)

# They carry the addresses of those who complain without an account, so that the receipt can be mailed.
SHORT_LIVED = (ComplaintReceived, ComplaintDecided)
