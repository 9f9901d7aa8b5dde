from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import Invalid

from profiles.domain.card import Card
from profiles.errors import ProfileNotThereYet
from profiles.storage import ProfilesUnit

MOST = 200


def find_cards(reads: ProfilesUnit, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
    """Return the cards of the members visible to the viewer, in the order of `member_ids` (at most 200).

    Raises ProfileNotThereYet while the viewer's sign-up has not arrived: visibility is not known yet.
    """
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        cards = reads.cards.shown_cached(viewer_id, member_ids)
        if member_ids and not cards and reads.profiles.viewer(viewer_id) is None:
            raise ProfileNotThereYet()
        return cards
