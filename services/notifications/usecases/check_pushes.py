"""What may have changed here since pushes were queued, read for many of them with a fixed number of statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from notifications.domain.outcome import Finished, Outcome, PutBack
from notifications.domain.push import BUSY_PERIOD, Push, PushSubscription
from notifications.domain.push_kinds import AFTER_RING
from notifications.storage import NotificationsUnit


@dataclass(frozen=True)
class PushState:
    """The device, the number in the push, and the members it is about."""

    device: PushSubscription
    count: int
    about: Sequence[UUID]


def check_pushes(uow: NotificationsUnit, pushes: Sequence[Push]) -> Mapping[UUID, PushState | Outcome]:
    """By id: the state of each push that may be sent, or its outcome. Visibility is checked by the caller."""
    now = uow.now()
    devices = uow.push_subscriptions.of({push.endpoint for push in pushes})
    kinds = {(push.member_id, kind) for push in pushes if (kind := push.kind.rules.preference)}
    switches = uow.preferences.of_many(kinds)
    active = uow.activities.last({push.member_id for push in pushes})
    conversations = {(push.member_id, push.conversation_id) for push in pushes if push.conversation_id is not None}
    unread, muted = uow.unreads.in_conversations(conversations), uow.unreads.muted(conversations)
    found: dict[UUID, PushState | Outcome] = {}
    for push in pushes:
        device, kind = devices.get((push.endpoint, push.member_id)), push.kind.rules.preference
        if device is None:
            found[push.id] = Finished("withheld", "gone")
            continue
        if (push.member_id, push.conversation_id) in muted:
            found[push.id] = Finished("withheld", "muted")
            continue
        count, about = _count(uow, push, unread)
        withheld = _withheld(
            push, kind is None or switches[push.member_id, kind].push, count, now, active.get(push.member_id)
        )
        found[push.id] = withheld or PushState(device, count, about)
    return found


def rings_to_end(uow: NotificationsUnit, pushes: Sequence[Push]) -> Mapping[UUID, PushSubscription]:
    """By id: the device of each push that follows a ring which the device shows."""
    following = [(push, push.conversation_id) for push in pushes if push.kind in AFTER_RING]
    after = [push for push, where in following if where and uow.pushes.has_rung(push.member_id, where)]
    devices = uow.push_subscriptions.of({push.endpoint for push in after})
    return {push.id: device for push in after if (device := devices.get((push.endpoint, push.member_id)))}


def _withheld(push: Push, is_wanted: bool, count: int, now: datetime, active_at: datetime | None) -> Outcome | None:
    if push.created_at and now - push.created_at > push.kind.rules.expires_after:
        return Finished("withheld", "old")
    if not is_wanted:
        return Finished("withheld", "unwanted")
    if count == 0:
        return Finished("withheld", "read")
    if not push.kind.rules.is_instant and active_at is not None and now - active_at < BUSY_PERIOD:
        # An open page shows a like at once. A message may still be read there, so its push waits.
        if push.kind.rules.counts_unread:
            return PutBack(BUSY_PERIOD - (now - active_at) + timedelta(seconds=1), counts=False)
        return Finished("withheld", "busy")
    return None


def _count(uow: NotificationsUnit, push: Push, unread: Mapping[tuple[UUID, UUID], int]) -> tuple[int, Sequence[UUID]]:
    """The number of unread messages or conversations, or 1, and the members the push is about."""
    about = [push.about_id] if push.about_id else []
    if not push.kind.rules.counts_unread:
        return 1, about
    if push.conversation_id is None:
        # The reminder of a day, at most one a member.
        conversations = uow.unreads.of(push.member_id)
        return len(conversations), [conversation.about_id for conversation in conversations]
    return unread.get((push.member_id, push.conversation_id), 0), about
