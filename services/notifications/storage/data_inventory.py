"""Personal data stored by notifications."""

from datetime import timedelta

from shared.privacy import UNTIL_ERASED, DataRecord, Deleted, DeletedAfter, Exported, LegalBasis, NotExported

from notifications.storage.tables import (
    ActivityRow,
    EmailRow,
    MailSettingRow,
    MutedConversationRow,
    NameRow,
    NewLikeRow,
    PreferenceRow,
    PushRow,
    PushSubscriptionRow,
    SuppressionRow,
    UnreadRow,
)

DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        PreferenceRow,
        purpose="send only the notifications a member wants",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        MailSettingRow,
        purpose="name other members in emails only if a member wants it",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        EmailRow,
        purpose="send each email, and know that it was sent",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "about_id"),
        retention=DeletedAfter(timedelta(days=30), by="finished_at"),
        export=Exported("member_id", without=("about_id", "params", "sealed", "next_try_at")),
    ),
    DataRecord(
        NameRow,
        purpose="name the other member in an email",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of the profile's name"),
    ),
    DataRecord(
        SuppressionRow,
        purpose="send nothing to a suppressed address",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        PushSubscriptionRow,
        purpose="send pushes to a device whose owner allowed it",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("p256dh", "auth", "session_id")),
    ),
    DataRecord(
        PushRow,
        purpose="send each push, and know that it was sent",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id", "about_id"),
        retention=DeletedAfter(timedelta(days=7), by="finished_at"),
        export=Exported("member_id", without=("endpoint", "about_id", "conversation_id", "next_try_at")),
    ),
    DataRecord(
        UnreadRow,
        purpose="notify of unread messages once",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "about_id"),
        retention=DeletedAfter(timedelta(days=30), by="since"),
        export=Exported("member_id", without=("about_id",)),
    ),
    DataRecord(
        MutedConversationRow,
        purpose="notify of no messages in conversations that a member has muted",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of data of chat"),
    ),
    DataRecord(
        NewLikeRow,
        purpose="count new likes in an email",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "liker_id"),
        retention=DeletedAfter(timedelta(days=8), by="given_at"),
        export=NotExported("likes exports them with more detail"),
    ),
    DataRecord(
        ActivityRow,
        purpose="send no push to a member with an open page",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=1), by="active_at"),
        export=Exported("member_id"),
    ),
)
