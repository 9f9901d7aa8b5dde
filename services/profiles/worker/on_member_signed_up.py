from collections.abc import Callable
from datetime import UTC, date
from functools import partial
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberSignedUp
from sites import SiteDirectory

from profiles.domain.profile import NewProfile
from profiles.domain.traits import Gender
from profiles.storage import ProfilesUnit
from profiles.usecases.make_profile import make_profile


def on_member_signed_up(sites: SiteDirectory) -> Callable[[ProfilesUnit, MemberSignedUp], None]:
    return partial(_make, sites)


def _make(sites: SiteDirectory, uow: ProfilesUnit, event: MemberSignedUp) -> None:
    make_profile(
        uow,
        NewProfile(
            member_id=UUID(event.member_id),
            name=event.name,
            birth_date=date.fromisoformat(event.birth_date),
            gender=Gender(event.gender),
            seeks=tuple(Gender(gender) for gender in event.seeks),
            town_id=event.town_id or None,
            country=event.country,
            language=event.locale,
            joined_at=event.signed_up_at.ToDatetime(tzinfo=UTC),
            pool=sites.pool_of(event.site),
        ),
    )
