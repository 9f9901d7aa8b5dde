"""Work at the support inbox: replies, notes, states. Each is recorded by profiles before it is carried out."""

from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from notifications.domain.support_inbox import Agent, Thread, ThreadState
from notifications.errors import SupportThreadMovedOn, SupportThreadUnanswerable
from notifications.ports import SupportThreadAct, Visibility
from notifications.storage import NotificationsUnit


def view_thread(uow: NotificationsUnit, visibility: Visibility, agent: Agent, thread_id: UUID) -> Thread:
    """The thread, once the look is recorded. Raises NotFound, and Forbidden for a mail of this person's own."""
    return _recorded(uow, visibility, agent, thread_id, "view")


def reply_to_thread(
    uow: NotificationsUnit,
    visibility: Visibility,
    agent: Agent,
    key: UUID,
    thread_id: UUID,
    seen: int,
    text: str,
    locale: str,
    *,
    closes: bool,
) -> None:
    """Queue a reply, once for each key, made after `seen` mails of the thread.

    Raises SupportThreadMovedOn if a mail or a colleague's reply came since, SupportThreadUnanswerable for a thread
    without an address.
    """
    thread = _recorded(uow, visibility, agent, thread_id, "answer")
    if not thread.address:
        raise SupportThreadUnanswerable()

    def do() -> dict[str, str]:
        locked = uow.inbox.lock(agent.sites, thread_id)
        if locked is None:
            raise NotFound()
        if locked.mails != seen:
            raise SupportThreadMovedOn()
        # An id of our own: the client's is unique only among those of this person.
        reply_id = new_id()
        uow.inbox.add_reply(thread_id, reply_id, agent.actor_id, text, locale)
        uow.inbox.set_state(thread_id, ThreadState.CLOSED if closes else ThreadState.WAITING)
        if locked.assigned_to is None:
            uow.inbox.assign(thread_id, agent.actor_id)
        return {"reply_id": str(reply_id)}

    with uow:
        body = {"thread": str(thread_id), "text": text, "locale": locale, "closes": closes}
        once(uow.session, actor=str(agent.actor_id), operation="support_reply", key=key, body=body, do=do)
        uow.commit()


def note_on_thread(
    uow: NotificationsUnit, visibility: Visibility, agent: Agent, key: UUID, thread_id: UUID, text: str
) -> None:
    """Add a note for colleagues, once for each key."""
    _recorded(uow, visibility, agent, thread_id, "note")

    def do() -> dict[str, str]:
        if uow.inbox.lock(agent.sites, thread_id) is None:
            raise NotFound()
        uow.inbox.add_note(thread_id, new_id(), agent.actor_id, text)
        return {}

    with uow:
        body = {"thread": str(thread_id), "text": text}
        once(uow.session, actor=str(agent.actor_id), operation="support_note", key=key, body=body, do=do)
        uow.commit()


def change_thread(
    uow: NotificationsUnit,
    visibility: Visibility,
    agent: Agent,
    thread_id: UUID,
    *,
    state: ThreadState | None,
    seen: int | None,
    is_mine: bool | None,
    is_spam: bool | None,
) -> None:
    """Change what is given: the state, whose thread it is, whether it is spam.

    Raises SupportThreadMovedOn for a state if the thread has other than `seen` mails: one came since.
    """
    _recorded(uow, visibility, agent, thread_id, "change")
    with uow:
        locked = uow.inbox.lock(agent.sites, thread_id)
        if locked is None:
            raise NotFound()
        if state is not None and locked.mails != seen:
            raise SupportThreadMovedOn()
        if state is not None:
            uow.inbox.set_state(thread_id, state)
        if is_mine is not None:
            uow.inbox.assign(thread_id, agent.actor_id if is_mine else None)
        if is_spam is not None:
            uow.inbox.mark_spam(thread_id, is_spam)
        uow.commit()


def _recorded(
    uow: NotificationsUnit, visibility: Visibility, agent: Agent, thread_id: UUID, act: SupportThreadAct
) -> Thread:
    with uow.reading() as reads:
        thread = reads.inbox.find(agent.sites, thread_id)
    if thread is None:
        raise NotFound()
    visibility.record_support_thread(agent.actor_id, thread.id, thread.member_id, agent.pool, act)
    return thread
