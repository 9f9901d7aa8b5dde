"""Each kind of block: drawn with everything escaped, refused with the place of the fault."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from uuid import UUID

import pytest
from flask import Flask
from lander.domain.document import Block
from lander.tests.makers import document
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.languages import LOCALES
from shared.sites import SiteDirectory

ANN, DRAFT = UUID(int=1), UUID(int=77, version=4)
IN_A_WEEK = (datetime.now(UTC) + timedelta(days=7, hours=6)).isoformat()
# What a text may hold and HTML must not take for markup.
TRICKY = 'Tom & Ann\'s "own" words'

POINT = {"title": TRICKY, "text": TRICKY}
QUOTE = {"quote": TRICKY, "person": "Ann", "source": "A letter of May 2026"}
WORDS: dict[str, Any] = {
    "points": [POINT, POINT],
    "questions": [{"question": TRICKY, "answer": TRICKY}],
    "call": TRICKY,
    "steps": [POINT, POINT],
    "quotes": [QUOTE],
    "numbers": [{"number": "9 in 10", "text": TRICKY, "source": "Our count of May 2026"}],
    "comparison": [{"feature": "Likes", "ours": TRICKY, "elsewhere": TRICKY}] * 2,
    "countdown": TRICKY,
    "price": TRICKY,
    "logo": TRICKY,
    "gallery": TRICKY,
    "form": TRICKY,
}
MORE: dict[str, dict[str, Any]] = {
    "quotes": {"is_real": True},
    "countdown": {"ends_at": IN_A_WEEK},
    "gallery": {"portraits": [3, 1]},
}
KINDS = [model.model_fields["kind"].annotation.__args__[0] for model in get_args(get_args(Block)[0])]


def block(kind: str, **changed: Any) -> dict[str, Any]:
    return {"kind": kind, "words": dict.fromkeys(LOCALES, WORDS[kind]), **MORE.get(kind, {}), **changed}


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(ANN, marketer=True)


def keep(desk: Browser, *blocks: dict[str, Any]) -> Any:
    body = {"draft": str(DRAFT), "slug": "spring", "document": document(blocks=list(blocks))}
    return desk.put("/api/marketing-draft.php", body).json


def drawn(desk: Browser, *blocks: dict[str, Any], lang: str = "en") -> str:
    answer = keep(desk, *blocks)
    assert answer["problems"] == []
    return desk.get(f"{answer['preview']}&lang={lang}").get_data(as_text=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_block_is_drawn_with_its_texts_escaped(desk: Browser, kind: str) -> None:
    assert len(KINDS) == len(WORDS) == 12
    for lang in ("en", "pl"):
        page = drawn(desk, block(kind), lang=lang)

        found = re.search(rf'<section class="block of-{kind}" aria-label="([^"]+)">(.*?)</section>', page, re.DOTALL)
        assert found
        assert "Tom &amp; Ann&#39;s &#34;own&#34; words" in found[2]
        assert TRICKY not in page
        assert "{{" not in page
        assert " style=" not in found[2]
        assert "<script" not in found[2]


FAULTS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "points, one alone": (block("points", words={"en": [POINT]}), {"blocks.0.words.en": "not_allowed"}),
    "steps, six": (block("steps", words={"en": [POINT] * 6}), {"blocks.0.words.en": "not_allowed"}),
    "a quote without its source": (
        block("quotes", words={"en": [QUOTE | {"source": ""}]}),
        {"blocks.0.words.en.0.source": "text_missing"},
    ),
    "quotes that nobody vouches for": (block("quotes", is_real=False), {"blocks.0.is_real": "quotes_unconfirmed"}),
    "a quote with an address": (
        block("quotes", words={"en": [QUOTE | {"source": "see https://evil.example/x"}]}),
        {"blocks.0.words.en.0.source": "not_allowed"},
    ),
    "a number without its source": (
        block("numbers", words={"en": [{"number": "9", "text": "of ten", "source": ""}]}),
        {"blocks.0.words.en.0.source": "text_missing"},
    ),
    "a number that is a text": (
        block("numbers", words={"en": [{"number": "9" * 13, "text": "of ten", "source": "Us"}]}),
        {"blocks.0.words.en.0.number": "text_too_long"},
    ),
    "a comparison with markup": (
        block("comparison", words={"en": [{"feature": "<b>", "ours": "x", "elsewhere": "y"}] * 2}),
        {"blocks.0.words.en.0.feature": "not_allowed", "blocks.0.words.en.1.feature": "not_allowed"},
    ),
    "a countdown without a zone": (
        block("countdown", ends_at="2027-01-01T00:00:00"),
        {"blocks.0.ends_at": "not_allowed"},
    ),
    "a countdown to a word": (block("countdown", ends_at="soon"), {"blocks.0.ends_at": "not_allowed"}),
    "a countdown that is over": (
        block("countdown", ends_at="2025-01-01T00:00:00Z"),
        {"blocks.0.ends_at": "countdown_over"},
    ),
    "a price that is typed": (block("price", price="1.99"), {"blocks.0.price": "not_allowed"}),
    "a gallery without portraits": (block("gallery", portraits=[]), {"blocks.0.portraits": "not_allowed"}),
    "a gallery of a file": (block("gallery", portraits=["../x"]), {"blocks.0.portraits.0": "not_allowed"}),
    "a logo from elsewhere": (block("logo", src="//evil.example/x"), {"blocks.0.src": "not_allowed"}),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_block_that_does_not_fit_is_refused_at_its_place(desk: Browser, what: str) -> None:
    given, places = FAULTS[what]

    found = {each["place"]: each["code"] for each in keep(desk, given)["problems"]}

    assert {place: found.get(place) for place in places} == places


def test_prices_are_those_of_the_site(desk: Browser) -> None:
    page = drawn(desk, block("price"))

    rows = re.findall(r"<li><span>([^<]+)</span><strong>([^<]+)</strong></li>", page)
    packages = SiteDirectory().get("pairwise").packages
    assert rows == [(f"{each.credits} credits", f"€{each.prices['EUR'] / 100:.2f}") for each in packages]


def test_a_countdown_has_one_end_for_everybody_and_is_gone_after_it(desk: Browser) -> None:
    page = drawn(desk, block("countdown"))
    assert "7 days" in page
    shown = re.search(r'data-ends="([^"]+)"', page)
    assert shown
    assert datetime.fromisoformat(shown[1]) == datetime.fromisoformat(IN_A_WEEK)

    over = [block("countdown", ends_at="2025-01-01T00:00:00Z"), block("call")]
    body = {"slug": "spring", "base": 0, "document": document(blocks=over)}
    assert desk.post("/api/marketing-page.php", body).status_code == 201
    refused = desk.put("/api/marketing-page.php", {"slug": "spring", "action": "publish", "version": 1})

    assert refused.json["error"]["code"] == "page_not_ready"
    preview = desk.get("/api/marketing-page.php", slug="spring").json["versions"][0]["preview"]
    page = desk.get(preview).get_data(as_text=True)
    assert "of-call" in page
    assert "of-countdown" not in page
