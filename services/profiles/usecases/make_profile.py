from dataclasses import replace

from pairwise.profiles.v1.events_pb2 import ProfileChanged

from profiles.domain.profile import NewProfile
from profiles.ports import ProfilesUnitOfWork


def make_profile(uow: ProfilesUnitOfWork, profile: NewProfile) -> None:
    """Give a new member a profile, once. Runs in the caller's transaction. A town we do not know is left out;
    who was erased stays so.
    """
    if uow.profiles.is_erased(profile.member_id):
        return
    place = uow.places.whereabouts(profile.town_id) if profile.town_id else None
    country, region = place or (profile.country, None)
    placed = replace(profile, town_id=profile.town_id if place else None, country=country)
    if uow.profiles.add(placed, region):
        uow.search.refresh(profile.member_id)
        uow.announce(ProfileChanged(member_id=str(profile.member_id), name=profile.name, fictional=False))
