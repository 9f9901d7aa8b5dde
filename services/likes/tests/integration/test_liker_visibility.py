"""Likes as free members see them where `received_likes` is blurred or count: matches, a count, blurred pictures."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from likes.tests.fakes import FakeProfiles
from likes.usecases.give_like import give_like
from likes.web import BLUEPRINTS
from likes.wiring import Wiring
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.sites import Site, SiteDirectory

ANN, BO, CY = uuid4(), uuid4(), uuid4()


class OneSite(SiteDirectory):
    def __init__(self, site: Site) -> None:
        super().__init__()
        self._site = site

    def for_host(self, host: str) -> Site:
        return self._site


Open = Callable[[str], Browser]


@pytest.fixture
def site_with(wired: Wiring, database: Database, keys: KeyPair) -> Open:
    """A browser on a site with this `received_likes`; Bo and Cy like Ann, and Ann likes Cy."""
    for liker, liked in ((BO, ANN), (CY, ANN), (ANN, CY)):
        give_like(wired.unit_of_work(), wired.profiles, uuid4(), liker, liked)

    def on(visibility: str) -> Browser:
        site = wired.sites.for_host("localhost").model_copy(update={"received_likes": visibility})
        app: Flask = create_app(wired.settings, database, BLUEPRINTS, replace(wired, sites=OneSite(site)))
        return Browser(app, keys)

    return on


@pytest.mark.parametrize(("visibility", "pictures"), [("blurred", 1), ("count", 0)])
def test_free_members_are_sent_only_their_matches(site_with: Open, visibility: str, pictures: int) -> None:
    answer = site_with(visibility).as_member(ANN).get("/api/likes.php")

    assert [card["id"] for card in answer.json["liked_by"]] == [str(CY)]
    assert (answer.json["counts"]["received"], answer.json["total_new_likes"]) == (2, 1)
    unshown = answer.json["veiled"]
    assert (unshown["count"], unshown["new"], len(unshown["pictures"])) == (1, 1, pictures)
    assert str(BO) not in answer.text


def test_premium_members_see_everyone(site_with: Open) -> None:
    answer = site_with("count").as_member(ANN, premium=True).get("/api/likes.php").json

    assert {card["id"] for card in answer["liked_by"]} == {str(BO), str(CY)}
    assert answer["veiled"] is None


def test_guessing_ids_reveals_no_liker(site_with: Open) -> None:
    ann = site_with("blurred").as_member(ANN)

    assert ann.put("/api/likes.php", {"profile_id": str(BO)}).json == {"total_new_likes": 1}
    assert ann.put("/api/likes.php", {}).json == {"total_new_likes": 0}  # the one that is not shown
    assert ann.put("/api/likes.php", {"profile_id": str(CY)}).json == {"total_new_likes": 0}


def test_only_a_match_shows_itself(site_with: Open) -> None:
    ann = site_with("blurred").as_member(ANN)

    assert ann.get("/api/auto-like.php").json["id"] == str(CY)
    assert ann.get("/api/auto-like.php").json == {"id": None, "main_image": None}


def test_liking_back_shows_who_it_was(site_with: Open) -> None:
    ann = site_with("blurred").as_member(ANN)
    assert ann.post("/api/like.php", {"id": str(uuid4()), "profile_id": str(BO)}).json["match"] is True

    answer = ann.get("/api/likes.php").json

    assert {card["id"] for card in answer["liked_by"]} == {str(BO), str(CY)}
    assert answer["veiled"]["count"] == 0


def test_hidden_likers_are_not_counted(site_with: Open, profiles: FakeProfiles) -> None:
    profiles.hidden = {BO}

    answer = site_with("blurred").as_member(ANN).get("/api/likes.php").json

    assert (answer["veiled"]["count"], answer["counts"]["received"], answer["total_new_likes"]) == (0, 1, 0)
