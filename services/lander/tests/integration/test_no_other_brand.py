"""No page of the lander names another brand, whatever it depends on is away."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from lander.catalogue import Catalogue
from lander.domain.scene import Scene
from lander.storage import LanderUnit
from lander.tests.integration.test_member_pages import ANN, Members
from lander.web import BLUEPRINTS
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from werkzeug.routing import Rule

VALUES: dict[str, str] = {
    "locale": "en",
    "id": str(ANN),
    "version": "1",
    "draft_id": str(uuid4()),
    "rest": "no/such/page",
    "name": "x",
}
# Each page is asked for by every scene, and by one that there is none of.
SLUGS = [*Scene, "no-such-page"]


NOWHERE = "postgresql+psycopg://nobody@127.0.0.1:1/none"


@pytest.fixture(params=["database", "profiles", "both"])
def degraded(wired: Wiring, database: Database, keys: KeyPair, request: pytest.FixtureRequest) -> tuple[Flask, Browser]:
    members = Members()
    members.is_down = request.param != "database"
    used = database if request.param == "profiles" else Database(NOWHERE)
    wiring = replace(wired, members=members, database=used, catalogue=Catalogue(lambda: LanderUnit(used)))
    origins = wired.sites.origins(wired.settings.public_url)
    app = create_app(wired.settings, used, BLUEPRINTS, wiring, origins)
    return app, Browser(app, keys).at("iskra.localhost")


def _addresses(rule: Rule) -> list[str]:
    parts: list[str] = re.split(r"<(?:\w+:)?(\w+)>", rule.rule)
    slugs = SLUGS if {"slug", "scene"} & set(parts) else SLUGS[:1]
    return ["".join({**VALUES, "slug": slug, "scene": slug}.get(part) or part for part in parts) for slug in slugs]


def test_every_page_names_its_own_brand_or_none(degraded: tuple[Flask, Browser]) -> None:
    app, browser = degraded
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.partition(".")[0] in ("pages", "previews")]
    assert len(rules) > 10

    for address in {address for rule in rules for address in _addresses(rule)}:
        answer = browser.get(address)
        text = answer.get_data(as_text=True)
        assert (address, answer.status_code in (200, 302, 404, 503)) == (address, True)
        assert "Pairwise" not in text, address
        if answer.mimetype == "text/html":
            [title] = re.findall(r"<title>(.*?)</title>", text)
            assert title.endswith("Iskra"), address
