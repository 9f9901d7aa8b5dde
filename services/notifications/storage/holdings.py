"""What notifications holds of members."""

from datetime import timedelta

from holdings import UNTIL_ERASED, Deleted, Forgotten, Ground, Holding, Taken, Untaken

from notifications.storage.tables import (
    ActivityRow,
    MailRow,
    NameRow,
    NewLikeRow,
    PreferenceRow,
    PushRow,
    PushSubscriptionRow,
    SuppressionRow,
    UnreadRow,
)

HOLDINGS: tuple[Holding, ...] = (
    Holding(
        PreferenceRow,
        purpose="send only what a member wants",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        MailRow,
        purpose="send each mail, and know that it went",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "about_id"),
        kept=Forgotten(timedelta(days=30), by="finished_at"),
        taken=Taken("member_id", without=("about_id", "params", "sealed", "next_try_at")),
    ),
    Holding(
        NameRow,
        purpose="say in a mail whom it is about",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of the profile's name"),
    ),
    Holding(
        SuppressionRow,
        purpose="send nothing to an address that takes no mail",
        ground=Ground.INTEREST,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        PushSubscriptionRow,
        purpose="reach a device its owner allowed us to reach",
        ground=Ground.CONSENT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id", without=("p256dh", "auth", "session_id")),
    ),
    Holding(
        PushRow,
        purpose="send each push, and know that it went",
        ground=Ground.CONSENT,
        erased=Deleted("member_id", "about_id"),
        kept=Forgotten(timedelta(days=7), by="finished_at"),
        taken=Taken("member_id", without=("endpoint", "about_id", "conversation_id", "next_try_at")),
    ),
    Holding(
        UnreadRow,
        purpose="tell of messages nobody has read yet, once",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "about_id"),
        kept=Forgotten(timedelta(days=30), by="since"),
        taken=Taken("member_id", without=("about_id",)),
    ),
    Holding(
        NewLikeRow,
        purpose="say in a mail how many likes there are",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "liker_id"),
        kept=Forgotten(timedelta(days=8), by="given_at"),
        taken=Untaken("likes' own copy says more"),
    ),
    Holding(
        ActivityRow,
        purpose="push nothing to who is looking at the page",
        ground=Ground.INTEREST,
        erased=Deleted("member_id"),
        kept=Forgotten(timedelta(days=1), by="active_at"),
        taken=Taken("member_id"),
    ),
)
