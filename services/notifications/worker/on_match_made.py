from uuid import UUID

from pairwise.likes.v1.events_pb2 import MatchMade
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.domain.push import News, Notice
from notifications.storage import NotificationsUnit


def on_match_made(uow: NotificationsUnit, event: MatchMade) -> None:
    first, second = UUID(event.first_id), UUID(event.second_id)
    # The match tells more than the likes it is made of.
    uow.new_likes.forget_between(first, second)
    for member, other in ((first, second), (second, first)):
        uow.mails.queue(Mail(id=new_id(), member_id=member, template=Template.MATCH, about_id=other))
    uow.pushes.queue(News(first, Notice.MATCH, second), News(second, Notice.MATCH, first))
