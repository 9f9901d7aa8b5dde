"""Fictional profiles at the desk of their writers: listed, with photos, and told from members everywhere."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from shared.kit.testing.web import Browser
from shared.pictures.tests import makers as files

from profiles.events.from_identity import add_profile
from profiles.tests.makers import Town
from profiles.wiring import Wiring

LIST, PHOTO = "/api/fictional-profiles.php", "/api/fictional-photo.php"


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(uuid4(), writer=True)


def upload(desk: Browser, profile_id: UUID) -> Any:
    return desk.upload(PHOTO, {"id": str(uuid4()), "profile_id": str(profile_id)}, photo=files.jpeg())


def test_a_made_profile_is_labelled_and_has_no_presence(wired: Wiring, town: Town, desk: Browser) -> None:
    lina = str(uuid4())
    event = MemberSignedUp(
        member_id=lina, site="pairwise", locale="nl", name="Lina", birth_date="1990-04-12", gender="female",
        country="NL", fictional=True, about="I am made up.",
    )  # fmt: skip
    event.signed_up_at.GetCurrentTime()
    with wired.unit_of_work() as uow:
        add_profile(uow, event, wired)
        uow.commit()
    town.woman()

    [listed] = desk.get(LIST).json["profiles"]
    seen = desk.as_member(town.man()).get(f"/api/profile.php?id={lina}").json["profile"]

    assert (listed["id"], listed["fictional"], listed["presence"], listed["is_new"]) == (lina, True, None, False)
    assert (seen["fictional"], seen["about"]) == (True, "I am made up.")


def test_photos_are_added_to_fictional_profiles_alone(town: Town, desk: Browser) -> None:
    lina, ann = town.woman(fictional=True, photos=()), town.woman(photos=())

    assert upload(desk, lina).status_code == 201
    assert [upload(desk, each).status_code for each in (ann, uuid4())] == [404, 404]
    assert town.rows("SELECT member_id FROM photos") == [(lina,)]


def test_the_text_of_a_fictional_profile_alone_is_changed(town: Town, desk: Browser) -> None:
    lina, ann = town.woman(fictional=True), town.woman(about="My own words")

    answers = [
        desk.put(LIST, {"profile_id": str(each), "about": text}).status_code
        for each, text in ((lina, "I like rivers."), (lina, "\u200b"), (lina, ""), (ann, "Not mine"), (uuid4(), "None"))
    ]

    assert answers == [200, 422, 422, 404, 404]
    assert [(each["id"], each["about"]) for each in desk.get(LIST).json["profiles"]] == [(str(lina), "I like rivers.")]
    assert town.rows("SELECT about FROM profiles WHERE NOT fictional") == [("My own words",)]


def test_a_site_without_any_has_no_such_desk(desk: Browser) -> None:
    elsewhere = desk.at("iskra.localhost").as_member(uuid4(), writer=True)

    assert elsewhere.get(LIST).status_code == 404
    assert elsewhere.put(LIST, {"profile_id": str(uuid4()), "about": "Hello"}).status_code == 404
