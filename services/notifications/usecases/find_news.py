from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from notifications.domain.mail import Mail, Template
from notifications.ports import NotificationsUnitOfWork


@dataclass(frozen=True)
class News:
    """What a mail that counts has to tell, by whom it is about, as it is when the mail goes."""

    likers: Sequence[UUID] = ()
    writers: Sequence[UUID] = ()

    @property
    def about(self) -> list[UUID]:
        return [*self.likers, *self.writers]

    @property
    def is_over(self) -> bool:
        """Read or withdrawn meanwhile."""
        return not self.about

    def figures(self, shown: set[UUID]) -> dict[str, str] | None:
        """Without those the member may not be told of; None when nobody is left."""
        likes = len([one for one in self.likers if one in shown])
        unread = len([one for one in self.writers if one in shown])
        return {"likes": str(likes), "unread": str(unread)} if likes + unread else None


def news_of(uow: NotificationsUnitOfWork, mail: Mail) -> News | None:
    """None for mails that tell of one thing, which was queued with them."""
    match mail.template:
        case Template.LIKES:
            return News(likers=uow.new_likes.of(mail.member_id))
        case Template.UNREAD_REMINDER:
            return News(writers=[one.about_id for one in uow.unreads.of(mail.member_id)])
        case Template.UNREAD_MESSAGE:
            unread = uow.unreads.in_(mail.member_id, UUID(mail.params["conversation_id"]))
            return News(writers=[unread.about_id] if unread else [])
        case Template.WEEKLY:
            writers = [one.about_id for one in uow.unreads.of(mail.member_id)]
            return News(likers=uow.new_likes.of(mail.member_id), writers=writers)
    return None
