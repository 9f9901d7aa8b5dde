from dataclasses import replace

from profiles.domain.consent import Consent, ConsentKind
from profiles.domain.notices import MemberJoined
from profiles.domain.profile import NewProfile
from profiles.events.published import profile_changed
from profiles.storage import ProfilesUnit


def make_profile(uow: ProfilesUnit, profile: NewProfile, site: str) -> None:
    """Create the profile of a new member, once, in the caller's transaction. An unknown town is left out; an erased
    member gets none.

    A sign-up contains `seeks` only with the consent to its use, so it counts as that consent's answer. A newer answer
    may have arrived already and wins; without consent `seeks` is not stored.
    """
    member_id = profile.member_id
    if uow.profiles.is_erased(member_id) or uow.profiles.pool(member_id) is not None:
        return
    # Write the consent before reading it: its row lock makes a concurrent withdrawal wait, or waits for it.
    uow.consents.keep(member_id, Consent(ConsentKind.MATCHING, bool(profile.seeks), profile.joined_at))
    if not uow.consents.is_given(member_id, ConsentKind.MATCHING):
        profile = replace(profile, seeks=())
    place = uow.towns.country_and_region(profile.town_id) if profile.town_id else None
    country, region = place or (profile.country, None)
    placed = replace(profile, town_id=profile.town_id if place else None, country=country)
    if uow.profiles.add(placed, region):
        if uow.consents.is_given(member_id, ConsentKind.SEXUALITY):
            uow.profiles.change(member_id, sexuality_shown=True)
        uow.search.refresh(profile.member_id)
        uow.announce(profile_changed(profile.member_id, profile.name, fictional=profile.fictional, country=country))
        if not profile.fictional:
            uow.tell(MemberJoined(site, member_id, profile.name))
