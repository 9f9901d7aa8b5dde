from dataclasses import dataclass, replace
from uuid import UUID

from servicekit.errors import NotFound

from profiles.domain.atlas import Atlas
from profiles.domain.profile import Profile
from profiles.domain.visibility import check_may_open
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer


def view_own_profile(reads: ProfilesUnitOfWork, pause: Pause, member_id: UUID) -> Profile:
    with reads:
        find_viewer(reads, pause, member_id)
        return _open(reads, member_id, member_id)


@dataclass(frozen=True, slots=True)
class Seen:
    """A profile as someone else opened it; whether they are premium is billing's word."""

    profile: Profile
    is_premium: bool
    distance_km: int | None


def view_profile(reads: ProfilesUnitOfWork, pause: Pause, atlas: Atlas, viewer_id: UUID, member_id: UUID) -> Seen:
    """Raises NotFound for members who are hidden as for those who are not there, and BlockedByMember."""
    with reads:
        viewer = find_viewer(reads, pause, viewer_id)
        profile = _open(reads, viewer_id, member_id)
    distance_km = atlas.distance_band(viewer.town_id, profile.card.town_id)
    return Seen(profile, viewer.is_premium, distance_km)


def _open(reads: ProfilesUnitOfWork, viewer_id: UUID, member_id: UUID) -> Profile:
    profile = reads.profiles.whole(viewer_id, member_id)
    if profile is None:
        raise NotFound()
    check_may_open(profile.standing, profile.card.name)
    return replace(profile, photos=reads.photos.of(member_id))
