from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import Invalid

from profiles.domain.card import Card
from profiles.ports import ProfilesUnitOfWork

MOST = 50


def veil_pictures(reads: ProfilesUnitOfWork, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
    """Whose main photo may be shown blurred, in the order asked."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        return [card for card in reads.cards.shown(viewer_id, member_ids) if card.main_photo]
