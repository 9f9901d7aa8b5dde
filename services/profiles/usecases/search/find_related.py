from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound, age_on

from profiles.domain.atlas import Atlas
from profiles.domain.bit_masks import interests_mask
from profiles.domain.card import Card
from profiles.domain.profile import OLDEST, YOUNGEST, Profile
from profiles.domain.search import Criteria, Filters, Hit, Nearness, criteria_for
from profiles.domain.traits import Gender
from profiles.domain.visibility import check_may_open
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer

LOOKED_AT, SHOWN, YEARS = 200, 4, 6
NEARBY_KM = 50


def find_related(reads: ProfilesUnit, pause: Pause, atlas: Atlas, viewer_id: UUID, member_id: UUID) -> list[Card]:
    """Find members similar to this one that fit the viewer. Raises NotFound and BlockedByMember, as `view_profile`."""
    with reads:
        viewer = find_viewer(reads, pause, viewer_id)
        profile = reads.profiles.find(viewer_id, member_id)
        if profile is None:
            raise NotFound()
        check_may_open(profile.visibility, profile.card.name)
        age = profile.card.age
        filters = Filters(
            gender=Gender(profile.card.gender),
            country=profile.card.country,
            min_age=max(YOUNGEST, age - YEARS),
            max_age=min(OLDEST, age + YEARS),
        )
        criteria = criteria_for(viewer, filters)
        around = atlas.within(viewer.town_id, NEARBY_KM) if viewer.town_id is not None else ()
        hits: list[Hit] = []
        # Those near the viewer first; of the whole country only when they are too few.
        for nearness in (Nearness(around), Nearness(around, elsewhere=True)):
            if (around or nearness.elsewhere) and len(hits) < SHOWN:
                hits += _alike(reads, atlas, viewer_id, profile, replace(criteria, nearness=nearness))
        return reads.cards.shown(viewer_id, [hit.id for hit in hits[:SHOWN]])


def _alike(reads: ProfilesUnit, atlas: Atlas, viewer_id: UUID, profile: Profile, criteria: Criteria) -> list[Hit]:
    _, hits = reads.search.begin(viewer_id, criteria, LOOKED_AT, LOOKED_AT)
    others = (hit for hit in hits if hit.id != profile.card.id)
    return sorted(others, key=lambda hit: (not hit.has_image, -_likeness(atlas, profile, hit)))


def _likeness(atlas: Atlas, profile: Profile, hit: Hit) -> float:
    shared = (hit.interests & interests_mask(profile.interests)).bit_count()
    apart = atlas.distance_band(profile.card.town_id, hit.town_id)
    years = abs(age_on(profile.card.at.date(), hit.birth_date) - profile.card.age)
    return 3 * shared + (4 if apart is not None and apart <= NEARBY_KM else 0) - years
