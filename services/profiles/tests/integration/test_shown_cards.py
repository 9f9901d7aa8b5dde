"""Different members shown within a day: no honest evening reaches the limit, copying the site does."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from flask import Flask
from runner.backing_services import redis
from shared.kit.core import RateLimited, SigningKeys
from shared.kit.db import Database
from shared.kit.http import RateLimiter, Subjects
from shared.kit.testing.web import Browser
from shared.registry import RateLimit, load_limits
from werkzeug.test import TestResponse

from profiles.tests.makers import Town
from profiles.wiring import Wiring

KEYS = SigningKeys.read("a" * 64)


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


def pages_until_refused(limiter: RateLimiter, name: str, size: int, most: int, **subjects: object) -> int:
    """The number of pages of new members that are shown, up to `most`."""
    given: Subjects = {"source": uuid4(), **subjects}  # type: ignore[dict-item]
    for page in range(most):
        try:
            limiter.take(name, given, shown=[uuid4() for _ in range(size)])
        except RateLimited:
            return page
    return most


def test_an_evening_of_sixty_pages_passes_and_a_copy_of_the_site_does_not(redis_url: str, database: Database) -> None:
    limiter = RateLimiter(load_limits(), database, redis_url, KEYS, service="profiles")
    ann, eve, pia = uuid4(), uuid4(), uuid4()

    assert pages_until_refused(limiter, "cards", 24, 60, member=ann) == 60
    assert pages_until_refused(limiter, "cards", 48, 60, member=eve) == 60
    assert 60 <= pages_until_refused(limiter, "cards", 48, 100, member=eve, source=uuid4()) + 60 < 70
    assert pages_until_refused(limiter, "cards", 48, 150, member=pia, premium=pia) == 150
    assert pages_until_refused(limiter, "visitor_cards", 24, 20) == 20
    assert pages_until_refused(limiter, "visitor_cards", 48, 100) < 40


@pytest.mark.parametrize("path", ["search.php", "similar.php?id={ann}", "visitor-search.php?network=x"])
def test_everything_that_shows_cards_is_refused_beyond_the_limit(
    app: Flask,
    browser: Browser,
    town: Town,
    database: Database,
    wired: Wiring,
    ann: UUID,
    bo: UUID,
    path: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = RateLimit.model_validate({"source": ["1/1d shown"], "reason": "Few enough for a test to reach them."})
    limiter = RateLimiter({**load_limits(), "cards": few, "visitor_cards": few}, database, "redis://127.0.0.1:1", KEYS)
    monkeypatch.setitem(app.extensions, "rate_limiter", limiter)
    monkeypatch.setitem(wired.sites.get("pairwise").__dict__, "logged_out_search", True)
    for _ in range(2):
        town.woman()

    def ask() -> TestResponse:
        return browser.as_member(bo).get(f"/api/{path.format(ann=ann)}")

    assert ask().status_code == 200
    refused = ask()
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "too_many_cards")
    assert int(refused.headers["Retry-After"]) > 0
