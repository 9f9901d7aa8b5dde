from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import Invalid

from profiles.storage import ProfilesUnit

MOST = 200


@dataclass(frozen=True)
class Segment:
    """Facts of profiles that a campaign asks for; an empty list or None asks for nothing. Ages are inclusive."""

    countries: Sequence[str] = ()
    genders: Sequence[str] = ()
    age_from: int | None = None
    age_to: int | None = None


def select_members(reads: ProfilesUnit, member_ids: Sequence[UUID], segment: Segment) -> dict[UUID, str]:
    """Time zones of those of at most 200 members who fit, without deleted and fictional ones and those on a break."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with reads:
        return reads.profiles.in_segment(
            member_ids,
            countries=segment.countries,
            genders=segment.genders,
            age_from=segment.age_from,
            age_to=segment.age_to,
        )
