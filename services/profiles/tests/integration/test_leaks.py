"""Hidden members are hidden on every surface: a table of all surfaces, so that a new one has to be added here."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser

from profiles.rpc.profiles import card_message
from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.usecases.photos.find_blurred_pictures import find_blurred_pictures
from profiles.usecases.profile.find_cards import find_cards
from profiles.usecases.search.find_candidates import find_candidates
from profiles.wiring import Wiring


def know(town: Town, member: UUID, contact: UUID) -> None:
    town.run("INSERT INTO hidden_contacts (member_id, contact_id) VALUES (%(m)s, %(c)s)", m=member, c=contact)


HIDDEN: dict[str, Callable[[Town, UUID, UUID], None]] = {
    "blocks the viewer": lambda town, viewer, member: town.block(member, viewer),
    "is blocked by the viewer": lambda town, viewer, member: town.block(viewer, member),
    "is deleted": lambda town, viewer, member: town.change(member, state="deleted"),
    "is invisible": lambda town, viewer, member: town.change(member, invisible=True),
    "is hidden": lambda town, viewer, member: town.change(member, hidden=True),
    "is of another site": lambda town, viewer, member: town.change(member, pool=2),
    "hides from people they know": lambda town, viewer, member: know(town, member, viewer),
    "is one the viewer knows": lambda town, viewer, member: know(town, viewer, member),
}
# The exceptions: members may undo their own blocks.
SEEN = {
    "search": set[str](),
    "count": set[str](),
    "cards": set[str](),
    "swipe game": set[str](),
    "similar results": set[str](),
    "others like someone": set[str](),
    "blurred picture": set[str](),
    "profile": {"is blocked by the viewer"},
    "others like them": {"is blocked by the viewer"},
    "photo": {"is blocked by the viewer"},
    "block list": {"is blocked by the viewer"},
}


@pytest.mark.parametrize("surface", SEEN)
@pytest.mark.parametrize("why", HIDDEN)
def test_the_hidden_are_nowhere(
    browser: Browser, wired: Wiring, town: Town, media_folder: Path, why: str, surface: str
) -> None:
    ann, bo = town.woman(), town.man(photos=(SeedPhoto("demo/leak-1", THUMBHASH),))
    twin = town.man(seeks=("male",))  # much like Bo, and no one for Ann
    take_file(media_folder / "demo" / "leak-1-400.webp")
    link = browser.as_member(ann).get("/api/profile.php", id=bo).json["profile"]["main_image"]["src"]
    assert browser.get(link).status_code == 200

    HIDDEN[why](town, ann, bo)

    sees: dict[str, Callable[[], bool]] = {
        "search": lambda: browser.get("/api/search.php").json["profiles"] != [],
        "count": lambda: browser.get("/api/search.php").json["count"]["value"] != 0,
        "cards": lambda: [card_message(c, ann, wired.links) for c in find_cards(wired.reads(), ann, [bo])] != [],
        "swipe game": lambda: find_candidates(wired.reads(), wired.pause, wired.atlas, ann, set(), 10).cards != [],
        "similar results": lambda: browser.get("/api/search.php", interests="cats").json["similar_results"] != [],
        "others like someone": lambda: browser.get("/api/similar.php", id=twin).json["profiles"] != [],
        "others like them": lambda: browser.get("/api/similar.php", id=bo).status_code == 200,
        "blurred picture": lambda: find_blurred_pictures(wired.reads(), ann, [bo]) != [],
        "profile": lambda: browser.get("/api/profile.php", id=bo).status_code == 200,
        "photo": lambda: browser.get(link).status_code == 200,
        "block list": lambda: browser.get("/api/block.php").json["profiles"] != [],
    }
    assert sees[surface]() == (why in SEEN[surface])


def test_the_surfaces_show_whoever_is_not_hidden(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, bo, twin = town.woman(), town.man(), town.man(seeks=("male",))
    browser.as_member(ann)

    assert [card.id for card in find_candidates(wired.reads(), wired.pause, wired.atlas, ann, set(), 10).cards] == [bo]
    assert [card.id for card in find_blurred_pictures(wired.reads(), ann, [bo])] == [bo]
    similar = browser.get("/api/search.php", interests="cats").json["similar_results"]
    related = browser.get("/api/similar.php", id=twin).json["profiles"]
    assert [card["id"] for card in similar] == [card["id"] for card in related] == [str(bo)]


def test_nobody_of_another_site_can_be_blocked_or_complained_about(browser: Browser, town: Town) -> None:
    ann, zofia = town.woman(), town.man(name="Zofia", pool=2)
    browser.as_member(ann)
    complaint = {"kind": "profile", "reason": "other", "text": "Who is this?"}

    blocked = browser.post("/api/block.php", {"id": str(uuid4()), "profile_id": str(zofia)})
    reported = browser.post("/api/complaint.php", {"id": str(uuid4()), "about_id": str(zofia), **complaint})

    assert (blocked.status_code, reported.status_code) == (404, 404)
    assert browser.get("/api/block.php").json["profiles"] == browser.get("/api/complaint.php").json["complaints"] == []


def test_the_deleted_answer_like_those_who_never_were(browser: Browser, town: Town) -> None:
    ann, gone = town.woman(), town.man()
    town.block(gone, ann)
    town.change(gone, state="deleted")
    browser.as_member(ann)

    assert browser.get("/api/profile.php", id=gone).text == browser.get("/api/profile.php", id=uuid4()).text


@pytest.mark.parametrize("why", ["is invisible", "hides from people they know", "is one the viewer knows"])
def test_who_hides_is_answered_as_who_never_was(browser: Browser, town: Town, why: str) -> None:
    ann, bo = town.woman(), town.man()
    HIDDEN[why](town, ann, bo)
    browser.as_member(ann)

    for path in ("/api/profile.php", "/api/similar.php"):
        hides, never = browser.get(path, id=bo), browser.get(path, id=uuid4())
        assert (hides.status_code, hides.text, dict(hides.headers)) == (404, never.text, dict(never.headers))
    looks = [browser.put("/api/looks.php", {"profile_id": str(each)}) for each in (bo, uuid4())]
    assert (looks[0].status_code, looks[0].text) == (200, looks[1].text)
    assert town.rows("SELECT FROM profile_looks") == []


@pytest.mark.parametrize("why", ["blocks the viewer", "is invisible", "is hidden", "hides from people they know"])
def test_the_own_block_list_is_complete_and_shows_no_more_than_the_name(browser: Browser, town: Town, why: str) -> None:
    ann, bo = town.woman(), town.man()
    town.block(ann, bo)
    HIDDEN[why](town, ann, bo)

    [card] = browser.as_member(ann).get("/api/block.php").json["profiles"]

    assert (card["name"], card["main_image"], card["presence"]) == ("Bo", None, None)
    assert browser.get("/api/privacy.php").json["blocked_count"] == 1


def test_the_invisible_are_shown_to_whom_they_have_a_conversation_with(browser: Browser, town: Town) -> None:
    ann, bo, cy = town.woman(), town.man(), town.man()
    town.change(bo, invisible=True)
    town.acquaint(ann, bo)
    town.change(cy, invisible=True)

    assert browser.as_member(ann).get("/api/profile.php", id=bo).status_code == 200
    assert browser.get("/api/profile.php", id=cy).status_code == 404
    assert browser.get("/api/search.php").json["profiles"] == []


def test_the_invisible_do_not_say_when_they_were_here(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    town.change(bo, invisible=True)
    town.acquaint(ann, bo)

    assert browser.as_member(ann).get("/api/profile.php", id=bo).json["profile"]["presence"] is None


def test_the_deleted_have_no_profile_of_their_own(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.change(ann, state="deleted")
    browser.as_member(ann)

    assert browser.get("/api/profile.php").status_code == 404
    assert browser.get("/api/search.php").status_code == 404
    assert browser.put("/api/profile.php", {"about": "Back"}).status_code == 404


def test_times_and_coordinates_are_in_no_answer(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(), town.man()
    browser.as_member(ann)

    said = browser.get("/api/search.php", limit=1).text + browser.get("/api/profile.php").text
    for word in ("last_active", "latitude", "longitude", "52.0", "birth_date"):
        assert word not in said


def take_file(name: str | Path, content: bytes = b"RIFF....WEBP") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content)
