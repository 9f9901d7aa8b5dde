"""One conversation for each pair of members, and who may write in it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from uuid import UUID, uuid5

from servicekit.errors import NotFound

from chat.errors import Blocked, BlockedByYou, NoConversationsLeft, PartnerNotConfirmed, PartnerUnavailable

NAMESPACE = UUID("7d0f6a53-6c0e-4d0c-9a39-3f2f5a9d1c55")


@lru_cache(maxsize=4096)  # a request asks several times
def conversation_of(one: UUID, other: UUID) -> UUID:
    """The id of this pair's conversation, whoever of them asks and whether it has begun or not."""
    first, second = sorted((one, other))
    return uuid5(NAMESPACE, f"{first}{second}")


class Partner(StrEnum):
    """How a partner stands in a conversation that both may see."""

    HERE = "here"
    NOT_CONFIRMED = "not_confirmed"  # started it, and has not confirmed their address: nobody can reply yet
    DELETED = "deleted"
    DISABLED = "disabled"  # hidden by moderation

    @property
    def is_gone(self) -> bool:
        """Their words stay; who they were is not shown."""
        return self in (Partner.DELETED, Partner.DISABLED)


@dataclass(frozen=True)
class Standing:
    """How a sender stands with a recipient, as far as chat knows."""

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

    def partner(self, recipient_id: UUID) -> Partner:
        """How the recipient stands to the sender, blocks aside. Raises NotFound when they have no conversation and the
        recipient is not there."""
        if self.is_recipient_known and not self.is_recipient_there:
            if self.starter_id is None:
                raise NotFound()
            return Partner.DELETED if self.is_recipient_deleted else Partner.DISABLED
        if self.starter_id == recipient_id and not self.is_recipient_confirmed:
            return Partner.NOT_CONFIRMED
        return Partner.HERE

    def check_open(self, recipient_id: UUID) -> Partner:
        """Whether the conversation may be looked at. Raises what the sender is refused with."""
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
        """Raises what the sender is refused with, if refused. Asked before the charge, and again when posting."""
        if not self.is_recipient_known:
            raise NotFound()
        if not self.is_recipient_there and not self.starter_id:
            # Whoever never wrote with them learns nothing of an account that is gone, hidden or invisible.
            raise NotFound()
        if self.is_blocked_by_recipient:
            raise Blocked(name=self.recipient_name)
        if self.has_blocked_recipient:
            raise BlockedByYou(name=self.recipient_name, profile_id=str(recipient_id))
        if not self.is_recipient_there:
            raise PartnerUnavailable()
        if self.starter_id == recipient_id and not self.is_recipient_confirmed:
            raise PartnerNotConfirmed(name=self.recipient_name)

    def check_limit(self, free_conversations: int, *, is_premium: bool) -> None:
        """Spares a charge that would come back. What decides is the guarded statement that counts the start."""
        is_free = not (is_premium or self.is_premium)
        if self.starter_id is None and is_free and self.conversations_started >= free_conversations:
            raise NoConversationsLeft()
