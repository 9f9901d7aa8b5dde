"""Members who have not shown their age are hidden, whatever else is decided about them."""

from uuid import UUID, uuid4

import pytest
from pairwise.identity.v1.events_pb2 import AgeAssuranceChanged
from pairwise.profiles.v1.events_pb2 import ProfileChanged, VisibilityChanged
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.errors import ProfileMissing
from profiles.events.from_identity import follow_age
from profiles.tests.makers import Town
from profiles.tests.moderation import STATED
from profiles.wiring import Wiring


def withhold(wired: Wiring, member: UUID, *, withheld: bool) -> None:
    with wired.unit_of_work() as uow:
        follow_age(uow, AgeAssuranceChanged(member_id=str(member), withheld=withheld), wired)
        uow.commit()


def is_found(browser: Browser, viewer: UUID) -> bool:
    return bool(browser.as_member(viewer).get("/api/search.php").json["profiles"])


def test_a_withheld_member_is_hidden_until_they_have_shown_their_age(
    browser: Browser, wired: Wiring, town: Town
) -> None:
    ann, bo = town.woman(), town.man()
    assert is_found(browser, ann)

    for _ in range(2):
        withhold(wired, bo, withheld=True)
    assert not is_found(browser, ann)
    assert browser.get("/api/profile.php", id=bo).status_code == 404
    assert browser.as_member(bo).get("/api/profile.php").status_code == 200

    withhold(wired, bo, withheld=False)
    assert is_found(browser, ann)
    assert [event.hidden for event in announced(town.database, VisibilityChanged)] == [True, False]


@pytest.mark.parametrize("order", [("age", "lift"), ("lift", "age")])
def test_a_sanction_and_a_missing_age_hide_each_by_itself(
    desk: Browser, wired: Wiring, town: Town, order: tuple[str, ...]
) -> None:
    bo = town.man()

    def measure(what: str) -> None:
        body = {"id": str(uuid4()), "member_id": str(bo), "measure": what, **STATED}
        assert desk.post("/api/staff-member.php", body).status_code == 201

    withhold(wired, bo, withheld=True)
    measure("hide")
    for one in order:
        assert town.rows("SELECT hidden FROM profiles WHERE sanction IS NOT NULL OR age_unproven") == [(True,)]
        if one == "age":
            withhold(wired, bo, withheld=False)
        else:
            measure("lift")

    assert [event.hidden for event in announced(town.database, VisibilityChanged)] == [True, False]


def test_an_event_before_the_sign_up_is_redelivered(wired: Wiring, town: Town) -> None:
    with pytest.raises(ProfileMissing):
        withhold(wired, uuid4(), withheld=True)


def test_a_new_town_tells_the_country_and_other_changes_do_not(browser: Browser, town: Town, ann: UUID) -> None:
    browser.as_member(ann).put("/api/profile.php", {"about": "I sail."})
    browser.put("/api/profile.php", {"town_id": town.rows("SELECT id FROM towns WHERE country = 'DE' LIMIT 1")[0][0]})

    assert [event.country for event in announced(town.database, ProfileChanged)][-2:] == ["", "DE"]
