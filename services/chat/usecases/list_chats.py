from dataclasses import dataclass, replace
from uuid import UUID

from chat.domain.conversation import ListedConversation
from chat.ports import Card, Cards
from chat.storage import ChatUnit

MOST = 200  # conversations in a page of the list, and cards in one call


@dataclass(frozen=True)
class ChatList:
    chats: list[tuple[ListedConversation, Card | None]]  # no card where the partner is gone
    total_unread: int
    cursor: int  # the stream continues from this position
    has_older: bool


def list_chats(
    uow: ChatUnit, cards: Cards, history_months: int, member_id: UUID, before: UUID | None = None
) -> ChatList:
    """The member's conversations, the latest first, or those after `before`.

    Partners hidden by profiles are in neither list nor count. A conversation whose partner is gone stays, without a
    card and without unread messages.
    """
    with uow.reading() as uow:
        found, total, cursor = uow.conversations.listed(member_id, history_months, MOST + 1, before)
    listed = found[:MOST]
    here = [item for item in listed if not item.partner.is_gone]
    shown = cards.seen_by(member_id, [item.partner_id for item in here])
    hidden = sum(item.unread for item in here if item.partner_id not in shown)
    chats: list[tuple[ListedConversation, Card | None]] = [
        (replace(item, unread=0), None) if item.partner.is_gone else (item, shown[item.partner_id])
        for item in listed
        if item.partner.is_gone or item.partner_id in shown
    ]
    return ChatList(chats, total - hidden, cursor, len(found) > MOST)
