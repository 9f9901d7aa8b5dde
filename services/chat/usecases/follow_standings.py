from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from servicekit.faults import point

from chat.announcements import message_undelivered
from chat.domain.news import of_change
from chat.ports import ChatUnitOfWork, StandingChange

AT_ONCE, CONVERSATIONS_AT_ONCE = 20, 20
# Longer than any send is under way: what was posted while its recipient left is found by the second look.
SECOND_LOOK = timedelta(minutes=2)


def follow_standings(unit_of_work: Callable[[], ChatUnitOfWork]) -> int:
    """Tell everyone who talks with a member that the member left, came back or was confirmed.

    What a member who is gone had not read was never delivered: each such message is marked and told of once, so that
    billing gives back what it cost. Marking and reading take the same lock, so a message was read or it goes back.
    Whatever dies in between, the next turn finishes it.
    """
    with unit_of_work() as uow:
        due = uow.standings.take_due(AT_ONCE)
        uow.commit()
    for change in due:
        _follow(unit_of_work, change)
    return len(due)


def _follow(unit_of_work: Callable[[], ChatUnitOfWork], change: StandingChange) -> None:
    after: UUID | None = None
    while True:
        with unit_of_work() as uow:
            conversation_ids = uow.conversations.of_member(change.member_id, after, CONVERSATIONS_AT_ONCE)
            is_gone = uow.members.is_gone(change.member_id)
            if not conversation_ids:
                break
            _tell(uow, change, conversation_ids, is_gone=is_gone)
            point("chat.standing.before_commit")
            uow.commit()
        after = conversation_ids[-1]
    with unit_of_work() as uow:
        if is_gone and not change.is_told:
            uow.standings.look_again(change, SECOND_LOOK)
        else:
            uow.standings.done(change)
        uow.commit()


def _tell(uow: ChatUnitOfWork, change: StandingChange, conversation_ids: list[UUID], *, is_gone: bool) -> None:
    news = []
    for conversation_id in conversation_ids:
        side = uow.conversations.lock(conversation_id, change.member_id)
        if side is None:
            continue
        undelivered = uow.messages.give_up_unread(side) if is_gone and side.unread else []
        for message in undelivered:
            uow.announce(message_undelivered(message))
        if undelivered or not change.is_told:
            news.append(of_change(side.partner_id, conversation_id))
    if news:
        uow.feed.tell(news)
