from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import Invalid

from profiles.domain.card import Card
from profiles.errors import ProfileNotThereYet
from profiles.ports import ProfilesUnitOfWork

MOST = 200


def find_cards(reads: ProfilesUnitOfWork, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
    """The cards of those among these whom the viewer may see, in the order asked. At most 200 at a time.

    Raises ProfileNotThereYet while we have not heard of the viewer: whom they may see cannot be said.
    """
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        cards = reads.cards.seen_again(viewer_id, member_ids)
        if member_ids and not cards and reads.profiles.viewer(viewer_id) is None:
            raise ProfileNotThereYet()
        return cards
