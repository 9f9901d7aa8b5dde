from uuid import UUID

from chat.domain.conversation import ListedConversation
from chat.ports import Card, Cards
from chat.storage import ChatUnit

MOST = 50


def search_chats(
    uow: ChatUnit, cards: Cards, history_months: int, member_id: UUID, name: str
) -> list[tuple[ListedConversation, Card]]:
    """The member's conversations with visible members who have this in their name, the latest first, at most `MOST`."""
    with uow.reading() as uow:
        found = uow.conversations.named(member_id, history_months, MOST, name)
    shown = cards.seen_by(member_id, [item.partner_id for item in found])
    return [(item, shown[item.partner_id]) for item in found if item.partner_id in shown]
