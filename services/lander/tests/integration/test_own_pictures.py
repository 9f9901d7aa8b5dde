"""Pictures of marketers: uploaded, drawn on pages, served while a live page shows them, taken away."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.draft import HEAVIEST_PAGE
from lander.tests.makers import document
from lander.wiring import Wiring
from PIL import Image
from shared.kit.core import Forbidden, Refusal, Unavailable
from shared.kit.http.app import provide
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.languages import LOCALES
from shared.pictures import PAGE_FILES
from shared.pictures.fingerprint import FINGERPRINT_BYTES
from shared.pictures.tests.makers import camera_jpeg, jpeg

ANN, DRAFT = UUID(int=1), UUID(int=77, version=4)
ALT = dict.fromkeys(LOCALES, 'Tom & Ann\'s "own" table')
PICTURES, PAGE = "/api/marketing-pictures.php", "/api/marketing-page.php"


class Checks:
    """Stands for profiles."""

    def __init__(self) -> None:
        self.asked: list[tuple[UUID, int]] = []
        self.refusal: Refusal | None = None

    def check(self, member_id: UUID, upload: bytes, fingerprint: bytes, picture: bytes) -> None:
        assert (upload[:2], picture[:4]) == (b"\xff\xd8", b"RIFF")
        self.asked.append((member_id, len(fingerprint)))
        if self.refusal:
            raise self.refusal


@pytest.fixture
def checks(app: Flask, wired: Wiring) -> Checks:
    fake = Checks()
    provide(app, wired.settings, wired.database, replace(wired, pictures=fake))
    wired.picture_files.read.cache_clear()
    return fake


@pytest.fixture
def desk(app: Flask, checks: Checks, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


def upload(desk: Browser, content: bytes | None = None, **fields: str) -> Any:
    return desk.upload(PICTURES, {"has_rights": "yes", **fields}, photo=jpeg() if content is None else content)


def own(hashed: str, **changed: Any) -> dict[str, Any]:
    return {"picture": hashed, "alt": ALT, **changed}


def publish(desk: Browser, base: int = 0, **changed: Any) -> Any:
    saved = desk.post(PAGE, {"slug": "spring", "base": base, "document": document(**changed)})
    assert saved.status_code == 201, saved.json
    return desk.put(PAGE, {"slug": "spring", "action": "publish", "version": saved.json["version"]})


def shown_on(browser: Browser, path: str = "/landers/spring") -> str:
    return browser.get(path).get_data(as_text=True)


def test_an_upload_becomes_files_of_ours_and_is_there_once(desk: Browser, checks: Checks) -> None:
    first, again = upload(desk, camera_jpeg()), upload(desk, camera_jpeg())

    assert (first.status_code, again.json["hash"]) == (201, first.json["hash"])
    assert checks.asked == [(ANN, FINGERPRINT_BYTES)]
    listed = desk.get(PICTURES).json["pictures"]
    assert [each["hash"] for each in listed] == [first.json["hash"]]
    assert not listed[0]["is_live"]
    file = desk.as_visitor().get(listed[0]["src"])
    assert (file.status_code, file.mimetype) == (200, "image/webp")
    assert file.headers["Cache-Control"].startswith("private")
    assert not Image.open(BytesIO(file.data)).getexif()
    assert b"Secret" not in file.data


@pytest.mark.parametrize("refusal", [Forbidden("picture_blocked"), Unavailable()])
def test_an_upload_that_may_not_pass_leaves_nothing(desk: Browser, checks: Checks, refusal: Refusal) -> None:
    checks.refusal = refusal

    answer = upload(desk)

    assert (answer.status_code, answer.json["error"]["code"]) == (refusal.status, refusal.code)
    assert desk.get(PICTURES).json["pictures"] == []


@pytest.mark.parametrize(
    ("content", "fields", "code"),
    [(b"", {}, "photo_empty"), (b"<svg/>", {}, "photo_wrong_type"), (jpeg(), {"has_rights": "no"}, "field_invalid")],
)
def test_what_is_no_picture_or_has_no_rights_is_refused(
    desk: Browser, content: bytes, fields: dict[str, str], code: str
) -> None:
    answer = upload(desk, content, **fields)

    error = answer.json["error"]
    assert (answer.status_code, error.get("errors", [error])[0]["code"]) == (422, code)


def test_pictures_are_drawn_wherever_a_page_may_have_them(desk: Browser, browser: Browser) -> None:
    hashed = upload(desk).json["hash"]
    words = dict.fromkeys(LOCALES, "Look around")
    quotes = {each: [{"quote": "Good", "person": "Ann", "source": "A letter"}] for each in LOCALES}
    blocks = [
        {"kind": "gallery", "portraits": [1], "pictures": [own(hashed)], "words": words},
        {"kind": "logo", "pictures": [own(hashed)], "words": words},
        {"kind": "quotes", "is_real": True, "pictures": [own(hashed)], "words": quotes},
    ]

    assert publish(desk, hero=own(hashed, x=10, y=80), blocks=blocks).status_code == 200

    answer = browser.get("/landers/spring")
    html = answer.get_data(as_text=True)
    assert html.count("<picture>") == 4
    assert html.count('alt="Tom &amp; Ann&#39;s &#34;own&#34; table"') == 4
    assert ".focus-10-80{object-position:10% 80%}" in html
    assert "style=" not in html
    addresses = {each.split()[0] for found in re.findall(r'srcset="([^"]+)"', html) for each in found.split(", ")}
    for address in addresses:
        file = browser.get(address)
        assert (file.status_code, file.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
        assert file.mimetype == f"image/{address.rpartition('.')[2]}"
        assert file.headers["X-Content-Type-Options"] == "nosniff"


def test_a_draft_counts_what_a_phone_loads_first(desk: Browser) -> None:
    picture = upload(desk, jpeg(1600, 1200)).json

    def weigh(**changed: Any) -> Any:
        body = {"draft": str(DRAFT), "slug": "spring", "document": document(**changed)}
        return desk.put("/api/marketing-draft.php", body).json

    plain, heavy = weigh(scene="iconslanding"), weigh(scene="iconslanding", hero=own(picture["hash"]))
    gallery = {
        "kind": "gallery",
        "portraits": [1],
        "pictures": [own(picture["hash"])],
        "words": dict.fromkeys(LOCALES, "x"),
    }
    later = weigh(scene="iconslanding", blocks=[gallery])

    assert heavy["weight"] - plain["weight"] > picture["phone_bytes"] - 4_000
    assert heavy["weight"] < HEAVIEST_PAGE
    assert later["later"] > plain["later"]
    assert later["weight"] - plain["weight"] < 4_000
    assert later["problems"] == []


def test_each_language_of_a_page_needs_the_description_of_a_picture(desk: Browser) -> None:
    hero = own(upload(desk).json["hash"], alt={"en": "A table"})

    answer = publish(desk, hero=hero, languages=["en", "de"])

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "page_not_ready")
    assert [each["field"] for each in answer.json["error"]["errors"]] == ["document.hero.alt.de"]


def test_a_description_names_no_foreign_address(desk: Browser) -> None:
    hero = own(upload(desk).json["hash"], alt=dict.fromkeys(LOCALES, "see other.example"))

    assert publish(desk, hero=hero).json["error"]["errors"][0]["field"].startswith("document.hero.alt.")


def test_a_picture_that_nobody_published_is_served_to_nobody_else(desk: Browser, browser: Browser) -> None:
    hashed = upload(desk).json["hash"]

    assert browser.get(f"/landers/pictures/{hashed}/800.avif").status_code == 404
    publish(desk, hero=own(hashed))
    assert browser.get(f"/landers/pictures/{hashed}/800.avif").status_code == 200
    assert desk.put(PAGE, {"slug": "spring", "action": "retire"}).status_code == 200
    assert browser.get(f"/landers/pictures/{hashed}/800.avif").status_code == 404


def test_a_picture_is_taken_away_from_live_pages_at_once(desk: Browser, browser: Browser) -> None:
    hashed = upload(desk).json["hash"]
    publish(desk, hero=own(hashed))
    assert hashed in shown_on(browser)

    assert desk.delete(PICTURES, {"hash": hashed}).status_code == 200

    assert hashed not in shown_on(browser)
    assert browser.get(f"/landers/pictures/{hashed}/800.avif").status_code == 404
    problems = desk.get(PAGE, slug="spring").json["versions"][0]["problems"]
    assert problems == [{"code": "picture_gone", "place": "hero"}]
    assert publish(desk, base=1, hero=own(hashed)).status_code == 422
    assert desk.delete(PICTURES, {"hash": hashed}).status_code == 404
    actions = [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]
    assert [each for each in actions if each.startswith("picture.")] == ["picture.remove", "picture.add"]


def test_a_picture_of_one_brand_is_no_picture_of_another(desk: Browser, app: Flask, keys: KeyPair) -> None:
    hashed = upload(desk).json["hash"]
    publish(desk, hero=own(hashed))
    other = Browser(app, keys).at("iskra.localhost").as_member(UUID(int=2), marketer=True)

    assert other.get(PICTURES).json["pictures"] == []
    assert other.delete(PICTURES, {"hash": hashed}).status_code == 404
    assert publish(other, hero=own(hashed)).status_code == 422
    for name in PAGE_FILES:
        assert other.get(f"/landers/pictures/{hashed}/{name}").status_code == 404
    preview = desk.get(PICTURES).json["pictures"][0]["src"]
    assert other.get(preview).status_code == 404


@pytest.mark.parametrize(
    "path", ["{hash}/800.png", "{hash}/..%2f800.avif", "0" * 32 + "/800.avif", "{hash}/800.avif?token=x"]
)
def test_only_files_that_there_are_have_an_address(desk: Browser, browser: Browser, path: str) -> None:
    hashed = upload(desk).json["hash"]

    assert browser.get(f"/landers/pictures/{path.format(hash=hashed)}").status_code == 404
