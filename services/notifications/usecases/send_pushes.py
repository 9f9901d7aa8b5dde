from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

from prometheus_client import Counter
from shared.kit.core import Unavailable, describe, logger

from notifications.domain.email import Recipient, outage_delay
from notifications.domain.member_name import MemberName
from notifications.domain.outcome import Finished, Outcome, PutBack, Unreachable
from notifications.domain.push import MAX_TRIES, Push, PushSubscription, retry_delay
from notifications.domain.push_kinds import PushKind
from notifications.ports import (
    Contacts,
    Pair,
    PushDeferred,
    PushRejected,
    PushServices,
    PushServiceUnavailable,
    SubscriptionExpired,
    Visibility,
)
from notifications.push_renderer import PushRenderer
from notifications.storage import NotificationsUnit
from notifications.usecases.check_pushes import PushState, check_pushes, rings_to_end
from notifications.usecases.send_due import Queue, Share, send_due

pushes_finished = Counter(
    "pushes_finished_total", "Pushes sent, withheld, failed for good, or to a subscription that ended", ["state"]
)

# A push service answers in 20 to 100 ms: 24 at a time are more than 300 a second. Eight threads stay for the others.
SHARE = Share(threads=32, of_party=24)
LEASE = timedelta(minutes=2)  # longer than a push may wait for its turn, and several times its deadlines


@dataclass(frozen=True)
class PushDelivery:
    """Dependencies of sending pushes."""

    unit_of_work: Callable[[], NotificationsUnit]
    contacts: Contacts
    visibility: Visibility
    renderer: PushRenderer
    services: PushServices


@dataclass(frozen=True)
class _Ready:
    """A push that may be sent, with everything it is made of."""

    device: PushSubscription
    recipient: Recipient
    count: int
    is_fictional: bool
    kind: PushKind


def send_pushes(delivery: PushDelivery) -> int:
    """Send due pushes. Returns the number processed, or 0 while a service that is asked first is down.

    A push of a worker that dies meanwhile is due again at the end of its lease: delivery is at least once. The device
    shows both as one notification, because they have the same tag.
    """
    return send_due(_PushQueue(delivery), SHARE)


