from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_member_moderated(uow: NotificationsUnit, event: MemberModerated) -> None:
    """Tell the member what was decided, on what ground and the way to appeal; the facts stay on the site."""
    if event.measure == "lift":
        return
    params = {
        "decision_id": event.decision_id,
        "measure": event.measure,
        "reason": event.reason,
        "ground": event.ground,
        "until": event.until,
        "by": "rule" if event.automated else "person",
    }
    uow.mails.queue(Mail(id=new_id(), member_id=UUID(event.member_id), template=Template.MODERATION, params=params))
