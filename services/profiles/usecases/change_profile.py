from typing import Any
from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ProfileChanged

from profiles.domain.profile import Profile, checked_about
from profiles.domain.traits import sexuality_of
from profiles.errors import TownUnknown, invalid_field
from profiles.ports import Pause, ProfilesUnitOfWork
from profiles.usecases.find_viewer import find_viewer


def change_profile(uow: ProfilesUnitOfWork, pause: Pause, member_id: UUID, changes: dict[str, Any]) -> None:
    """Set these fields of the own profile, and what follows from them: place from town, sexuality from seeks."""
    with uow:
        viewer = find_viewer(uow, pause, member_id)
        values = dict(changes)
        if "about" in values:
            values["about"] = checked_about(values["about"])
        if "seeks" in values:
            values["sexuality"] = sexuality_of(viewer.gender, values["seeks"])
        if "town_id" in values:
            values |= _place(uow, values["town_id"])
        if values:
            uow.profiles.change(member_id, **values)
            if {"wants_from", "wants_to"} & values.keys():
                _check_ages(uow, member_id)
            uow.search.refresh(member_id)
            uow.announce(_changed(uow.profiles.whole(member_id, member_id)))
        uow.commit()


def _check_ages(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """After the change, because one end may have come without the other; the row is locked."""
    profile = uow.profiles.whole(member_id, member_id)
    if profile is not None and profile.wants_from > profile.wants_to:
        raise invalid_field("wants_to")


def _place(uow: ProfilesUnitOfWork, town_id: int | None) -> dict[str, str | None]:
    if town_id is None:
        return {"region": None}
    place = uow.places.whereabouts(town_id)
    if place is None:
        raise TownUnknown(field="town_id")
    country, region = place
    return {"country": country, "region": region}


def _changed(profile: Profile | None) -> ProfileChanged:
    assert profile is not None  # noqa: S101 - its row is locked by this transaction
    return ProfileChanged(member_id=str(profile.card.id), name=profile.card.name, fictional=profile.card.fictional)
