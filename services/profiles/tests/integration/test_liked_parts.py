"""Photos and answers that likes name, as each viewer may see them."""

from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import (
    FindLikedPartsRequest,
    FindLikedPartsResponse,
    ReportWordsRequest,
    ReportWordsResponse,
)
from shared.kit.core import Invalid, Malformed, NotFound
from shared.kit.grpc import Client
from shared.kit.testing.web import Browser

from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

MOST = 200


def parts_of(browser: Browser, member: UUID) -> list[UUID]:
    """The photos and the answers of a member, by their own profile."""
    profile = browser.as_member(member).get("/api/profile.php").json["profile"]
    return [UUID(part["id"]) for part in (*profile["photos"], *profile["prompts"])]


def found(client: Client, viewer: UUID, member: UUID, parts: list[UUID], *, is_premium: bool = False) -> list[UUID]:
    request = FindLikedPartsRequest(
        viewer_id=str(viewer),
        is_premium=is_premium,
        parts=[FindLikedPartsRequest.Part(member_id=str(member), part_id=str(part)) for part in parts],
    )
    answer = client.ask("FindLikedParts", request, FindLikedPartsResponse)
    assert all(part.HasField("photo") != part.HasField("answer") for part in answer.parts)
    return [UUID(part.part_id) for part in answer.parts]


@pytest.fixture
def cat(town: Town, browser: Browser) -> UUID:
    """A member with two photos and an answer."""
    photos = tuple(SeedPhoto(f"demo/w00{number}-1", THUMBHASH) for number in (1, 2))
    member = town.woman(name="Cat", photos=photos)
    browser.as_member(member).put("/api/profile.php", {"prompts": [{"prompt": "dish", "text": "Pea soup"}]})
    return member


def test_each_viewer_is_shown_what_they_may_see(
    profiles: Client, town: Town, browser: Browser, cat: UUID, bo: UUID
) -> None:
    first, second, answer = parts = parts_of(browser, cat)

    assert found(profiles, bo, cat, parts) == [first, answer]  # further photos are blurred without premium
    assert found(profiles, bo, cat, parts, is_premium=True) == parts
    assert found(profiles, cat, cat, parts) == parts
    assert found(profiles, bo, town.woman(name="Di"), parts, is_premium=True) == []
    assert found(profiles, bo, cat, [uuid4()]) == []

    town.run("UPDATE photos SET status = 'pending' WHERE id = %(id)s", id=first)
    assert found(profiles, bo, cat, parts) == [second, answer]
    held = {"prompts": [{"prompt": "dish", "text": "Call me: 06 1234 56789"}]}
    browser.as_member(cat).put("/api/profile.php", held)
    assert found(profiles, bo, cat, parts_of(browser, cat)) == [second]
    assert answer not in found(profiles, cat, cat, parts)  # other words are another answer


@pytest.mark.parametrize("hidden", ["invisible", "hidden", "blocked", "contact"])
def test_parts_of_hidden_members_are_not_found(
    profiles: Client, town: Town, browser: Browser, cat: UUID, bo: UUID, hidden: str
) -> None:
    parts = parts_of(browser, cat)
    if hidden == "blocked":
        town.block(cat, bo)
    elif hidden == "contact":
        town.hide_contact(cat, bo)
    else:
        town.run(
            "UPDATE profiles SET invisible = %(invisible)s, hidden = NOT %(invisible)s WHERE member_id = %(id)s",
            invisible=hidden == "invisible",
            id=cat,
        )

    assert found(profiles, bo, cat, parts, is_premium=True) == []


def test_malformed_requests_are_refused(profiles: Client, bo: UUID, cat: UUID) -> None:
    with pytest.raises(Malformed):
        profiles.ask("FindLikedParts", FindLikedPartsRequest(viewer_id="x"), FindLikedPartsResponse)
    with pytest.raises(Invalid):
        found(profiles, bo, cat, [uuid4()] * (MOST + 1))


def test_the_desk_reads_reported_words_with_the_answer_and_the_photo_they_were_for(
    profiles: Client, wired: Wiring, town: Town, browser: Browser, cat: UUID, bo: UUID
) -> None:
    photo, _, answer = parts_of(browser, cat)
    request = ReportWordsRequest(
        reporter_id=str(cat),
        liker_id=str(bo),
        words="Nasty words",
        given_at="2026-06-01T12:00:00+00:00",
        reason="harassment",
        text="He wrote this",
        site=wired.sites.key_for("localhost"),
        locale="en",
    )
    for part, key in ((answer, uuid4()), (photo, uuid4())):
        request.part_id, request.id = str(part), str(key)
        numbers = {profiles.ask("ReportWords", request, ReportWordsResponse).number for _ in range(2)}
        assert len(numbers) == 1, "once per id"

    desk = browser.as_member(town.woman(name="Mo"), staff=True)
    of_photo, of_answer = (
        one["evidence"][0]
        for one in sorted(desk.get("/api/staff-complaints.php").json["complaints"], key=lambda one: -one["number"])
    )
    assert (of_answer["kind"], of_answer["text"], of_answer["sender_id"]) == ("opener", "Nasty words", str(bo))
    assert (of_answer["part"]["photo_src"], of_answer["part"]["answer"]) == (None, "Pea soup")
    assert of_answer["part"]["question"]
    assert of_photo["part"]["photo_src"].startswith("/media/")

    twice = ("Sorry", ""), ("Nasty words", "2026-06-01T13:00:00+00:00")
    for words, withdrawn_at in twice:
        request.received.add(
            part_id=str(answer), words=words, given_at="2026-06-01T12:00:00+00:00", withdrawn_at=withdrawn_at
        )
    request.id = str(uuid4())
    profiles.ask("ReportWords", request, ReportWordsResponse)
    newest = max(desk.get("/api/staff-complaints.php").json["complaints"], key=lambda one: one["number"])
    assert [(each["text"], each["retracted_at"] or "") for each in newest["evidence"]] == list(twice)
    assert len({each["id"] for each in newest["evidence"]}) == 2

    request.reason = "nothing"
    with pytest.raises(Invalid):
        profiles.ask("ReportWords", request, ReportWordsResponse)
    request.reason, request.liker_id = "harassment", str(uuid4())
    with pytest.raises(NotFound):
        profiles.ask("ReportWords", request, ReportWordsResponse)
