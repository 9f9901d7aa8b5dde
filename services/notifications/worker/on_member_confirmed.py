from datetime import timedelta
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberConfirmed
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit

TIME_TO_ADD_A_PHOTO = timedelta(days=3)


def on_member_confirmed(uow: NotificationsUnit, event: MemberConfirmed) -> None:
    """Some days later remind them of a photo, unless one was approved by then."""
    reminder = Mail(id=new_id(), member_id=UUID(event.member_id), template=Template.PROFILE_REMINDER)
    uow.mails.queue(reminder, TIME_TO_ADD_A_PHOTO)
