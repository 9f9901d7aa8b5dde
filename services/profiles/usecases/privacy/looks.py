"""Who looked at a profile in the last week, without a time."""

from uuid import UUID

from shared.kit.core import NotFound
from shared.kit.http import PremiumRequired

from profiles.domain.card import Card
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer

MOST = 200


def look_at(uow: ProfilesUnit, pause: Pause, viewer_id: UUID, member_id: UUID) -> None:
    """Record that a member opened a profile. Says nothing of whether it was recorded, or whether there is one."""
    with uow:
        find_viewer(uow, pause, viewer_id)
        uow.looks.add(viewer_id, member_id)
        uow.commit()


def list_looks(reads: ProfilesUnit, pause: Pause, member_id: UUID, *, is_offered: bool) -> list[Card] | None:
    """Those who looked at the member in the week before today, at most 200. None for one who looks unseen.

    Raises PremiumRequired where the list is offered to premium members only.
    """
    with reads:
        viewer = find_viewer(reads, pause, member_id)
        if not (is_offered or viewer.is_premium):
            raise PremiumRequired()
        own = reads.profiles.restrictions(member_id)
        if own is None:
            raise NotFound()
        return reads.cards.shown(member_id, reads.looks.of_the_week(member_id, MOST)) if own.sees_looks else None
