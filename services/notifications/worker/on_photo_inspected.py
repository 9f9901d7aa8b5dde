from uuid import UUID

from pairwise.profiles.v1.events_pb2 import PhotoApproved, PhotoRejected
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_photo_rejected(uow: NotificationsUnit, event: PhotoRejected) -> None:
    params = {"reason": event.reason}
    uow.mails.queue(Mail(id=new_id(), member_id=UUID(event.member_id), template=Template.PHOTO_REJECTED, params=params))


def on_photo_approved(uow: NotificationsUnit, event: PhotoApproved) -> None:
    """Who has a photo needs no reminder to add one."""
    uow.mails.cancel(UUID(event.member_id), Template.PROFILE_REMINDER, "done")
