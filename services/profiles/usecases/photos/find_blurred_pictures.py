from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import Invalid

from profiles.domain.card import Card
from profiles.storage import ProfilesUnit

MOST = 50


def find_blurred_pictures(reads: ProfilesUnit, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
    """Return the cards with a main photo that are visible to the viewer, in the order of `member_ids` (at most 50)."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        return [card for card in reads.cards.shown(viewer_id, member_ids) if card.main_photo]
