from dataclasses import dataclass, replace
from uuid import UUID

from shared.kit.core import NotFound

from profiles.domain.atlas import Atlas
from profiles.domain.card import Photo
from profiles.domain.photo import PhotoStatus
from profiles.domain.profile import Profile
from profiles.domain.visibility import check_may_open
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


def view_own_profile(reads: ProfilesUnit, pause: Pause, member_id: UUID) -> Profile:
    with reads:
        find_viewer(reads, pause, member_id)
        profile = _open(reads, member_id, member_id)
        return profile if profile.photos else replace(profile, pending_photo=_pending_photo(reads, member_id))


@dataclass(frozen=True, slots=True)
class Seen:
    """A profile opened by another member. `is_premium` is the viewer's status, as billing's event set it."""

    profile: Profile
    is_premium: bool
    distance_km: int | None


def view_profile(reads: ProfilesUnit, pause: Pause, atlas: Atlas, viewer_id: UUID, member_id: UUID) -> Seen:
    """Return a profile as the viewer sees it. Raises NotFound, also for hidden members, and BlockedByMember."""
    with reads:
        viewer = find_viewer(reads, pause, viewer_id)
        profile = _open(reads, viewer_id, member_id)
    distance_km = atlas.distance_band(viewer.town_id, profile.card.town_id)
    return Seen(profile, viewer.is_premium, distance_km)


def _pending_photo(reads: ProfilesUnit, member_id: UUID) -> Photo | None:
    own = reads.photos.own(member_id)
    return next((Photo(photo.id, photo.thumbhash) for photo in own if photo.status == PhotoStatus.PENDING), None)


def _open(reads: ProfilesUnit, viewer_id: UUID, member_id: UUID) -> Profile:
    profile = reads.profiles.find(viewer_id, member_id)
    if profile is None:
        raise NotFound()
    check_may_open(profile.visibility, profile.card.name)
    return replace(profile, photos=reads.photos.of(member_id))
