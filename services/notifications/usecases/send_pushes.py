from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from prometheus_client import Counter
from shared.kit.errors import Unavailable
from shared.kit.logs import logger

from notifications.domain.email import outage_delay
from notifications.domain.member_name import MemberName
from notifications.domain.push import BUSY_PERIOD, EXPIRES_AFTER, MAX_TRIES, Push, PushSubscription, retry_delay
from notifications.domain.push_kinds import PushKind
from notifications.ports import Contacts, PushDeferred, PushRejected, PushServices, SubscriptionExpired, Visibility
from notifications.push_renderer import PushRenderer
from notifications.storage import NotificationsUnit

pushes_finished = Counter(
    "pushes_finished_total", "Pushes sent, withheld, failed for good, or to a subscription that ended", ["state"]
)

BATCH = 40
# One push service that hangs blocks one thread; the others go on.
THREADS = 4
LEASE = timedelta(minutes=2)  # several times the deadlines of a batch


@dataclass(frozen=True)
class PushDelivery:
    """Dependencies of sending pushes."""

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility
    renderer: PushRenderer
    services: PushServices


class _Withheld(Exception):
    """The push is not sent; the message is the reason."""


class _Postponed(Exception):
    def __init__(self, delay: timedelta) -> None:
        super().__init__(delay)
        self.delay = delay


def send_pushes(delivery: PushDelivery) -> int:
    """Send up to a batch of due pushes. Returns the number processed.

    A push of a worker that dies meanwhile is due again at the end of its lease: delivery is at least once. The device
    shows both as one notification, because they have the same tag.
    """
    with delivery.unit_of_work() as uow:
        due = uow.pushes.claim(LEASE, BATCH)
        uow.commit()
    if due:
        with ThreadPoolExecutor(min(THREADS, len(due))) as threads:
            list(threads.map(lambda push: _process(delivery, push), due))
    return len(due)


def _process(delivery: PushDelivery, push: Push) -> None:
    try:
        _send(delivery, push)
    except _Withheld as withheld:
        _finish(delivery, push, "withheld", str(withheld))
    except _Postponed as postponed:
        _put_back(delivery, push, postponed.delay, counts=False)
    except SubscriptionExpired:
        with delivery.unit_of_work() as uow:
            uow.push_subscriptions.remove(push.endpoint)
            uow.commit()
        pushes_finished.labels("expired").inc()
    except PushRejected as error:
        logger().error("push_rejected", push_id=str(push.id), problem=str(error))
        _finish(delivery, push, "failed", "refused")
    except PushDeferred as error:
        _retry_or_give_up(delivery, push, error.retry_after)
    except Unavailable:
        _put_back(delivery, push, outage_delay(), counts=False)
    except Exception as error:
        # A push that cannot be rendered must not block the others.
        logger().error("push_failed", push_id=str(push.id), exc_info=error)
        _retry_or_give_up(delivery, push, None)
    else:
        _finish(delivery, push, "sent", None)


def _send(delivery: PushDelivery, push: Push) -> None:
    recipient = delivery.contacts.find(push.member_id)
    if recipient is None:
        raise _Withheld("gone")
    device, count, is_fictional = _check(delivery, push)
    content = delivery.renderer.render(push, recipient, count=count, is_fictional=is_fictional)
    contact = delivery.renderer.contact(recipient)
    delivery.services.send(device, content, topic=push.topic, contact=contact)


def _check(delivery: PushDelivery, push: Push) -> tuple[PushSubscription, int, bool]:
    """Check everything that may have changed since the push was queued.

    Returns the device, the count of the push, and whether all members it is about are fictional.
    """
    with delivery.unit_of_work() as uow:
        now = uow.now()
        device = uow.push_subscriptions.of(push.endpoint, push.member_id)
        if device is None:
            raise _Withheld("gone")
        if push.created_at and now - push.created_at > EXPIRES_AFTER:
            raise _Withheld("old")
        if not uow.preferences.get(push.member_id, push.kind.rules.preference).push:
            raise _Withheld("unwanted")
        count, about = _count(uow, push)
        if count == 0:
            raise _Withheld("read")
        last = uow.activities.last(push.member_id)
        if last is not None and now - last < BUSY_PERIOD:
            # An open page shows a like at once. A message may still be read there, so its push waits.
            if push.kind.rules.counts_unread:
                raise _Postponed(BUSY_PERIOD - (now - last) + timedelta(seconds=1))
            raise _Withheld("busy")
        names = {member_id: uow.names.of(member_id) for member_id in about}
    visible = delivery.visibility.visible_to(push.member_id, about)
    if about and not visible:
        raise _Withheld("hidden")
    if push.kind is PushKind.UNREAD:
        count = len([member_id for member_id in about if member_id in visible])
    return device, count, _all_fictional(names[member_id] for member_id in visible if member_id in names)


def _count(uow: NotificationsUnit, push: Push) -> tuple[int, list[UUID]]:
    """The number of unread messages or conversations, or 1, and the members the push is about."""
    about = [push.about_id] if push.about_id else []
    if not push.kind.rules.counts_unread:
        return 1, about
    if push.conversation_id is None:
        unread = uow.unreads.of(push.member_id)
        return len(unread), [conversation.about_id for conversation in unread]
    conversation = uow.unreads.in_conversation(push.member_id, push.conversation_id)
    return conversation.count if conversation else 0, about


def _all_fictional(names: Iterable[MemberName | None]) -> bool:
    known = list(names)
    return bool(known) and all(name is not None and name.is_fictional for name in known)


def _retry_or_give_up(delivery: PushDelivery, push: Push, retry_after: timedelta | None) -> None:
    if push.tries >= MAX_TRIES:
        logger().warning("push_given_up", push_id=str(push.id))
        _finish(delivery, push, "failed", "given_up")
    else:
        _put_back(delivery, push, retry_delay(push.tries, retry_after), counts=True)


def _finish(delivery: PushDelivery, push: Push, state: str, reason: str | None) -> None:
    with delivery.unit_of_work() as uow:
        uow.pushes.finish(push, state, reason)
        uow.commit()
    pushes_finished.labels(state).inc()


def _put_back(delivery: PushDelivery, push: Push, delay: timedelta, *, counts: bool) -> None:
    with delivery.unit_of_work() as uow:
        uow.pushes.put_back(push, delay, counts=counts)
        uow.commit()
