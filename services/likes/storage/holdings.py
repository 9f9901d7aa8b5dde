"""What likes holds of members."""

from datetime import timedelta

from holdings import UNTIL_ERASED, Deleted, Forgotten, Ground, Holding, Kept, Taken, Untaken, WhileNeeded

from likes.storage.tables import (
    AcquaintanceRow,
    BlockRow,
    DepartedRow,
    LikeRow,
    MatchRow,
    SwipeDayRow,
    SwipeRow,
    VeiledRow,
)

HOLDINGS: tuple[Holding, ...] = (
    Holding(
        LikeRow,
        purpose="tell a member who likes them",
        ground=Ground.CONTRACT,
        erased=Deleted("liker_id", "liked_id"),
        kept=UNTIL_ERASED,
        taken=Taken("liker_id", without=("seen_at", "shown_at")),
    ),
    Holding(
        MatchRow,
        purpose="tell two members that they like each other",
        ground=Ground.CONTRACT,
        erased=Deleted("first_id", "second_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a match is two likes; one's own are in the copy"),
    ),
    Holding(
        SwipeRow,
        purpose="deal nobody twice in the swipe game",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "profile_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        SwipeDayRow,
        purpose="keep the daily limit of the swipe game",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=Forgotten(timedelta(days=3), by="day"),
        taken=Taken("member_id"),
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
        DepartedRow,
        purpose="show nobody who is gone",
        ground=Ground.CONTRACT,
        erased=Kept("only their random id", ("member_id",)),
        kept=WhileNeeded("until they come back"),
        taken=Untaken("only of those who are gone"),
    ),
    Holding(
        VeiledRow,
        purpose="show nobody who does not want to be seen",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of what profiles holds"),
    ),
    Holding(
        AcquaintanceRow,
        purpose="let those who talk see each other, invisible or not",
        ground=Ground.CONTRACT,
        erased=Deleted("first_id", "second_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of what chat holds"),
    ),
)
