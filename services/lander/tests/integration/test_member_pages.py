"""Landing pages with the card of a member, as visitors may see it."""

import base64
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from flask import Flask
from lander.domain.member_card import MemberCard
from lander.errors import PageUnknown
from lander.web import BLUEPRINTS
from lander.web.thumbnails import preview
from lander.wiring import Wiring
from PIL import Image, ImageChops
from shared.kit.core import Unavailable
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.languages import LOCALES

ANN = uuid4()
PARTS = ("landing", "landing2", "landing3")
HASH = "5ucJHgaoZ/i2eSiJeHaGeaV4KHCEQFc="


class Members:
    """Members visible to visitors, by pool; or a service that is down."""

    def __init__(self) -> None:
        self.card = MemberCard("Ann <b>", 34, "Utrecht", is_fictional=False, is_demonstration=False, thumbhash=HASH)
        self.is_down = False

    def public_card(self, member_id: UUID, pool: int) -> MemberCard:
        if self.is_down:
            raise Unavailable()
        if (member_id, pool) != (ANN, 1):
            raise PageUnknown()
        return self.card


@pytest.fixture
def members() -> Members:
    return Members()


@pytest.fixture
def browser(wired: Wiring, database: Database, keys: KeyPair, members: Members) -> Browser:
    wiring = replace(wired, members=members)
    app: Flask = create_app(
        wired.settings, database, BLUEPRINTS, wiring, wired.sites.origins(wired.settings.public_url)
    )
    return Browser(app, keys)


@pytest.mark.parametrize("part", PARTS)
def test_a_member_is_shown_in_every_language(browser: Browser, part: str) -> None:
    for locale in LOCALES:
        answer = browser.get(f"/{locale}/members/{ANN}/{part}")

        page = answer.get_data(as_text=True)
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, locale)
        assert page.count('hreflang="x-default"') == 1
        assert f'rel="canonical" href="http://localhost:8080/{locale}/members/{ANN}/{part}"' in page
        assert f'hreflang="fi" href="http://localhost:8080/fi/members/{ANN}/{part}"' in page
        assert "Ann &lt;b&gt;" in page
        assert "{{" not in page
        assert "data:image/png;base64," in page
        assert 'content="noindex"' in page


def test_a_fictional_member_is_marked_in_words(browser: Browser, members: Members) -> None:
    members.card = replace(members.card, is_fictional=True)

    for part in PARTS:
        assert '<p class="mark">Fictional</p>' in browser.get(f"/members/{ANN}/{part}", lang="en").get_data(
            as_text=True
        )


UNKNOWN: dict[str, Callable[[], str]] = {
    "another member": lambda: f"/members/{uuid4()}/landing",
    "no id": lambda: "/members/ann/landing",
    "an unknown slug": lambda: f"/members/{ANN}/landing2/nothing",
    "a language that nobody speaks": lambda: f"/xx/members/{ANN}/landing",
    "the page of a site": lambda: f"/members/{ANN}/landing2/video",
    "the page of another layout": lambda: f"/members/{ANN}/landing2/member3",
}


@pytest.mark.parametrize("why", UNKNOWN)
def test_other_addresses_are_unknown_pages(browser: Browser, why: str) -> None:
    answer = browser.get(UNKNOWN[why]())

    assert answer.status_code == 404
    assert "<h1>" in answer.get_data(as_text=True)


def test_members_of_another_pool_are_unknown(browser: Browser) -> None:
    assert browser.at("iskra.localhost").get(f"/members/{ANN}/landing").status_code == 404


def test_a_service_that_is_down_is_said_in_words(browser: Browser, members: Members) -> None:
    members.is_down = True

    answer = browser.get(f"/members/{ANN}/landing", lang="en")

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "right now" in unescape(answer.get_data(as_text=True))


def test_the_slug_of_a_layout_is_its_own_page(browser: Browser) -> None:
    answer = browser.get(f"/en/members/{ANN}/landing2/member2")

    assert answer.status_code == 200
    assert f'rel="canonical" href="http://localhost:8080/en/members/{ANN}/landing2"' in answer.get_data(as_text=True)


def test_a_preview_keeps_shape_and_colour_and_nothing_finer() -> None:
    with Image.open(BytesIO(base64.b64decode(preview(HASH).partition(",")[2]))) as image:
        shades = image.convert("L").tobytes()
        coarse = image.resize((9, 9)).resize(image.size, Image.Resampling.BICUBIC)
        differences = ImageChops.difference(image, coarse).convert("L").tobytes()

    assert image.size == (27, 32)
    assert max(shades) - min(shades) > 60
    assert max(differences) < 40
