from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import Invalid

from profiles.storage import ProfilesUnit

MOST = 500


def find_visible(reads: ProfilesUnit, pairs: Sequence[tuple[UUID, UUID]]) -> tuple[set[tuple[UUID, UUID]], set[UUID]]:
    """Of pairs of a viewer and a member (at most 500), those in which the viewer may see the member in lists.

    Also returns the viewers whose sign-up has not arrived: of them nothing is known yet.
    """
    if len(pairs) > MOST:
        raise Invalid(field="pairs")
    with reads:
        visible = reads.cards.visible_pairs(pairs)
        silent = {viewer for viewer, _ in pairs} - {viewer for viewer, _ in visible}
        return visible, reads.profiles.missing(silent)
