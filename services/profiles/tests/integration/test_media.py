import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.pictures import PictureStore

from profiles.media_links import MediaLinks
from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring

TWO = (SeedPhoto("demo/m001-1", THUMBHASH), SeedPhoto("demo/m001-2", THUMBHASH))

SOME_PHOTO = "0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10"


@pytest.fixture
def lasting_links() -> None:
    """Here links expire as they do."""


@pytest.fixture(autouse=True)
def files(media_folder: Path) -> None:
    (media_folder / "demo").mkdir(exist_ok=True)
    for name in ("m001-1", "m001-2"):
        for variant in ("160", "400", "800", "locked"):
            (media_folder / "demo" / f"{name}-{variant}.webp").write_bytes(f"{name} {variant}".encode())


def follow(browser: Browser, link: str, **changes: str) -> Any:
    parts = urlsplit(link)
    return browser.get(parts.path, **{**dict(parse_qsl(parts.query)), **changes})


def photos(browser: Browser, member: UUID) -> list[dict[str, Any]]:
    return list(browser.get("/api/profile.php", id=str(member)).json["profile"]["photos"])


def test_a_link_shows_its_size_to_its_viewer(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    main, locked = photos(browser.as_member(ann), bo)

    shown = [follow(browser, main[size]) for size in ("thumb_src", "src", "large_src")]

    assert [answer.data for answer in shown] == [b"m001-1 160", b"m001-1 400", b"m001-1 800"]
    assert follow(browser, locked["src"]).data == b"m001-2 locked"
    headers = shown[0].headers
    assert (headers["Content-Type"], headers["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    private, age, immutable = headers["Cache-Control"].split(", ")
    assert (private, immutable) == ("private", "immutable")
    # The rest of the link's five to ten minutes when it is followed.
    assert 200 < int(age.removeprefix("max-age=")) <= 600


def test_a_link_stays_the_same_while_it_holds(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    browser.as_member(ann)

    assert len({str(photos(browser, bo)) for _ in range(3)}) <= 2  # two when a window ends in between


def test_a_locked_photo_cannot_be_had_by_changing_its_link(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    locked = photos(browser.as_member(ann), bo)[1]["src"]

    for variant in ("160", "400", "800"):
        assert follow(browser, locked.replace("/locked.", f"/{variant}.")).status_code == 404


@pytest.mark.parametrize(
    "spoil",
    [
        lambda query: {"s": "A" * 24},
        lambda query: {"s": query["s"][:-1]},
        lambda query: {"s": ""},
        lambda query: {"s": "é"},
        lambda query: {"e": str(int(query["e"]) + 600)},
        lambda query: {"e": "9" * 11},
        lambda query: {"e": "-1"},
        lambda query: {"e": query["e"] + "\n"},
        lambda query: {"e": "١٢٣"},
        lambda query: {"e": ""},
        lambda query: {"v": str(uuid4())},
        lambda query: {"v": ""},
    ],
)
def test_a_forged_link_is_not_found(
    browser: Browser, town: Town, spoil: Callable[[dict[str, str]], dict[str, str]]
) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    link = photos(browser.as_member(ann), bo)[0]["src"]

    answer = follow(browser, link, **spoil(dict(parse_qsl(urlsplit(link).query))))

    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_a_link_is_its_viewers_alone(browser: Browser, town: Town) -> None:
    ann, eve, bo = town.woman(), town.woman(), town.man(photos=TWO)
    link = photos(browser.as_member(ann), bo)[0]["src"]

    assert follow(browser.as_member(eve), link).status_code == 404
    assert follow(browser, link, v=str(eve)).status_code == 404


def test_a_link_runs_out(browser: Browser, town: Town, wired: Wiring) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    photo_id = UUID(str(town.rows("SELECT id FROM photos WHERE member_id = %(id)s ORDER BY position", id=bo)[0][0]))
    links = MediaLinks(wired.settings.media_keys)

    def at(expires: int) -> int:
        return int(follow(browser.as_member(ann), links.until(expires, photo_id, "400", UUID(str(ann)))).status_code)

    now = int(time.time())
    assert (at(now + 60), at(now - 60)) == (200, 404)


def test_links_that_are_out_end_with_what_shows_the_photo(browser: Browser, town: Town) -> None:
    ann, bo, cas = town.woman(), town.man(photos=TWO), town.man(photos=TWO)
    link, other = (photos(browser.as_member(ann), member)[0]["src"] for member in (bo, cas))

    town.block(bo, ann)
    town.change(cas, state="deleted")

    assert [follow(browser, each).status_code for each in (link, other)] == [404, 404]


def test_a_photo_that_is_not_approved_is_in_no_answer(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    link = photos(browser.as_member(ann), bo)[0]["src"]
    with town.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE photos SET status = 'inspected'")

    assert photos(browser, bo) == []
    assert follow(browser, link).status_code == 404


def test_a_file_that_is_missing_is_not_found(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=(SeedPhoto("demo/nothing", THUMBHASH),))

    assert follow(browser, photos(browser.as_member(ann), bo)[0]["src"]).status_code == 404


def test_a_store_that_does_not_answer_is_no_missing_photo(
    browser: Browser, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = town.woman(), town.man(photos=TWO)
    link = photos(browser.as_member(ann), bo)[0]["src"]

    store = PictureStore("memory://photos")

    def away(path: str) -> bytes:
        raise ConnectionError(path)

    monkeypatch.setattr(store._store.files, "cat_file", away)
    dependencies: Wiring = browser._client.application.extensions["wiring"]
    monkeypatch.setitem(dependencies.__dict__, "media", store)

    assert follow(browser, link).status_code == 503


@pytest.mark.parametrize(
    "path",
    ["/media/1/400.webp", "/media/../settings/400.webp", f"/media/{SOME_PHOTO}/4000.webp", f"/media/{SOME_PHOTO}"],
)
def test_other_paths_are_not_found(browser: Browser, town: Town, path: str) -> None:
    assert browser.as_member(town.woman()).get(path).status_code == 404


def test_nobody_sees_photos_without_a_session(browser: Browser, town: Town) -> None:
    answer = browser.get(f"/media/{uuid4()}/400.webp")

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")
