from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import Invalid

from profiles.domain.card import Card
from profiles.ports import ProfilesUnitOfWork

MOST = 200


def find_cards(reads: ProfilesUnitOfWork, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
    """The cards of those among these whom the viewer may see, in the order asked. At most 200 at a time."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        return reads.cards.seen_again(viewer_id, member_ids)
