from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.conversation import Participant, Partner, conversation_of
from chat.domain.message import Message
from chat.domain.wallet import Wallet
from chat.ports import Billing, Card, Cards
from chat.storage import ChatUnit

PAGE = 50
# The way back to a message that a search found takes few requests.
LONG_PAGE = 300


@dataclass(frozen=True)
class PageRequest:
    """A conversation, by its own id or its partner's, and the page of it before or after a seq.

    With `since`, the page before a seq goes back to that one, if it is not too far.
    """

    conversation_id: UUID | None = None
    partner_id: UUID | None = None
    before: int | None = None
    after: int | None = None
    since: int | None = None


@dataclass(frozen=True)
class Terms:
    """Terms of the site: the price of a message, and the months of history it shows."""

    message_credits: int
    history_months: int


@dataclass(frozen=True)
class CallConsents:
    own: bool
    partner: bool


@dataclass(frozen=True)
class Chat:
    participant: Participant | None  # None before the first message
    card: Card | None  # None when the partner is gone
    partner: Partner
    messages: Sequence[Message]
    has_older: bool
    wallet: Wallet
    consents: CallConsents | None  # None until both have written


def read_chat(uow: ChatUnit, cards: Cards, billing: Billing, terms: Terms, member_id: UUID, page: PageRequest) -> Chat:
    """A page of a conversation for one participant. Raises the same NotFound for one of others and for none.

    The price comes from the copy of the wallet, which every send and billing's events update.
    """
    with uow.reading() as uow:
        participant, partner_id = _find(uow, member_id, page)
        permission = uow.sends.permission(member_id, partner_id)
        is_hidden = permission.is_hidden_stranger
        # Of a stranger who hides, profiles is asked as of an unknown id: the time of the refusal tells neither.
        partner = Partner.HERE if is_hidden else permission.check_open(partner_id)
        messages = _page(uow, participant, terms.history_months, page) if participant else []
        has_older = bool(
            participant and messages and uow.messages.has_older(participant, terms.history_months, messages[0].seq)
        )
        consents = _consents(uow, participant, member_id) if participant and partner is Partner.HERE else None
        copy = uow.wallets.find(member_id, terms.message_credits)
    card = None if partner.is_gone else cards.seen_by(member_id, [partner_id]).get(partner_id)
    if is_hidden or (card is None and not partner.is_gone):
        raise NotFound()
    return Chat(participant, card, partner, messages, has_older, copy or billing.wallet(member_id), consents)


def _consents(uow: ChatUnit, participant: Participant, member_id: UUID) -> CallConsents | None:
    found = uow.calls.consents(participant.conversation_id)
    return CallConsents(found[member_id], found[participant.partner_id]) if len(found) == 2 else None


def _find(uow: ChatUnit, member_id: UUID, page: PageRequest) -> tuple[Participant | None, UUID]:
    if page.conversation_id is not None:
        participant = uow.conversations.participant(page.conversation_id, member_id)
        if participant is None:
            raise NotFound()
        return participant, participant.partner_id
    if page.partner_id is None or page.partner_id == member_id:
        raise NotFound()
    return uow.conversations.participant(conversation_of(member_id, page.partner_id), member_id), page.partner_id


def _page(uow: ChatUnit, participant: Participant, months: int, page: PageRequest) -> Sequence[Message]:
    if page.after is not None:
        return uow.messages.following(participant, months, PAGE, page.after)
    limit = PAGE if page.since is None else LONG_PAGE
    return uow.messages.newest(participant, months, limit, page.before, page.since or 0)
