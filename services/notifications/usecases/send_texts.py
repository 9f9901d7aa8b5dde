from collections.abc import Callable
from dataclasses import dataclass

from prometheus_client import Counter
from shared.kit.core import Unavailable, describe, fault_point, logger
from shared.text_messages.message import TextMessages, TextNotSent, TextOutcomeUnknown, TextRefused

from notifications.domain.email import outage_delay
from notifications.domain.text_message import UNKNOWN_AFTER, QueuedText, TextMessageState
from notifications.ports import Visibility
from notifications.storage import NotificationsUnit
from notifications.text_renderer import TextRenderer
from notifications.usecases.tell_unreached import tell_unreached

texts_finished = Counter("text_messages_finished_total", "Text messages sent, or failed for good", ["state"])

BATCH = 20
State = TextMessageState


@dataclass(frozen=True)
class TextDelivery:
    """Dependencies of sending text messages."""

    unit_of_work: Callable[[], NotificationsUnit]
    visibility: Visibility
    renderer: TextRenderer
    messages: TextMessages


def send_texts(delivery: TextDelivery) -> int:
    """Send due text messages. Returns the number processed, or 0 while a service or the provider is down.

    At most once: providers know no idempotency keys, so a message is marked before it is handed over. One of a worker
    that dies then, or without an answer, is not sent again; if no report of the provider comes, the member is told.
    """
    with delivery.unit_of_work() as uow:
        lost = uow.texts.take_lost(BATCH)
        for queued in lost:
            tell_unreached(uow, queued.plan_id, queued.member_id, is_fine=queued.is_fine)
        due = uow.texts.claim(UNKNOWN_AFTER, BATCH)
        uow.commit()
    sent = [_send(delivery, queued) for queued in due]
    return len(lost) + sum(sent)


def _send(delivery: TextDelivery, queued: QueuedText) -> bool:
    """Send one. False if it is put back."""
    try:
        contact = delivery.visibility.date_contact(queued.plan_id)
    except Unavailable as error:
        logger().warning("text_message_dependency_unavailable", problem=describe(error))
        return _later(delivery, queued)
    if contact is None or not contact.phone:
        # The plan has ended, the person refuses, or was changed meanwhile.
        return _end(delivery, queued, State.SUPPRESSED, "gone")
    if contact.is_fine and not queued.is_fine:
        # Answered before it left.
        return _end(delivery, queued, State.SUPPRESSED, "fine")
    if queued.is_fine and not contact.is_fine:
        # Profiles of the release before does not say when the member answered.
        return _later(delivery, queued)
    try:
        message = delivery.renderer.to_date_contact(queued, contact)
    # One that cannot be rendered keeps no other waiting.
    except Exception as error:
        logger().error("text_message_unrendered", message_id=str(queued.id), problem=describe(error))
        return _later(delivery, queued)
    with delivery.unit_of_work() as uow:
        is_ours = uow.texts.begin(queued.id, UNKNOWN_AFTER)
        uow.commit()
    if not is_ours:
        return True
    try:
        delivery.messages.send(message)
        fault_point("notifications.texts.sent")
    except TextNotSent:
        return _later(delivery, queued)
    except TextRefused as refused:
        return _end(delivery, queued, State.FAILED, refused.reason)
    except TextOutcomeUnknown:
        # A report of the provider decides, or the time.
        return True
    return _end(delivery, queued, State.SENT)


def _later(delivery: TextDelivery, queued: QueuedText) -> bool:
    if queued.is_late:
        return _end(delivery, queued, State.FAILED, "late")
    with delivery.unit_of_work() as uow:
        uow.texts.put_back(queued.id, outage_delay())
        uow.commit()
    return False


def _end(delivery: TextDelivery, queued: QueuedText, state: State, reason: str | None = None) -> bool:
    with delivery.unit_of_work() as uow:
        if uow.texts.end(queued.id, (State.QUEUED, State.SENDING), state, reason) and state is State.FAILED:
            tell_unreached(uow, queued.plan_id, queued.member_id, is_fine=queued.is_fine)
        uow.commit()
    texts_finished.labels(state).inc()
    return True
