from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from shared.kit.core import fault_point

from chat.domain.feed_event import change_event
from chat.domain.status_change import StatusChange
from chat.events.published import message_undelivered
from chat.storage import ChatUnit

AT_ONCE, CONVERSATIONS_AT_ONCE = 20, 20
# Longer than any send lasts: the second look finds messages posted while their recipient left.
SECOND_LOOK = timedelta(minutes=2)


def follow_status_changes(unit_of_work: Callable[[], ChatUnit]) -> int:
    """Notify the partners of members who left, came back or were confirmed, and mark messages they had not read.

    A message that a member who is gone had not read is marked as undelivered and announced once, so that billing
    refunds it. Marking and reading take the row lock of
    the conversation, so a message was read or is undelivered. After a crash the next turn finishes. Returns how many
    changes were due.
    """
    with unit_of_work() as uow:
        due = uow.status_changes.take_due(AT_ONCE)
        uow.commit()
    for change in due:
        _follow(unit_of_work, change)
    return len(due)


def _follow(unit_of_work: Callable[[], ChatUnit], change: StatusChange) -> None:
    after: UUID | None = None
    while True:
        with unit_of_work() as uow:
            conversation_ids = uow.conversations.of_member(change.member_id, after, CONVERSATIONS_AT_ONCE)
            is_gone = uow.members.is_gone(change.member_id)
            if not conversation_ids:
                break
            _notify(uow, change, conversation_ids, is_gone=is_gone)
            fault_point("chat.status_change.before_commit")
            uow.commit()
        after = conversation_ids[-1]
    with unit_of_work() as uow:
        if is_gone and not change.is_told:
            uow.status_changes.look_again(change, SECOND_LOOK)
        else:
            uow.status_changes.done(change)
        uow.commit()


def _notify(uow: ChatUnit, change: StatusChange, conversation_ids: list[UUID], *, is_gone: bool) -> None:
    events = []
    for conversation_id in conversation_ids:
        participant = uow.conversations.lock(conversation_id, change.member_id)
        if participant is None:
            continue
        undelivered = uow.messages.give_up_unread(participant) if is_gone and participant.unread else []
        for message in undelivered:
            uow.announce(message_undelivered(message))
        if undelivered or not change.is_told:
            events.append(change_event(participant.partner_id, conversation_id))
    if events:
        uow.feed.append(events)
