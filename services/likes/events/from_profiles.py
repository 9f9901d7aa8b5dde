"""Handlers of profiles' events."""

from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, MemberUnmatched, VisibilityChanged
from shared.kit.events import Subscriptions

from likes.events.published import like_withdrawn
from likes.storage import LikesUnit
from likes.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberBlocked)
def block(uow: LikesUnit, event: MemberBlocked, wiring: Wiring) -> None:
    uow.visibility.block(UUID(event.blocker_id), UUID(event.blocked_id))


@subscriptions.on(MemberUnblocked)
def unblock(uow: LikesUnit, event: MemberUnblocked, wiring: Wiring) -> None:
    uow.visibility.unblock(UUID(event.blocker_id), UUID(event.blocked_id))


@subscriptions.on(MemberUnmatched)
def unmatch(uow: LikesUnit, event: MemberUnmatched, wiring: Wiring) -> None:
    one, other = UUID(event.member_id), UUID(event.unmatched_id)
    uow.likes.lock_pair(one, other)
    uow.matches.remove(one, other)
    for liker_id, liked_id in ((one, other), (other, one)):
        if uow.likes.remove(liker_id, liked_id):
            uow.announce(like_withdrawn(liker_id, liked_id))


@subscriptions.on(VisibilityChanged)
def set_restrictions(uow: LikesUnit, event: VisibilityChanged, wiring: Wiring) -> None:
    uow.visibility.set_restrictions(UUID(event.member_id), is_invisible=event.invisible, is_hidden=event.hidden)
