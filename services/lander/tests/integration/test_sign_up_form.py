"""The form of a page: the first step of the sign-up, without script."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from flask import Flask
from lander.tests.makers import document
from lander.web.sign_up_form import COOKIE
from shared.kit.testing.web import Browser
from shared.languages import LOCALES
from werkzeug.test import TestResponse

RIGHT = {"gender": "female", "seeks": ["male", "female"], "agrees": "1", "date_of_birth": "1990-04-12"}


@pytest.fixture
def live(browser: Browser) -> Browser:
    """A visitor of a site with a page that has a form."""
    form = {"kind": "form", "words": dict.fromkeys(LOCALES, "Begin here")}
    browser.as_member(uuid4(), marketer=True)
    body = {"slug": "spring", "base": 0, "document": document(blocks=[form])}
    assert browser.post("/api/marketing-page.php", body).status_code == 201
    change = {"slug": "spring", "action": "publish", "version": 1}
    assert browser.put("/api/marketing-page.php", change).status_code == 200
    return browser.as_visitor()


def posted(app: Flask, path: str, fields: dict[str, Any], **headers: str) -> TestResponse:
    """What a browser sends without script."""
    own = {"Host": "localhost", "X-Pairwise-Site": "pairwise", "Origin": "http://localhost:8080", **headers}
    return app.test_client().post(path, data=fields, headers=own)


def action_of(page: str) -> str:
    found = re.search(r'<form method="post" action="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def test_right_answers_lead_to_the_second_step_with_campaign_and_arm(live: Browser, app: Flask) -> None:
    page = live.get("/en/landers/spring", network="adnet", sub1="click-7")
    action = action_of(page.get_data(as_text=True))
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]

    answer = posted(app, action, RIGHT | {"o": "65f.abc-_1"})

    assert answer.status_code == 303
    to = urlsplit(answer.headers["Location"])
    query = parse_qs(to.query)
    assert (to.path, query["step"], query["page"], query["v"]) == ("/en/signup", ["2"], ["spring"], ["1.0"])
    assert (query["network"], query["sub1"], query["o"]) == (["adnet"], ["click-7"], ["65f.abc-_1"])
    # Nothing that was answered is in an address.
    assert not {"gender", "seeks", "date_of_birth"} & query.keys()
    assert answer.headers["Cache-Control"] == "no-store"
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=gender=female&date_of_birth=1990-04-12&seeks=female&seeks=male&agrees=1;")
    assert "Path=/en/signup" in cookie
    assert "SameSite=Strict" in cookie
    assert "Max-Age=600" in cookie


def test_what_is_withheld_is_not_handed_on(live: Browser, app: Flask) -> None:
    answer = posted(app, "/en/landers/spring?v=1.0", RIGHT | {"seeks": ["male", "unsaid"]})

    assert f"{COOKIE}=gender=female&date_of_birth=1990-04-12&unsaid=1;" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"gender": ""}, "gender"),
        ({"gender": '"><script>'}, "gender"),
        ({"seeks": []}, "seeks"),
        ({"seeks": ["everybody"]}, "seeks"),
        ({"agrees": ""}, "seeks"),
        ({"date_of_birth": ""}, "date_of_birth"),
        ({"date_of_birth": "2026-02-30"}, "date_of_birth"),
        ({"date_of_birth": "1900-01-01"}, "date_of_birth"),
        ({"date_of_birth": "2999-01-01"}, "date_of_birth"),
        ({"date_of_birth": "2015-01-01"}, "date_of_birth"),
        ({"date_of_birth": "'><tt>"}, "date_of_birth"),
    ],
)
def test_a_wrong_answer_is_answered_in_the_page(live: Browser, app: Flask, changed: dict[str, Any], field: str) -> None:
    answer = posted(app, "/en/landers/spring?v=1.0&network=adnet", RIGHT | changed)

    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers
    assert re.findall(r'class="error" id="error-(\w+)">[^<]+<', page) == [field]
    assert "<tt>" not in page
    assert "<script>" not in page
    # The right ones stay, and the view is counted once.
    assert " checked" in page
    assert "data-counted" in page
    assert "data-went" in page
    assert "network=adnet" in action_of(page)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_empty_form_is_answered_in_every_language(live: Browser, app: Flask, locale: str) -> None:
    page = posted(app, f"/{locale}/landers/spring?v=1.0", {}).get_data(as_text=True)

    assert f'<html lang="{locale}">' in page
    assert re.findall(r'class="error" id="error-(\w+)">[^<]+<', page) == ["gender", "seeks", "date_of_birth"]
    assert "account:" not in page
    assert "errors:" not in page
    assert "{{" not in page


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_the_form_of_another_site_is_refused(live: Browser, app: Flask, headers: dict[str, str]) -> None:
    answer = posted(app, "/en/landers/spring?v=1.0", RIGHT, **headers)

    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


def test_a_page_without_a_form_sends_none(browser: Browser) -> None:
    assert "form-action 'none'" in browser.get("/landers/video").headers["Content-Security-Policy"]


def test_a_page_has_one_form(browser: Browser) -> None:
    form = {"kind": "form", "words": {"en": "Begin"}}
    body = {"slug": "spring", "base": 0, "document": document(blocks=[form, form])}

    refused = browser.as_member(uuid4(), marketer=True).post("/api/marketing-page.php", body)

    assert refused.status_code == 422
