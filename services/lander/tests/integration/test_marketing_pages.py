"""Pages at the marketing desk: saved, checked, published, gone back to, approved, taken away."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer
from lander.domain.scene import Scene
from lander.errors import PageChanged
from lander.tests.makers import document
from lander.usecases.change_page import save_version
from lander.web import BLUEPRINTS
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, BO = UUID(int=1), UUID(int=2)


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


def save(desk: Browser, base: int = 0, slug: str = "spring", **changed: Any) -> Any:
    return desk.post("/api/marketing-page.php", {"slug": slug, "base": base, "document": document(**changed)})


def change(desk: Browser, action: str, slug: str = "spring", **more: Any) -> Any:
    return desk.put("/api/marketing-page.php", {"slug": slug, "action": action, **more})


def headline(browser: Browser, path: str = "/landers/spring") -> str:
    page = browser.get(path, lang="en")
    return (
        unescape(re.findall(r"<h1>(.*?)<em>", page.get_data(as_text=True))[0]).strip()
        if page.status_code == 200
        else "404"
    )


def test_a_page_is_saved_previewed_published_and_gone_back_to(desk: Browser, browser: Browser) -> None:
    assert save(desk).json == {"version": 1, "problems": []}
    assert headline(browser) == "404"

    page = desk.get("/api/marketing-page.php", slug="spring").json
    assert (page["state"], page["path"]) == ("draft", "/landers/spring")
    preview = browser.get(page["versions"][0]["preview"])
    assert "Spring is here" in preview.get_data(as_text=True)
    assert "data-counted" in preview.get_data(as_text=True)
    assert 'content="noindex"' in preview.get_data(as_text=True)

    assert change(desk, "publish", version=1).status_code == 200
    assert headline(browser) == "Spring is here"
    save(desk, base=1, title="Summer is here")
    assert headline(browser) == "Spring is here"
    change(desk, "publish", version=2)
    assert headline(browser) == "Summer is here"
    change(desk, "publish", version=1)
    assert headline(browser) == "Spring is here"
    assert headline(browser, "/landers/gallery/spring") == "Spring is here"
    assert headline(browser, "/landers/video/spring") == "404"

    change(desk, "retire")
    assert headline(browser) == "404"
    actions = desk.get("/api/marketing-actions.php").json["actions"]
    assert actions[0]["action"] == "page.retire"
    assert len(actions) == 6


def test_a_page_of_a_marketer_stands_before_the_products_own(desk: Browser, browser: Browser) -> None:
    assert headline(browser, "/landers/gallery") == "Faces first,"
    save(desk, slug="gallery")
    change(desk, "publish", slug="gallery", version=1)
    assert headline(browser, "/landers/gallery") == "Spring is here"

    change(desk, "retire", slug="gallery")
    assert headline(browser, "/landers/gallery") == "Faces first,"


def test_a_plan_begins_by_itself_and_can_be_withdrawn(desk: Browser, browser: Browser, wired: Wiring) -> None:
    save(desk)
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    change(desk, "publish", version=1, starts_at=later)
    [plan] = desk.get("/api/marketing-page.php", slug="spring").json["publications"]
    assert (plan["state"], headline(browser)) == ("planned", "404")

    with wired.unit_of_work() as uow:
        uow.session.connection().exec_driver_sql("UPDATE publications SET starts_at = now() - interval '1 second'")
        uow.commit()
    wired.catalogue.forget()
    assert headline(browser) == "Spring is here"
    assert change(desk, "withdraw", publication=plan["id"]).status_code == 409

    change(desk, "publish", version=1, starts_at=later)
    newest = desk.get("/api/marketing-page.php", slug="spring").json["publications"][0]
    assert change(desk, "withdraw", publication=newest["id"]).status_code == 200
    assert desk.get("/api/marketing-page.php", slug="spring").json["publications"][0]["state"] == "withdrawn"


def test_a_version_with_problems_is_not_published(desk: Browser, browser: Browser) -> None:
    english = {"en": document()["words"]["en"]}
    palette = {"sky": "#ffeedd", "dusk": "#102030", "glow": "#ff0000"}
    blocks = [{"kind": "call", "words": {"en": "Come in"}}]
    found = save(desk, words=english, palette=palette, blocks=blocks, languages=["de", "nl"]).json["problems"]

    assert {"code": "language_missing", "place": "words.de"} in found
    assert {"code": "language_missing", "place": "blocks.0.words.nl"} in found
    assert {"code": "contrast_low", "place": "palette.sky"} in found
    answer = change(desk, "publish", version=1)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "page_not_ready")
    places = {f"document.{each['place']}" for each in found}
    assert {each["field"] for each in answer.json["error"]["errors"]} == places
    assert headline(browser) == "404"


def english(**changed: str) -> dict[str, Any]:
    return {"words": {"en": {"title": "x", "accent": "y", "text": "z", **changed}}}


# By what is wrong: the change, and its place in the document.
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown field": ({"html": "<b>"}, "html"),
    "an unknown field of a text": (english(style="bold"), "words.en.style"),
    "an unknown scene": ({"scene": "casino"}, "scene"),
    "a niche that there is not": ({"niche": 8}, "niche"),
    "an address": (english(title="See https://evil.example"), "words.en.title"),
    "another address": (english(accent="www.evil.example"), "words.en.accent"),
    "an address without its scheme": (english(text="Look at evil.example/path"), "words.en.text"),
    "an email address": (english(accent="me@evil.example"), "words.en.accent"),
    "markup": (english(text="<script>"), "words.en.text"),
    "a line break": (english(text="One\nTwo"), "words.en.text"),
    "a headline that is too long": (english(title="x" * 45), "words.en.title"),
    "nothing": (english(title=""), "words.en.title"),
    "an unknown language": (
        {"words": {"tlh": {"title": "x", "accent": "y", "text": "z"}}},
        "words.tlh.[key]",
    ),
    "a colour that is none": ({"palette": {"sky": "red;}", "dusk": "#102030", "glow": "#102030"}}, "palette.sky"),
    "an unknown block": ({"blocks": [{"kind": "html", "words": {}}]}, "blocks.0"),
    "a block with a picture": (
        {"blocks": [{"kind": "call", "words": {"en": "x"}, "src": "https://evil.example/x.png"}]},
        "blocks.0.call.src",
    ),
    "too many blocks": ({"blocks": [{"kind": "call", "words": {"en": "x"}}] * 13}, "blocks"),
    "a portrait that there is not": ({"portraits": [13]}, "portraits.0"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_document_that_does_not_fit_is_refused_with_the_place_of_the_fault(desk: Browser, what: str) -> None:
    changed, place = BAD[what]

    answer = save(desk, **changed)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert [each["field"] for each in answer.json["error"]["errors"]] == [f"document.{place}"]
    assert desk.get("/api/marketing-page.php", slug="spring").status_code == 404


HIDDEN = [
    "Visit evil.com",
    "Visit bücher.de",
    "\uff45\uff56\uff49\uff4c\uff0e\uff43\uff4f\uff4d",  # evil.com in full-width letters
    "ev\u200bil.com",  # with a blank of no width
    "\u202emoc.live",  # from right to left
    "evil\u3002com",  # with an ideographic full stop
]


@pytest.mark.parametrize("text", HIDDEN)
def test_the_name_of_a_host_is_not_published_however_it_is_written(desk: Browser, browser: Browser, text: str) -> None:
    words = document()["words"]
    saved = save(desk, words={**words, "de": words["de"] | {"text": text}})

    assert saved.json["problems"] == [{"code": "not_allowed", "place": "words.de.text"}]
    answer = change(desk, "publish", version=1)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "page_not_ready")
    assert [each["field"] for each in answer.json["error"]["errors"]] == ["document.words.de.text"]
    assert headline(browser) == "404"


def test_words_with_full_stops_and_invisible_hyphens_are_no_hosts(desk: Browser) -> None:
    text = "From 18.30, e.g. z.B. m.in. a date\u00adnight \U0001f469\u200d\U0001f373"

    assert save(desk, words={**document()["words"], "en": english(text=text)["words"]["en"]}).json == {
        "version": 1,
        "problems": [],
    }


@pytest.mark.parametrize("slug", ["video", "static", "preview", "Spring", "a b", "-a", "a/b", "x" * 41, ""])
def test_a_slug_that_is_not_free_is_refused(desk: Browser, slug: str) -> None:
    assert save(desk, slug=slug).status_code == 422


def test_what_is_not_there_is_not_found(desk: Browser) -> None:
    save(desk)

    assert change(desk, "publish", version=2).status_code == 404
    assert change(desk, "approve", publication=1).status_code == 404
    assert change(desk, "retire", slug="nothing").status_code == 404
    assert change(desk, "publish").status_code == 422
    assert desk.get("/api/marketing-page.php", slug="nothing").status_code == 404


def test_pages_of_another_brand_are_neither_seen_nor_changed(desk: Browser, app: Flask, keys: KeyPair) -> None:
    save(desk)
    change(desk, "publish", version=1)
    there = Browser(app, keys).at("iskra.localhost")
    assert headline(there) == "404"

    there.as_member(ANN, marketer=True)
    assert all(each["state"] == "built_in" for each in there.get("/api/marketing-pages.php").json["pages"])
    assert there.put("/api/marketing-page.php", {"slug": "spring", "action": "retire"}).status_code == 404
    token = desk.get("/api/marketing-page.php", slug="spring").json["versions"][0]["preview"]
    assert there.get(token).status_code == 404


def test_a_preview_without_its_token_is_unknown(desk: Browser, browser: Browser) -> None:
    save(desk)

    for token in ("", "?token=x", "?token=" + "a.b.c"):
        assert browser.get(f"/landers/preview/spring/1{token}").status_code == 404


def test_the_products_pages_are_listed_with_their_words(desk: Browser) -> None:
    pages = desk.get("/api/marketing-pages.php").json["pages"]
    words = desk.get("/api/marketing-page.php", slug="video").json["versions"][0]["document"]["words"]

    assert {each["slug"] for each in pages} == set(Scene)
    assert words["en"]["title"] == "Good conversations"
    assert set(words["de"]) == {"title", "accent", "text", "action"}


def test_two_marketers_do_not_overwrite_each_other(wired: Wiring, database: Database) -> None:
    parsed = PageDocument.model_validate(document())

    def attempt(number: int) -> str:
        try:
            save_version(wired.unit_of_work(), Marketer(UUID(int=number + 1), "pairwise"), "spring", 0, parsed)
        except PageChanged:
            return "changed"
        return "saved"

    with ThreadPoolExecutor(4) as pool:
        outcomes = sorted(pool.map(attempt, range(4)))

    assert outcomes == ["changed"] * 3 + ["saved"]


def test_where_two_people_look_a_second_one_has_to_approve(
    wired: Wiring, database: Database, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = wired.sites.for_host("localhost").model_copy(update={"lander_review": "two"})
    monkeypatch.setattr(type(wired.sites), "for_host", lambda *_: strict)
    app = create_app(wired.settings, database, BLUEPRINTS, replace(wired), wired.sites.origins("http://localhost:8080"))
    ann, bo = (Browser(app, keys).as_member(each, marketer=True) for each in (ANN, BO))
    save(ann)

    change(ann, "publish", version=1)
    assert headline(ann) == "404"
    [waiting] = ann.get("/api/marketing-page.php", slug="spring").json["publications"]
    answer = change(ann, "approve", publication=waiting["id"])
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "second_marketer_needed")
    assert change(bo, "approve", publication=waiting["id"]).status_code == 200
    assert headline(ann) == "Spring is here"

    save(ann, base=1)
    arms = [{"version": version, "weight": 0.5} for version in (1, 2)]
    split = ann.post("/api/marketing-experiments.php", {"slug": "spring", "goal": "sign_up", "arms": arms})
    assert (split.status_code, split.json["error"]["code"]) == (403, "second_marketer_needed")
