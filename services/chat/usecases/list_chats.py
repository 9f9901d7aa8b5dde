from dataclasses import dataclass, replace
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card

from chat.ports import Cards, ChatUnitOfWork, Listed

MOST = 200  # conversations in a page of the list, and cards in one call


@dataclass(frozen=True)
class ChatList:
    chats: list[tuple[Listed, Card | None]]
    total_unread: int
    cursor: int  # where a stream goes on from this list
    has_older: bool


def list_chats(
    uow: ChatUnitOfWork, cards: Cards, history_months: int, member_id: UUID, before: UUID | None = None
) -> ChatList:
    """The member's conversations, the latest first, or those that follow `before`.

    Whoever profiles hides from them is in neither list nor count. A conversation whose partner is gone stays, without a
    card; what was unread of it is no news any more.
    """
    with uow.reading() as uow:
        found, total, cursor = uow.conversations.listed(member_id, history_months, MOST + 1, before)
    listed = found[:MOST]
    here = [item for item in listed if not item.partner.is_gone]
    shown = cards.seen_by(member_id, [item.partner_id for item in here])
    hidden = sum(item.unread for item in here if item.partner_id not in shown)
    chats: list[tuple[Listed, Card | None]] = [
        (replace(item, unread=0), None) if item.partner.is_gone else (item, shown[item.partner_id])
        for item in listed
        if item.partner.is_gone or item.partner_id in shown
    ]
    return ChatList(chats, total - hidden, cursor, len(found) > MOST)
