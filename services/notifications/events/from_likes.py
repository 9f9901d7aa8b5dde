"""Handlers of likes' events."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn, MatchMade
from shared.kit.core import new_id
from shared.kit.events import Subscriptions

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.push import PushRequest
from notifications.domain.push_kinds import EXPIRES_AFTER, PushKind
from notifications.storage import NotificationsUnit
from notifications.storage.new_likes import NewLike
from notifications.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(LikeGiven)
def record_likes(uow: NotificationsUnit, events: Sequence[LikeGiven], wiring: Wiring) -> None:
    """Queue a push at once; the email counts all likes of a day. Both omit the name: the site decides on its price."""
    oldest = uow.now() - EXPIRES_AFTER
    fresh = [event for event in events if event.given_at.ToDatetime(UTC) >= oldest]
    if not fresh:
        return
    likes = [NewLike(UUID(event.liked_id), UUID(event.liker_id)) for event in fresh]
    uow.new_likes.record(likes)
    uow.activities.record({UUID(event.liker_id): event.given_at.ToDatetime(UTC) for event in fresh})
    uow.pushes.queue(*(PushRequest(like.member_id, PushKind.LIKE, like.liker_id) for like in likes))


@subscriptions.on(LikeWithdrawn)
def delete_like(uow: NotificationsUnit, event: LikeWithdrawn, wiring: Wiring) -> None:
    uow.new_likes.delete_one(UUID(event.liked_id), UUID(event.liker_id))


@subscriptions.on(MatchMade)
def queue_match(uow: NotificationsUnit, event: MatchMade, wiring: Wiring) -> None:
    first, second = UUID(event.first_id), UUID(event.second_id)
    # The email about the match replaces the ones about its two likes.
    uow.new_likes.delete_between(first, second)
    for member, other in ((first, second), (second, first)):
        uow.emails.queue(Email(id=new_id(), member_id=member, template=EmailTemplate.MATCH, about_id=other))
    uow.pushes.queue(PushRequest(first, PushKind.MATCH, second), PushRequest(second, PushKind.MATCH, first))
