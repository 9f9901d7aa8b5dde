"""Data inventory of likes."""

from datetime import timedelta

from shared.privacy import (
    UNTIL_ERASED,
    DataRecord,
    Deleted,
    DeletedAfter,
    Exported,
    LegalBasis,
    NotExported,
    Retained,
    WhileNeeded,
)

from likes.storage.tables import (
    AcquaintanceRow,
    BlockRow,
    DeletedMemberRow,
    HiddenContactRow,
    LikeRow,
    MatchRow,
    RestrictedMemberRow,
    SwipeDayRow,
    SwipeRow,
    WithdrawnWordsRow,
)

DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        LikeRow,
        purpose="show a member the likes they received",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("liker_id", "liked_id"),
        retention=UNTIL_ERASED,
        export=Exported("liker_id", without=("seen_at", "shown_at", "opener_due_at")),
    ),
    DataRecord(
        WithdrawnWordsRow,
        purpose="judge a report of words that came with a like and were withdrawn with it",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("liker_id", "liked_id"),
        retention=DeletedAfter(timedelta(days=90), by="withdrawn_at"),
        export=Exported("liker_id"),
    ),
    DataRecord(
        MatchRow,
        purpose="tell two members that they like each other",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("first_id", "second_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a match is two likes; the member's own are exported"),
    ),
    DataRecord(
        SwipeRow,
        purpose="leave decided candidates out of the swipe game",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "profile_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        SwipeDayRow,
        purpose="keep the daily limit of the swipe game",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=3), by="day"),
        export=Exported("member_id"),
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
        DeletedMemberRow,
        purpose="hide deleted members",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Retained("only their random id", ("member_id",)),
        retention=WhileNeeded("until the account is reactivated"),
        export=NotExported("only of deleted accounts"),
    ),
    DataRecord(
        RestrictedMemberRow,
        purpose="hide members who are invisible or hidden by moderation",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of data of profiles"),
    ),
    DataRecord(
        AcquaintanceRow,
        purpose="show invisible members to those they have a conversation with",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("first_id", "second_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of data of chat"),
    ),
)