class _PushQueue(Queue[Push, _Ready]):
    def __init__(self, delivery: PushDelivery) -> None:
        self._delivery = delivery

    def claim(self, most: int) -> Sequence[Push]:
        with self._delivery.unit_of_work() as uow:
            due = uow.pushes.claim(LEASE, most)
            uow.commit()
        return due

    def recipient(self, item: Push) -> Hashable:
        return item.endpoint

    def party(self, item: Push) -> str:
        return urlsplit(item.endpoint).netloc

    def prepare(self, items: Sequence[Push]) -> Mapping[UUID, _Ready | Outcome]:
        try:
            return self._prepared(items)
        except Unavailable:
            self.is_down = True
            return {push.id: PutBack(outage_delay(), counts=False) for push in items}
        except Exception as error:
            if len(items) == 1:
                return {items[0].id: _failed(items[0], error)}
            # One of them is the cause.
            return {push.id: self.prepare([push])[push.id] for push in items}

    def _prepared(self, items: Sequence[Push]) -> Mapping[UUID, _Ready | Outcome]:
        recipients = self._delivery.contacts.find({push.member_id for push in items})
        with self._delivery.unit_of_work().reading() as uow:
            checked = check_pushes(uow, [push for push in items if push.member_id in recipients])
            about = {
                member_id for state in checked.values() if isinstance(state, PushState) for member_id in state.about
            }
            names = uow.names.of(about)
            rings = rings_to_end(uow, items)
        visible = self._delivery.visibility.visible(_pairs(items, checked))
        found: dict[UUID, _Ready | Outcome] = {}
        for push in items:
            recipient, state = recipients.get(push.member_id), checked.get(push.id)
            if recipient is None or state is None:
                found[push.id] = Finished("withheld", "gone")
            elif isinstance(state, Outcome):
                found[push.id] = state
            elif push.member_id in visible.unknown_viewers:
                found[push.id] = PutBack(outage_delay(), counts=False)
            else:
                found[push.id] = _ready(push, recipient, state, visible.to(push.member_id, state.about), names)
            if recipient and push.id in rings and isinstance(found[push.id], Finished):
                # The device may show no more than that its ring is over.
                found[push.id] = _Ready(rings[push.id], recipient, 1, is_fictional=False, kind=PushKind.ENDED_CALL)
        return found

    def send(self, item: Push, prepared: _Ready) -> Outcome:
        renderer, services = self._delivery.renderer, self._delivery.services
        try:
            shown = replace(item, kind=prepared.kind)
            content = renderer.render(
                shown, prepared.recipient, count=prepared.count, is_fictional=prepared.is_fictional
            )
            services.send(prepared.device, content, topic=item.topic, contact=renderer.contact(prepared.recipient))
        except SubscriptionExpired:
            return Unreachable()
        except PushRejected as error:
            logger().error("push_rejected", push_id=str(item.id), problem=str(error))
            return Finished("failed", "refused")
        except PushDeferred as error:
            return _retried(item, error.retry_after)
        except PushServiceUnavailable:
            return PutBack(outage_delay(), counts=False)
        except Exception as error:
            return _failed(item, error)
        return Finished("sent")

    def record(self, outcomes: Sequence[tuple[Push, Outcome]]) -> None:
        try:
            self._record(outcomes)
        except Exception as error:
            if len(outcomes) == 1:
                # Nothing is lost: it is due again when its lease ends.
                logger().warning("push_outcome_not_recorded", push_id=str(outcomes[0][0].id), problem=describe(error))
                return
            for each in outcomes:
                self.record([each])

    def _record(self, outcomes: Sequence[tuple[Push, Outcome]]) -> None:
        with self._delivery.unit_of_work() as uow:
            for push, outcome in outcomes:
                if isinstance(outcome, Unreachable):
                    uow.push_subscriptions.remove(push.endpoint)
            uow.pushes.finish([(push, outcome) for push, outcome in outcomes if isinstance(outcome, Finished)])
            uow.pushes.put_back([(push, outcome) for push, outcome in outcomes if isinstance(outcome, PutBack)])
            uow.commit()
        for _, outcome in outcomes:
            if not isinstance(outcome, PutBack):
                pushes_finished.labels(outcome.state if isinstance(outcome, Finished) else "expired").inc()


def _pairs(items: Sequence[Push], checked: Mapping[UUID, PushState | Outcome]) -> set[Pair]:
    return {
        (push.member_id, member_id)
        for push in items
        if isinstance(state := checked.get(push.id), PushState)
        for member_id in state.about
    }


def _ready(
    push: Push, recipient: Recipient, state: PushState, visible: Collection[UUID], names: Mapping[UUID, MemberName]
) -> _Ready | Outcome:
    if state.about and not visible:
        return Finished("withheld", "hidden")
    count = len([member_id for member_id in state.about if member_id in visible])
    is_fictional = _all_fictional(names.get(member_id) for member_id in visible)
    count = count if push.kind is PushKind.UNREAD else state.count
    return _Ready(state.device, recipient, count, is_fictional, push.kind)


def _all_fictional(names: Iterable[MemberName | None]) -> bool:
    known = list(names)
    return bool(known) and all(name is not None and name.is_fictional for name in known)


def _failed(push: Push, error: Exception) -> Outcome:
    # A push that cannot be rendered must not block the others.
    logger().error("push_failed", push_id=str(push.id), exc_info=error)
    return _retried(push, None)


def _retried(push: Push, retry_after: timedelta | None) -> Outcome:
    if push.tries < MAX_TRIES:
        return PutBack(retry_delay(push.tries, retry_after), counts=True)
    logger().warning("push_given_up", push_id=str(push.id))
    return Finished("failed", "given_up")
