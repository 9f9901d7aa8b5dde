from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from notifications.domain.email import Email
from notifications.storage import NotificationsUnit


@dataclass(frozen=True)
class Digest:
    """Members an email counts, as of its delivery: givers of likes, and senders of unread messages."""

    likers: Sequence[UUID] = ()
    senders: Sequence[UUID] = ()

    @property
    def members(self) -> list[UUID]:
        return [*self.likers, *self.senders]

    def counts(self, visible: set[UUID]) -> dict[str, str] | None:
        """Parameters of the email: counts of visible members; None if there is none."""
        likes = len([member_id for member_id in self.likers if member_id in visible])
        unread = len([member_id for member_id in self.senders if member_id in visible])
        return {"likes": str(likes), "unread": str(unread)} if likes + unread else None


def digest_of(uow: NotificationsUnit, email: Email) -> Digest | None:
    """None for an email that counts nothing. An empty digest if everything was read or withdrawn meanwhile."""
    counts = email.template.rules.counts
    if not counts:
        return None
    likers = uow.new_likes.of(email.member_id) if "likes" in counts else ()
    return Digest(likers, _senders(uow, email) if "unread" in counts else ())


def _senders(uow: NotificationsUnit, email: Email) -> list[UUID]:
    if conversation_id := email.params.get("conversation_id"):
        unread = uow.unreads.in_conversation(email.member_id, UUID(conversation_id))
        return [unread.about_id] if unread else []
    return [unread.about_id for unread in uow.unreads.of(email.member_id)]
