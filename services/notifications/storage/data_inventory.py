"""Personal data stored by notifications."""

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
    WhileNeeded,
)
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from notifications.domain.support_inbox import MailKind
from notifications.storage.campaign_tables import (
    CampaignMemberRow,
    CampaignMessageRow,
    CampaignRow,
    OriginRow,
    SegmentRow,
)
from notifications.storage.inbox_tables import SupportEntryRow, SupportThreadRow
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
    SuppressedAddressRow,
    SuppressionRow,
    TextMessageRow,
    UnreadRow,
)


def delete_threads(session: Session, member_id: UUID) -> int:
    """Delete the threads with the member's address, and give back those that they had taken as staff."""
    thread = SupportThreadRow
    gone: Any = session.execute(delete(thread).where(thread.member_id == member_id))
    free: Any = session.execute(update(thread).where(thread.assigned_to == member_id).values(assigned_to=None))
    return int(gone.rowcount + free.rowcount)


def forget_author(session: Session, member_id: UUID) -> int:
    entry = SupportEntryRow
    blank: Any = session.execute(update(entry).where(entry.author_id == member_id).values(author_id=None))
    return int(blank.rowcount)


def entries_of(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    """What the threads with the member's address say, both sides; without the notes and the names of staff."""
    entry = SupportEntryRow
    rows = session.execute(
        select(entry.thread_id, entry.kind, entry.text, entry.attachments, entry.created_at)
        .join(SupportThreadRow, SupportThreadRow.id == entry.thread_id)
        .where(SupportThreadRow.member_id == member_id, entry.kind != MailKind.NOTE)
        .order_by(entry.created_at, entry.id)
    )
    return [dict(row._mapping) for row in rows]


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
        TextMessageRow,
        purpose="send each text message once, and know what became of it",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=30), by="created_at"),
        export=Exported("member_id", without=("tries", "next_try_at")),
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
        SuppressedAddressRow,
        purpose="know again an address that was reported, when it is not the member's present one",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("address_hash",)),
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
    DataRecord(
        SupportThreadRow,
        purpose="answer mails to support, in threads by sender",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(delete_threads, "threads that an erased member of staff had taken are nobody's again"),
        retention=DeletedAfter(timedelta(days=365), by="last_mail_at"),
        export=Exported("member_id", without=("assigned_to", "reply_token", "related_id")),
    ),
    DataRecord(
        SupportEntryRow,
        purpose="keep what was written to support and answered",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(
            forget_author, "entries go with their thread; what an erased member of staff wrote has no author"
        ),
        retention=WhileNeeded("goes with its thread"),
        export=entries_of,
    ),
    DataRecord(
        CampaignRow,
        purpose="write, send and measure campaign mails",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as the desk looks back on its campaigns"),
        export=NotExported("no personal data"),
    ),
    DataRecord(
        CampaignMemberRow,
        purpose="send each campaign mail at most once to a member who consents, and measure its effect",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id"),
        # A member enters a running series once: it has to know them, and is measured by them.
        retention=DeletedAfter(
            timedelta(days=90),
            by="drawn_at",
            where="campaign_id NOT IN (SELECT id FROM campaigns WHERE series IS NOT NULL AND result IS NULL)",
        ),
        export=Exported("member_id", without=("email_id", "next_message", "next_at")),
    ),
    DataRecord(
        CampaignMessageRow,
        purpose="send each message of a campaign at most once, and compare its subjects by what follows",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("goes with `campaign_members`"),
        export=Exported("member_id", without=("email_id",)),
    ),
    DataRecord(
        SegmentRow,
        purpose="select the members of campaigns by saved conditions",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until a marketer deletes it"),
        export=NotExported("no personal data"),
    ),
    DataRecord(
        OriginRow,
        purpose="select members of campaigns by the network they came from, with consent",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
)
