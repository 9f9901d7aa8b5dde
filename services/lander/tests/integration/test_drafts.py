"""Drafts of pages: shown beside the form, checked as publishing would, no version by that."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.scene import Scene
from lander.tests.makers import document
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN, DRAFT = UUID(int=1), UUID(int=77, version=4)


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


def keep(desk: Browser, slug: str = "spring", **changed: Any) -> Any:
    body = {"draft": str(DRAFT), "slug": slug, "document": document(**changed)}
    return desk.put("/api/marketing-draft.php", body)


def test_a_draft_is_shown_by_its_link_and_is_no_version(desk: Browser, browser: Browser) -> None:
    keep(desk, title="Autumn")
    answer = keep(desk).json
    shown = browser.get(answer["preview"])

    assert answer["problems"] == []
    assert 0 < answer["weight"] < answer["heaviest"]
    assert "Spring is here" in shown.get_data(as_text=True)
    assert "frame-ancestors 'self'" in shown.headers["Content-Security-Policy"]
    assert desk.get("/api/marketing-page.php", slug="spring").status_code == 404


def test_the_places_of_all_faults_are_named(desk: Browser) -> None:
    points = {"kind": "points", "words": {"en": [{"title": "x" * 45, "text": "y"}, {"title": "", "text": "<b>"}]}}
    answer = keep(desk, blocks=[points], niche=9, html="<b>", portraits=[1, 1])

    assert answer.status_code == 200
    assert answer.json["preview"] is None
    found = {each["place"]: each["code"] for each in answer.json["problems"]}
    assert found == {
        "blocks.0.words.en.0.title": "text_too_long",
        "blocks.0.words.en.1.title": "text_missing",
        "blocks.0.words.en.1.text": "not_allowed",
        "niche": "not_allowed",
        "html": "not_allowed",
        "portraits": "not_allowed",
    }


def test_a_draft_is_checked_as_publishing_would(desk: Browser) -> None:
    palette = {"sky": "#ffeedd", "dusk": "#102030", "glow": "#ff0000"}
    blocks = [{"kind": "call", "words": {"en": "Come in"}}]
    found = keep(desk, slug="video", palette=palette, blocks=blocks, languages=["en", "de"]).json

    assert {"code": "slug_not_free", "place": "slug"} in found["problems"]
    assert {"code": "contrast_low", "place": "palette.sky"} in found["problems"]
    assert {"code": "language_missing", "place": "blocks.0.words.de"} in found["problems"]
    assert found["languages"] == ["en"]


@pytest.mark.parametrize("scene", Scene)
def test_every_scene_is_within_its_weight_and_has_a_preview(desk: Browser, browser: Browser, scene: Scene) -> None:
    answer = keep(desk, slug=scene.value, scene=scene.value).json

    assert answer["weight"] < answer["heaviest"]
    assert browser.get(answer["preview"]).status_code == 200


def test_chosen_portraits_come_first(desk: Browser, browser: Browser) -> None:
    shown = browser.get(keep(desk, scene="maplanding", portraits=[9, 5]).json["preview"]).get_data(as_text=True)
    shown_numbers = [part.partition(".")[0] for part in shown.split("/people/")[1:]]

    assert shown_numbers == ["9", "5", "7", "4"]


def test_a_draft_is_of_its_site_and_needs_its_token(desk: Browser, browser: Browser, app: Flask, keys: KeyPair) -> None:
    path = keep(desk).json["preview"]
    there = Browser(app, keys).at("iskra.localhost")
    there.as_member(ANN, marketer=True)
    keep(there, title="Theirs")

    assert there.get(path).status_code == 404
    assert browser.get(path.partition("?")[0]).status_code == 404
    assert "Spring is here" in browser.get(path).get_data(as_text=True)


def test_what_is_no_draft_is_refused(desk: Browser, database: Database) -> None:
    assert desk.put("/api/marketing-draft.php", {"draft": "1", "slug": "a", "document": {}}).status_code == 422
    assert desk.put("/api/marketing-draft.php", {"draft": str(DRAFT), "slug": "a", "document": []}).status_code == 422
