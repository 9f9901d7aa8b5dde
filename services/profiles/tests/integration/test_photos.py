"""Own photos in their order: shown, moved and deleted."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.identity.v1.events_pb2 import MemberErased
from pairwise.profiles.v1.events_pb2 import PhotoApproved
from shared.kit.core import Unavailable
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser
from shared.pictures import PictureStore, ProcessedImage, delete_unreferenced_media

from profiles.tests.makers import Town
from profiles.tests.uploads import MADE, add, on_disk, own, room, rules
from profiles.usecases.photos.add_photo import add_photo
from profiles.wiring import Wiring
from profiles.worker import consumers

PLAIN = ProcessedImage(MADE.files, MADE.thumbhash, 0.0)


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(photos=())


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


@pytest.mark.parametrize(("is_automatic", "processed"), [(False, MADE), (True, PLAIN)])
def test_until_it_is_approved_only_its_member_sees_it(
    wired: Wiring, browser: Browser, town: Town, ann: UUID, is_automatic: bool, processed: ProcessedImage
) -> None:
    bo = town.man()
    add_photo(room(wired, processed), ann, uuid4(), b"a", rules(is_automatic=is_automatic))

    [photo] = own(browser.as_member(ann))
    assert (photo["status"], browser.get(photo["src"]).status_code) == ("pending", 200)
    main_image = browser.get("/api/profile.php").json["profile"]["main_image"]
    assert (main_image["status"], main_image["src"]) == ("pending", photo["src"])
    seen = browser.as_member(bo).get("/api/profile.php", id=ann).json["profile"]
    assert (seen["photos"], seen["main_image"], seen["photo_count"]) == ([], None, 0)
    links = wired.links.link(UUID(photo["id"]), "400", UUID(str(bo)), wired_now(wired))
    assert browser.get(links).status_code == 404
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=ann) == [(False,)]
    assert announced(town.database, PhotoApproved) == []


def wired_now(wired: Wiring) -> Any:
    with wired.reads() as reads:
        return reads.now()


def test_the_own_main_photo_is_an_approved_one_before_one_in_review(
    wired: Wiring, browser: Browser, town: Town, ann: UUID
) -> None:
    def main_image() -> Any:
        return browser.as_member(ann).get("/api/profile.php").json["profile"]["main_image"]

    assert main_image() is None
    first, second = (add(wired, ann) for _ in range(2))
    for photo, status in ((first, "pending"), (second, "active")):
        town.run("UPDATE photos SET status = %(status)s WHERE id = %(id)s", status=status, id=photo)
    assert (main_image()["status"], str(second) in main_image()["src"]) == ("active", True)
    town.run("UPDATE photos SET status = 'rejected', reason = 'unclear' WHERE id = %(id)s", id=second)
    assert (main_image()["status"], str(first) in main_image()["src"]) == ("pending", True)
    town.run("UPDATE photos SET status = 'rejected', reason = 'unclear' WHERE id = %(id)s", id=first)
    assert main_image() is None


def test_the_first_is_the_main_one(wired: Wiring, browser: Browser, town: Town, ann: UUID) -> None:
    bo = town.man()
    first, second, third = (str(add(wired, ann)) for _ in range(3))

    answer = browser.as_member(ann).put("/api/photo.php", {"order": [third, first, second]})

    assert [photo["id"] for photo in answer.json["photos"]] == [third, first, second]
    assert third in browser.as_member(bo).get("/api/profile.php", id=ann).json["profile"]["main_image"]["src"]


@pytest.mark.parametrize("spoil", [lambda ids: ids[:2], lambda ids: [*ids, str(uuid4())], lambda ids: [ids[0]] * 3])
def test_an_order_names_each_photo_once(wired: Wiring, browser: Browser, ann: UUID, spoil: Any) -> None:
    ids = [str(add(wired, ann)) for _ in range(3)]

    answer = browser.as_member(ann).put("/api/photo.php", {"order": spoil(ids)})

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "photos_changed")
    assert [photo["id"] for photo in own(browser)] == ids


def test_a_deleted_photo_is_gone_with_its_files(
    wired: Wiring, browser: Browser, town: Town, ann: UUID, media_folder: Path
) -> None:
    photo = add(wired, ann)
    link = own(browser.as_member(ann))[0]["src"]

    answer = browser.delete("/api/photo.php", {"photo_id": str(photo)})

    assert (answer.status_code, answer.json["photos"], browser.get(link).status_code) == (200, [], 404)
    assert on_disk(media_folder) == set()
    assert town.rows("SELECT media FROM loose_media") == []
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=ann) == [(False,)]
    assert browser.delete("/api/photo.php", {"photo_id": str(photo)}).status_code == 404


def test_files_that_could_not_go_go_later(
    wired: Wiring, browser: Browser, town: Town, ann: UUID, media_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = add(wired, ann)

    def away(*_: object) -> None:
        raise Unavailable()

    with monkeypatch.context() as patched:
        patched.setattr(PictureStore, "clear", away)
        assert browser.as_member(ann).delete("/api/photo.php", {"photo_id": str(photo)}).status_code == 200
    assert len(on_disk(media_folder)) == 1

    town.run("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)
    assert on_disk(media_folder) == set()


def test_a_shared_photo_of_the_demonstration_keeps_its_files(town: Town, browser: Browser, wired: Wiring) -> None:
    cas = town.woman()
    photo = own(browser.as_member(cas))[0]["id"]

    assert browser.delete("/api/photo.php", {"photo_id": photo}).status_code == 200

    assert town.rows("SELECT media FROM loose_media") == []


def test_others_photos_are_not_there(wired: Wiring, browser: Browser, town: Town, ann: UUID) -> None:
    photo, bo = add(wired, ann), town.man(photos=())

    assert browser.as_member(bo).delete("/api/photo.php", {"photo_id": str(photo)}).status_code == 404
    assert browser.put("/api/photo.php", {"order": [str(photo)]}).status_code == 409
    assert len(own(browser.as_member(ann))) == 1


def test_the_erased_leave_no_files(wired: Wiring, town: Town, ann: UUID, media_folder: Path) -> None:
    add(wired, ann)
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is MemberErased]
    handle_once(wired.unit_of_work, consumer, nats_message(MemberErased(member_id=str(ann))))

    town.run("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)
    assert on_disk(media_folder) == set()


def test_a_link_dies_at_once_for_whom_its_member_blocks(wired: Wiring, browser: Browser, town: Town, ann: UUID) -> None:
    bo = town.man()
    add(wired, ann)
    link = browser.as_member(bo).get("/api/profile.php", id=ann).json["profile"]["main_image"]["src"]
    assert browser.get(link).status_code == 200

    browser.as_member(ann).post("/api/block.php", {"id": str(uuid4()), "profile_id": str(bo)})

    assert browser.as_member(bo).get(link).status_code == 404
