"""One conversation for each pair of members, and the permission to write in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from uuid import UUID, uuid5

from shared.kit.core import NotFound

from chat.domain.message import Message
from chat.errors import (
    AgeAssuranceRequired,
    Blocked,
    BlockedByYou,
    NoConversationsLeft,
    PartnerNotConfirmed,
    PartnerUnavailable,
)

NAMESPACE = UUID("7d0f6a53-6c0e-4d0c-9a39-3f2f5a9d1c55")


@lru_cache(maxsize=4096)  # a request asks several times
def conversation_of(one: UUID, other: UUID) -> UUID:
    """The id of this pair's conversation, in either order of the two and before its first message, too."""
    first, second = sorted((one, other))
    return uuid5(NAMESPACE, f"{first}{second}")


class Partner(StrEnum):
    """Status of the partner in a conversation visible to both."""

    HERE = "here"
    NOT_CONFIRMED = "not_confirmed"  # started it, and has not confirmed their address: nobody can reply yet
    DELETED = "deleted"
    DISABLED = "disabled"  # hidden by moderation
    FRAUD = "fraud"  # closed for fraud by moderation

    @property
    def is_gone(self) -> bool:
        """The partner's messages stay, without a name or a card."""
        return self in (Partner.DELETED, Partner.DISABLED, Partner.FRAUD)


@dataclass(frozen=True)
class ContactPermission:
    """Whether a sender may write to a recipient, and why not, by the data of chat."""

    is_recipient_known: bool
    is_recipient_there: bool  # blocks aside
    is_recipient_confirmed: bool
    recipient_name: str
    is_blocked_by_recipient: bool
    has_blocked_recipient: bool
    starter_id: UUID | None  # of their conversation; None before its first message
    conversations_started: int
    is_premium: bool
    is_recipient_deleted: bool = False
    is_recipient_closed_for_fraud: bool = False
    is_sender_age_unproven: bool = False

    @property
    def is_hidden_stranger(self) -> bool:
        """Whether the recipient is gone, hidden or invisible for the sender, who has no conversation with them."""
        return self.is_recipient_known and not self.is_recipient_there and self.starter_id is None

    def partner(self, recipient_id: UUID) -> Partner:
        """Status of the recipient for the sender, blocks aside.

        Raises NotFound when the recipient is gone and they have no conversation.
        """
        if self.is_hidden_stranger:
            raise NotFound()
        if self.is_recipient_known and not self.is_recipient_there:
            if self.is_recipient_closed_for_fraud:
                return Partner.FRAUD
            return Partner.DELETED if self.is_recipient_deleted else Partner.DISABLED
        if self.starter_id == recipient_id and not self.is_recipient_confirmed:
            return Partner.NOT_CONFIRMED
        return Partner.HERE

    def check_open(self, recipient_id: UUID) -> Partner:
        """Status of the recipient if the sender may read the conversation; raises the refusal if not."""
        partner = self.partner(recipient_id)
        is_blocked = self.is_blocked_by_recipient or self.has_blocked_recipient
        if is_blocked and partner.is_gone:
            raise NotFound()
        if self.is_blocked_by_recipient:
            raise Blocked(name=self.recipient_name)
        if self.has_blocked_recipient:
            raise BlockedByYou(name=self.recipient_name, profile_id=str(recipient_id))
        return partner

    def check_contact(self, recipient_id: UUID) -> None:
        """Raise the refusal if the sender may not write. Asked before the charge, and again when posting."""
        if not self.is_recipient_known:
            raise NotFound()
        if not self.is_recipient_there and not self.starter_id:
            # Without a conversation, an account that is gone, hidden or invisible is not revealed.
            raise NotFound()
        if self.is_blocked_by_recipient:
            raise Blocked(name=self.recipient_name)
        if self.has_blocked_recipient:
            raise BlockedByYou(name=self.recipient_name, profile_id=str(recipient_id))
        if not self.is_recipient_there:
            raise PartnerUnavailable()
        if self.starter_id == recipient_id and not self.is_recipient_confirmed:
            raise PartnerNotConfirmed(name=self.recipient_name)
        if self.is_sender_age_unproven:
            raise AgeAssuranceRequired()

    def check_limit(self, free_conversations: int, *, is_premium: bool) -> None:
        """Refuse before a charge that would be refunded. The guarded update that counts the start decides."""
        is_free = not (is_premium or self.is_premium)
        if self.starter_id is None and is_free and self.conversations_started >= free_conversations:
            raise NoConversationsLeft()


@dataclass(frozen=True)
class Participant:
    """One of the two members of a conversation: read up to `read_seq`, removed up to `removed_before_seq`."""

    conversation_id: UUID
    partner_id: UUID
    read_seq: int
    partner_read_seq: int
    removed_before_seq: int
    unread: int
    last_seq: int
    is_muted: bool = False
    is_archived: bool = False


@dataclass(frozen=True)
class ListedConversation:
    """A row of a member's list of conversations."""

    conversation_id: UUID
    partner_id: UUID
    unread: int
    updated_at: datetime
    last_message: Message | None  # None when it is older than the history
    partner: Partner = Partner.HERE
    is_muted: bool = False
    is_archived: bool = False
