"""The same picture on several accounts opens one case for each of them, which names the others, once for each pair."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.pictures import NEAR
from shared.sites import SiteDirectory

from profiles.tests.desk import complaint, opened, queue, take
from profiles.tests.makers import Town
from profiles.tests.uploads import MADE, room, rules
from profiles.usecases.photos.add_photo import add_photo
from profiles.wiring import Wiring

HASH = bytes(range(7, 23))


def flipped(count: int, start: int = 0) -> bytes:
    """The hash with so many of its bits changed, spread over all of them."""
    number = int.from_bytes(HASH)
    for step in range(count):
        number ^= 1 << (start + step * 15) % 128
    return number.to_bytes(16)


def bring(wired: Wiring, member: UUID, hash_: bytes = HASH, **changes: Any) -> UUID:
    photo = uuid4()
    processed = replace(MADE, fingerprint=hash_ * 10, **changes)
    return add_photo(room(wired, processed), member, photo, photo.bytes, rules(limit=9)).id


def pairs(town: Town) -> list[set[UUID]]:
    return [set(row) for row in town.rows("SELECT first_id, second_id FROM duplicate_pairs")]


def cases(town: Town) -> list[tuple[Any, ...]]:
    return town.rows("SELECT id, about_id FROM complaints WHERE kind = 'duplicate' ORDER BY number")


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(photos=())


@pytest.fixture
def desk(browser: Browser, town: Town) -> Browser:
    return browser.as_member(town.woman(name="Mo", photos=()), staff=True)


def test_one_case_names_both_members_and_shows_both_pictures(
    wired: Wiring, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    photos = {bring(wired, ann), bring(wired, bo)}

    assert pairs(town) == [{ann, bo}]
    [(case, about)] = cases(town)
    assert about == bo
    complaint = opened(desk, case)["complaint"]
    assert {(each["member_id"], each["name"]) for each in complaint["duplicates"]} == {
        (str(ann), "Ann"),
        (str(bo), "Bo"),
    }
    assert all(str(photo) in "".join(each["large_src"] for each in complaint["duplicates"]) for photo in photos)


def test_the_case_opens_either_member_at_the_desk(
    wired: Wiring, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    bring(wired, ann)
    bring(wired, bo)
    [(case, _)] = cases(town)

    for member, status in ((ann, 201), (bo, 201), (town.man(), 422)):
        body = {"id": str(uuid4()), "member_id": str(member), "case_id": str(case)}
        assert desk.post("/api/staff-access.php", body).status_code == status


def test_a_pair_has_one_case_however_many_pictures_they_share(wired: Wiring, town: Town, ann: UUID, bo: UUID) -> None:
    for member in (ann, bo, ann, bo):
        bring(wired, member)
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'dismissed'")
    bring(wired, ann)

    assert len(cases(town)) == 1


def test_a_third_account_is_a_pair_with_each_of_the_two(wired: Wiring, town: Town, ann: UUID, bo: UUID) -> None:
    cy = town.man(name="Cy", photos=())
    for member in (ann, bo, cy):
        bring(wired, member)

    assert sorted(map(sorted, pairs(town))) == sorted(map(sorted, ({ann, bo}, {ann, cy}, {bo, cy})))
    assert [about for _, about in cases(town)] == [bo, cy]


def test_the_case_of_a_third_account_shows_all_three_and_the_oldest_first(
    wired: Wiring, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    cy = town.man(name="Cy", photos=())
    for member in (ann, bo, cy):
        bring(wired, member)
    for days, member in enumerate((cy, ann, bo)):
        joined = {"days": days, "id": member}
        town.run(
            "UPDATE profiles SET joined_at = now() - make_interval(days => %(days)s) WHERE member_id = %(id)s", **joined
        )
    town.run("UPDATE profiles SET verified_at = now() WHERE member_id = %(id)s", id=ann)
    [_, (case, _)] = cases(town)

    shown = opened(desk, case)["complaint"]["duplicates"]

    assert [each["name"] for each in shown] == ["Bo", "Ann", "Cy"]
    assert [each["verified"] for each in shown] == [False, True, False]
    assert [each["joined_at"] for each in shown] == sorted(each["joined_at"] for each in shown)


def test_a_picture_on_an_account_and_reports_about_it_are_one_case(
    wired: Wiring, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    report = complaint(town, bo, reason="fake")
    bring(wired, ann)
    bring(wired, bo)

    assert len(queue(desk)) == 1
    assert [each["kind"] for each in opened(desk, report)["reports"]] == ["profile", "duplicate"]


def test_accounts_with_one_picture_are_decided_together(
    wired: Wiring, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    for member in (ann, bo, town.man(name="Cy", photos=())):
        bring(wired, member)
    bring(wired, bo, flipped(64))
    bring(wired, town.man(name="Di", photos=()), flipped(64))
    [(first, _), (second, _), _] = cases(town)

    assert opened(desk, first)["alike"] == [str(second)]


def test_a_members_own_photos_open_no_case(wired: Wiring, town: Town, ann: UUID) -> None:
    bring(wired, ann)
    bring(wired, ann)

    assert cases(town) == []


@pytest.mark.parametrize("start", range(0, 15, 2))
def test_pictures_are_the_same_up_to_the_distance_of_blocked_ones(
    wired: Wiring, town: Town, ann: UUID, bo: UUID, start: int
) -> None:
    bring(wired, ann)
    bring(wired, bo, flipped(NEAR + 1, start))
    assert cases(town) == []

    bring(wired, bo, flipped(NEAR, start))
    assert len(cases(town)) == 1


def test_blank_pictures_are_not_compared(wired: Wiring, town: Town, ann: UUID, bo: UUID) -> None:
    bring(wired, ann, detail=1.0)
    bring(wired, bo, detail=1.0)

    assert cases(town) == []


@pytest.mark.parametrize("change", [{"fictional": True}, {"demonstration": True}])
def test_fictional_and_demonstration_members_are_left_out(
    wired: Wiring, town: Town, bo: UUID, change: dict[str, bool]
) -> None:
    bring(wired, town.woman(photos=(), **change))
    bring(wired, bo)

    assert cases(town) == []


def test_members_of_another_pool_are_left_out(wired: Wiring, town: Town, bo: UUID) -> None:
    bring(wired, town.woman(photos=(), pool=SiteDirectory().pool_of("iskra")))
    bring(wired, bo)

    assert cases(town) == []


def test_two_uploads_at_once_open_one_case(wired: Wiring, town: Town) -> None:
    for _ in range(8):
        members = [town.woman(photos=()), town.man(photos=())]
        town.run("DELETE FROM photos")
        together = threading.Barrier(2)

        def at_once(member: UUID, together: threading.Barrier = together) -> UUID:
            together.wait()
            return bring(wired, member)

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(at_once, members))

        assert set(members) in pairs(town)
    assert len(cases(town)) == len(pairs(town)) == 8


def test_staff_neither_see_nor_open_a_case_about_their_own_account(
    wired: Wiring, browser: Browser, town: Town, ann: UUID, bo: UUID
) -> None:
    bring(wired, ann)
    bring(wired, bo)
    [(case, _)] = cases(town)

    for member in (ann, bo):
        desk = browser.as_member(member, staff=True)
        assert queue(desk) == []
        assert desk.get("/api/staff-complaints.php").json["complaints"] == []
        assert take(desk, case) == (409, "own_case")


def test_a_deleted_photo_leaves_the_case_with_the_other(
    wired: Wiring, browser: Browser, town: Town, desk: Browser, ann: UUID, bo: UUID
) -> None:
    photo = bring(wired, ann)
    bring(wired, bo)
    town.run("DELETE FROM photos WHERE id = %(id)s", id=photo)

    [(case, _)] = cases(town)
    shown = {each["member_id"]: each["large_src"] for each in opened(desk, case)["complaint"]["duplicates"]}
    assert (shown[str(ann)], shown[str(bo)] is None) == (None, False)
