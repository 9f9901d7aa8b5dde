"""Group commit: messages that wait at the same moment share their trips and their commits
(docs/decisions/0053-message-hot-path.md)."""

from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field

from shared.kit.errors import NotFound
from shared.kit.faults import point

from chat.domain.conversation import conversation_of
from chat.domain.feed_event import FeedEvent, message_events
from chat.domain.message import Draft, Message
from chat.domain.sending import SendState
from chat.domain.wallet import Wallet
from chat.ports import Billing
from chat.send_groups import Groups
from chat.storage import ChatUnit
from chat.storage.sends import StateChanged
from chat.usecases.send_message import Limits, may_join_group, post_charged, send_message, write_message


@dataclass(frozen=True)
class Send:
    """One message on its way, with the context of its request, which its event carries on."""

    limits: Limits
    draft: Draft
    context: Context = field(default_factory=copy_context)


@dataclass(frozen=True)
class Sent:
    """How far a group has brought a message: charged, and posted unless its transaction was undone."""

    credits: int
    wallet: Wallet
    message: Message | None


SendGroups = Groups[Send, Sent]


def send_in_group(
    unit_of_work: Callable[[], ChatUnit], billing: Billing, groups: SendGroups, limits: Limits, draft: Draft
) -> tuple[Message, Wallet]:
    """As `send_message`, in a group with others if this process is sending at the moment.

    A message that a group cannot post goes on alone from where it is, so it gets the answer or the refusal that it
    would have got by itself, and its neighbours theirs.
    """
    if draft.photo or draft.voice or draft.icebreaker or draft.reply_to:
        return send_message(unit_of_work(), billing, limits, draft)
    draft.check(limits.message_length)
    if draft.sender_id == draft.recipient_id:
        raise NotFound()

    def alone(send: Send) -> Sent:
        message, wallet = send_message(unit_of_work(), billing, send.limits, send.draft)
        return Sent(message.credits or 0, wallet, message)

    sent = groups.run(
        Send(limits, draft),
        conversation_of(draft.sender_id, draft.recipient_id),
        alone,
        lambda sends, pass_on: send_together(unit_of_work(), billing, sends, pass_on),
    )
    if sent.message is None:
        return post_charged(unit_of_work(), limits, draft, sent.credits, sent.wallet)
    return sent.message, sent.wallet


def send_together(
    uow: ChatUnit, billing: Billing, sends: Sequence[Send], charged_all: Callable[[], None] = lambda: None
) -> list[Sent | None]:
    """Charge and post messages of different conversations by one call and one transaction.

    Calls `charged_all` between the two: the next group may begin.

    Returns how far each of them came: None for one that was not charged, that begins a conversation, is refused, or
    sent already. Raises Unavailable if billing does not answer.
    """
    with uow.reading().lean() as before:
        states = before.sends.states([send.draft for send in sends])
    joining = [
        (n, send, state)
        for n, (send, state) in enumerate(zip(sends, states, strict=True))
        if may_join_group(state, send.limits, send.draft)
    ]
    sent: list[Sent | None] = [None] * len(sends)
    if len(joining) < 2:
        return sent
    point("chat.send.before_charge")
    paid = billing.charge_together([send.draft for _, send, _ in joining])
    point("chat.send.charged")
    charged_all()
    charged = [
        _Charged(n, send, state, *each)
        for (n, send, state), each in zip(joining, paid, strict=True)
        if each is not None
    ]
    messages = _post_together(uow, charged) if charged else {}
    for each in charged:
        sent[each.n] = Sent(each.credits, each.wallet, messages.get(each.n))
    point("chat.send.committed")
    return sent


@dataclass(frozen=True)
class _Charged:
    n: int
    send: Send
    state: SendState
    credits: int
    wallet: Wallet


def _post_together(uow: ChatUnit, charged: Sequence[_Charged]) -> dict[int, Message]:
    """The messages by their numbers; none of them when the state of any has changed."""
    messages: dict[int, Message] = {}
    events: list[FeedEvent] = []
    try:
        with uow.lean() as lean, lean.sends.taking_slots([(each.send.draft, each.state) for each in charged]):
            # In the order of senders, whose rows are locked by the copy of their wallets.
            for each in sorted(charged, key=lambda each: each.send.draft.sender_id):
                draft = each.send.draft
                message = each.send.context.run(
                    write_message, lean, draft, each.state.next_slot, each.credits, each.wallet
                )
                messages[each.n] = message
                events += message_events(message, draft.recipient_id, each.wallet)
            lean.feed.append(events)
            point("chat.send.before_commit")
            lean.commit()
    except StateChanged:
        return {}
    return messages
