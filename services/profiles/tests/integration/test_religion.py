"""A religion is stored, shown and searched by only while the member consents to it."""

from uuid import UUID

import pytest
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser

from profiles.tests.integration.test_consent import found_by, now
from profiles.tests.integration.test_erasure import consume
from profiles.tests.makers import Town
from profiles.wiring import Wiring

PATH = "/api/profile.php"


def religion_of(town: Town, member: UUID) -> tuple[str | None, int]:
    """The religion in the profile, and its bits in search."""
    rows = town.rows(
        "SELECT religion, (SELECT traits_2 >> 50 FROM search_rows WHERE id = member_id) FROM profiles"
        " WHERE member_id = %(id)s",
        id=member,
    )
    [(religion, bits)] = rows
    return religion, bits


def test_without_consent_no_religion_is_stored(browser: Browser, town: Town) -> None:
    bo = town.man()

    refused = browser.as_member(bo).put(PATH, {"religion": "buddhist", "about": "Hello"})

    assert (refused.status_code, refused.json["error"]["code"]) == (422, "religion_consent_needed")
    assert religion_of(town, bo) == (None, 0)
    assert browser.as_member(bo).put(PATH, {"religion": None}).status_code == 200


def test_a_religion_is_found_until_the_consent_is_withdrawn(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    consume(wired, now("religion", True, bo))
    assert browser.as_member(bo).put(PATH, {"religion": "buddhist"}).json["profile"]["religion"] == "buddhist"
    assert found_by(browser, ann, religion="buddhist,none") == {str(bo)}
    assert browser.as_member(ann).get(PATH, id=str(bo)).json["profile"]["religion"] == "buddhist"

    consume(wired, now("religion", False, bo))

    assert religion_of(town, bo) == (None, 0)
    assert found_by(browser, ann, religion="buddhist,none") == set()
    assert browser.as_member(ann).get(PATH, id=str(bo)).json["profile"]["religion"] is None


@pytest.mark.parametrize("_", range(3))
def test_a_withdrawal_during_a_change_leaves_nothing(browser: Browser, wired: Wiring, town: Town, _: int) -> None:
    bo = town.man()
    consume(wired, now("religion", True, bo))

    at_once(
        lambda: browser.as_member(bo).put(PATH, {"religion": "jewish"}).status_code,
        lambda: consume(wired, now("religion", False, bo)),
    )

    assert religion_of(town, bo) == (None, 0)


def test_the_consents_of_matching_and_religion_are_independent(browser: Browser, wired: Wiring, town: Town) -> None:
    bo = town.man()
    consume(wired, now("religion", True, bo))
    browser.as_member(bo).put(PATH, {"religion": "none"})

    consume(wired, now("matching", False, bo))

    assert religion_of(town, bo)[0] == "none"
