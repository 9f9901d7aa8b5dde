from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.card import Card
from profiles.storage import ProfilesUnit


def find_public_card(reads: ProfilesUnit, pool: int, member_id: UUID) -> Card:
    """Return the card of a member of this pool as visitors may see it.

    Raises NotFound for all others alike: unknown, of another pool, deleted, erased, hidden or invisible.
    """
    with reads:
        cards = reads.cards.public([member_id])
        if not cards or reads.profiles.pool(member_id) != pool:
            raise NotFound()
        return cards[0]
