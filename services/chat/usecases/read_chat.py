from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card
from servicekit.errors import NotFound

from chat.domain.conversation import Partner, conversation_of
from chat.domain.message import Message
from chat.domain.wallet import Wallet
from chat.ports import Billing, Cards, ChatUnitOfWork, Side

PAGE = 50


@dataclass(frozen=True)
class Where:
    """Which conversation, by its own id or by whom it is with, and which part of it."""

    conversation_id: UUID | None = None
    partner_id: UUID | None = None
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True)
class Terms:
    """What the site sets: the price of a message, and how long a conversation is kept in sight."""

    message_credits: int
    history_months: int


@dataclass(frozen=True)
class Chat:
    side: Side | None  # None before the first message
    card: Card | None  # None when the partner is gone
    partner: Partner
    messages: Sequence[Message]
    has_older: bool
    wallet: Wallet


def read_chat(uow: ChatUnitOfWork, cards: Cards, billing: Billing, terms: Terms, member_id: UUID, where: Where) -> Chat:
    """A page of a conversation as one of its two members may see it. Not theirs and not there is the same NotFound.

    The price is by our copy of the wallet: it is written with every message sent, and follows billing's events.
    """
    with uow.reading() as uow:
        side, partner_id = _find(uow, member_id, where)
        partner = uow.sends.standing(member_id, partner_id).check_open(partner_id)
        messages = _page(uow, side, terms.history_months, where) if side else []
        has_older = bool(side and messages and uow.messages.has_older(side, terms.history_months, messages[0].seq))
        copy = uow.members.wallet(member_id, terms.message_credits)
    card = None if partner.is_gone else cards.seen_by(member_id, [partner_id]).get(partner_id)
    if card is None and not partner.is_gone:
        raise NotFound()
    return Chat(side, card, partner, messages, has_older, copy or billing.wallet(member_id))


def _find(uow: ChatUnitOfWork, member_id: UUID, where: Where) -> tuple[Side | None, UUID]:
    if where.conversation_id is not None:
        side = uow.conversations.side(where.conversation_id, member_id)
        if side is None:
            raise NotFound()
        return side, side.partner_id
    if where.partner_id is None or where.partner_id == member_id:
        raise NotFound()
    return uow.conversations.side(conversation_of(member_id, where.partner_id), member_id), where.partner_id


def _page(uow: ChatUnitOfWork, side: Side, months: int, where: Where) -> Sequence[Message]:
    if where.after is not None:
        return uow.messages.following(side, months, PAGE, where.after)
    return uow.messages.newest(side, months, PAGE, where.before)
