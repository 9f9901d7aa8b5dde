from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from shared.contact_details import ContactDetail
from shared.kit.core import Refusal
from shared.sites.interests import Interest
from shared.sites.prompts import Prompt

from profiles.domain.consent import ConsentKind
from profiles.domain.fields import RELIGION, TEXTS
from profiles.domain.profile import YOUNGEST
from profiles.domain.prompt_answers import changed_answers
from profiles.domain.traits import sexuality_of
from profiles.errors import MatchingConsentNeeded, ReligionConsentNeeded, TownUnknown, invalid_field
from profiles.events.published import profile_changed
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.check_text import TextRules, check_text
from profiles.usecases.profile.correct_profile import corrected
from profiles.usecases.profile.find_viewer import PAUSES_SECONDS, find_viewer

CORRECTED = {"gender", "date_of_birth"}
PROMPTS = "prompts"
# Special data, with the consent they need.
NEEDS: dict[str, tuple[ConsentKind, type[Refusal]]] = {
    "seeks": (ConsentKind.MATCHING, MatchingConsentNeeded),
    RELIGION: (ConsentKind.RELIGION, ReligionConsentNeeded),
}


def change_profile(
    uow: ProfilesUnit,
    pause: Pause,
    member_id: UUID,
    changes: dict[str, Any],
    texts: TextRules,
    *,
    min_age: int = YOUNGEST,
    interests: Collection[str] = tuple(Interest),
    prompts: Sequence[Prompt] = (),
) -> tuple[ContactDetail, ...]:
    """Change these fields of the own profile with those derived from them: country and region, sexuality. Returns the
    contact details in a text that changed.

    Raises MatchingConsentNeeded for `seeks` and ReligionConsentNeeded for `religion` without the member's consent; an
    empty one needs none. Gender and birth date are corrections (`correct_profile`). Of interests, those that the site
    offers (`interests`) can be added; others stay until they are taken out. So it is with `prompts` and their answers.
    """
    needed = [name for name in NEEDS if changes.get(name)]
    for name in needed:
        _wait_for_consent(uow, pause, member_id, NEEDS[name][0])
    found: tuple[ContactDetail, ...] = ()
    with uow:
        for name in needed:
            kind, refusal = NEEDS[name]
            if not uow.consents.is_given(member_id, kind):
                raise refusal(field=name)
        viewer = find_viewer(uow, pause, member_id)
        values = {name: value for name, value in changes.items() if name not in {*CORRECTED, PROMPTS}}
        said = {name: TEXTS[name].checked(name, values[name]) for name in TEXTS if name in values}
        answers = None
        if PROMPTS in changes:
            _, before = uow.profiles.lock_texts(member_id)
            offered = {prompt.id for prompt in prompts if prompt.is_offered_on(viewer.at.date())}
            answers = changed_answers(before, changes[PROMPTS], offered)
            values["prompt_answers"] = [answer.row for answer in answers]
        if said or answers is not None:
            values |= said
            found = check_text(uow, member_id, said, answers, texts)
        if not set(values.get("interests", ())) <= {*interests, *viewer.interests}:
            raise invalid_field("interests")
        if "seeks" in values:
            values["sexuality"] = sexuality_of(viewer.gender, values["seeks"])
        if CORRECTED & changes.keys():
            values |= corrected(uow, member_id, changes, min_age)
        if "town_id" in values:
            values |= _place(uow, values["town_id"])
        if values:
            uow.profiles.change(member_id, **values)
            if {"wants_from", "wants_to"} & values.keys():
                _check_ages(uow, member_id)
            uow.search.refresh(member_id)
            changed = uow.profiles.find(member_id, member_id)
            assert changed is not None  # noqa: S101 - its row is locked by this transaction
            card = changed.card
            uow.announce(profile_changed(card.id, card.name, fictional=card.fictional, country=values.get("country")))
        uow.commit()
    return found


def _wait_for_consent(uow: ProfilesUnit, pause: Pause, member_id: UUID, kind: ConsentKind) -> None:
    """Wait for the event of a consent just given, without a lock or a connection."""
    for seconds in PAUSES_SECONDS:
        with uow:
            if uow.consents.is_given(member_id, kind):
                return
        pause(seconds)


def _check_ages(uow: ProfilesUnit, member_id: UUID) -> None:
    """Check the range after the change, because a request may contain one end of it; the row is locked."""
    profile = uow.profiles.find(member_id, member_id)
    if profile is not None and profile.wants_from > profile.wants_to:
        raise invalid_field("wants_to")


def _place(uow: ProfilesUnit, town_id: int | None) -> dict[str, str | None]:
    if town_id is None:
        return {"region": None}
    place = uow.towns.country_and_region(town_id)
    if place is None:
        raise TownUnknown(field="town_id")
    country, region = place
    return {"country": country, "region": region}
