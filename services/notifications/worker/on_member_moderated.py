from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_member_moderated(uow: NotificationsUnit, event: MemberModerated) -> None:
    """Tell the member, with the way to appeal; why it was decided stays on the site."""
    if event.measure == "lift":
        return
    params = {"decision_id": event.decision_id}
    uow.mails.queue(Mail(id=new_id(), member_id=UUID(event.member_id), template=Template.MODERATION, params=params))
