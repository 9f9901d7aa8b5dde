"""A picture rejected as illegal by two people leaves its hashes and no byte; it is recognised from any account."""

import io
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.profiles_pb2 import CheckPictureRequest, CheckPictureResponse
from PIL import Image, ImageEnhance
from shared.kit.core import REPOSITORY, Forbidden
from shared.kit.grpc import Client
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media, process_image

from profiles.tests.makers import Town
from profiles.wiring import Wiring

PORTRAITS = REPOSITORY / "scripts" / "demo" / "portraits" / "photos"
BAD, OTHER = PORTRAITS / "w001-1.webp", PORTRAITS / "m002-1.webp"


def jpeg(path: Path, *, changed: bool = False) -> bytes:
    picture = Image.open(path).convert("RGB")
    if changed:
        smaller = picture.resize((picture.width * 3 // 4, picture.height * 3 // 4))
        across, down = smaller.width // 40, smaller.height // 40
        cut = smaller.crop((across, down, smaller.width - across, smaller.height - down))
        picture = ImageEnhance.Brightness(cut).enhance(0.9)
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=60 if changed else 92)
    return target.getvalue()


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(photos=())


@pytest.fixture
def rejected(browser: Browser, town: Town, ann: UUID) -> str:
    """The decision by which a picture of Ann's was rejected as illegal."""
    photo = bring(browser.as_member(ann), BAD).json["photo"]["id"]
    answer = browser.as_member(town.woman(name="Mo"), staff=True).post(
        "/api/staff-photos.php", {"id": str(uuid4()), "photo_id": photo, "seen": "active", "reason": "illegal"}
    )
    assert answer.status_code == 201, answer.json
    return town.newest("decisions")


def bring(browser: Browser, path: Path, *, changed: bool = False) -> Any:
    return browser.upload("/api/photo.php", {"id": str(uuid4())}, photo=jpeg(path, changed=changed))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "members").glob("*"))


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


def test_no_byte_of_it_is_kept_once_a_second_person_has_confirmed(
    browser: Browser, wired: Wiring, town: Town, media_folder: Path, rejected: str, ann: UUID
) -> None:
    confirmation = {"id": str(uuid4()), "decision_id": rejected, "confirmed": True}
    desk = browser.as_member(town.woman(name="Mia"), staff=True)
    assert desk.post("/api/staff-confirmations.php", confirmation).status_code == 201
    town.run("UPDATE loose_media SET since = now() - interval '1 hour'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    assert files(media_folder) == []
    assert town.rows("SELECT count(*) FROM photos WHERE member_id = %(id)s", id=ann) == [(0,)]
    assert town.rows("SELECT DISTINCT decision_id::text FROM blocked_pictures") == [(rejected,)]


def test_it_is_refused_from_any_account_and_opens_one_case(
    browser: Browser, town: Town, media_folder: Path, rejected: str
) -> None:
    before, bo = files(media_folder), town.man(photos=())

    answers = [bring(browser.as_member(bo), BAD, changed=changed) for changed in (False, True)]

    assert [(one.status_code, one.json["error"]["code"]) for one in answers] == [(403, "picture_blocked")] * 2
    assert files(media_folder) == before
    assert town.rows("SELECT count(*) FROM photos WHERE member_id = %(id)s", id=bo) == [(0,)]
    desk = browser.as_member(town.woman(name="Mia"), staff=True)
    [case] = desk.get("/api/staff-complaints.php").json["complaints"]
    assert (case["kind"], case["about_id"], case["reporter_id"]) == ("picture", str(bo), None)
    assert rejected in case["text"]


def test_other_pictures_pass(browser: Browser, town: Town, rejected: str) -> None:
    assert bring(browser.as_member(town.man(photos=())), OTHER).status_code == 201


def test_other_reasons_block_nothing(browser: Browser, town: Town, ann: UUID) -> None:
    photo = bring(browser.as_member(ann), BAD).json["photo"]["id"]
    browser.as_member(town.woman(name="Mo"), staff=True).post(
        "/api/staff-photos.php", {"id": str(uuid4()), "photo_id": photo, "seen": "active", "reason": "nudity"}
    )

    assert bring(browser.as_member(town.man(photos=())), BAD).status_code == 201


def test_a_photo_from_before_there_were_hashes_is_recognised_too(browser: Browser, town: Town, ann: UUID) -> None:
    photo = bring(browser.as_member(ann), BAD).json["photo"]["id"]
    town.run("UPDATE photos SET fingerprint = NULL")
    browser.as_member(town.woman(name="Mo"), staff=True).post(
        "/api/staff-photos.php", {"id": str(uuid4()), "photo_id": photo, "seen": "active", "reason": "illegal"}
    )

    assert town.rows("SELECT count(*) > 0 FROM blocked_pictures") == [(True,)]


def test_chat_asks_the_same_list(profiles: Client, town: Town, rejected: str) -> None:
    bo = town.man(photos=())

    def check(path: Path) -> None:
        request = CheckPictureRequest(member_id=str(bo), fingerprint=process_image(jpeg(path)).fingerprint)
        profiles.ask("CheckPicture", request, CheckPictureResponse)

    check(OTHER)
    with pytest.raises(Forbidden) as refusal:
        check(BAD)
    assert refusal.value.code == "picture_blocked"


def test_a_granted_appeal_unblocks_it(browser: Browser, town: Town, ann: UUID, rejected: str) -> None:
    appeal = {"id": str(uuid4()), "decision_id": rejected, "text": "It is a drawing."}
    assert browser.as_member(ann).post("/api/appeal.php", appeal).status_code == 201
    desk = browser.as_member(town.woman(name="Mia"), staff=True)
    [case] = desk.get("/api/staff-complaints.php").json["complaints"]
    stated = {"reason": "other", "ground": "terms", "facts": "It is a drawing.", "measure": "lift"}
    answer = desk.post("/api/staff-complaints.php", {"id": str(uuid4()), "complaint_id": case["id"], **stated})
    assert answer.status_code == 201

    assert bring(browser.as_member(town.man(photos=())), BAD).status_code == 201
