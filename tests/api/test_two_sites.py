"""Two sites side by side: settings, prices and members depend on the host, and nothing leaks."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from shared.pictures.tests.makers import jpeg

from tests.member import Member, until
from tests.product import Product


def of_iskra(product: Product) -> str:
    return f"iskra.localhost:{urlsplit(product.base_url).port}"


def test_each_host_has_its_own_brand_and_prices(product: Product) -> None:
    with httpx.Client(base_url=product.base_url) as client:

        def settings_of(host: str) -> tuple[str, str, str, str]:
            headers = {"host": host}
            settings = client.get("/api/settings.php", headers=headers).json()["settings"]
            company = client.get("/api/companyinfo.php", headers=headers).json()["company"]
            packages = client.get("/api/packages.php", headers=headers).json()["packages"]
            theme = client.get("/api/theme.css", headers=headers).text
            return settings["name"], company["country"], packages[0]["amount"]["currency"], theme

        assert settings_of("localhost")[:3] == ("Pairwise", "NL", "EUR")
        assert settings_of(of_iskra(product))[:3] == ("Iskra", "PL", "PLN")
        assert settings_of("localhost")[3] == ""
        assert "--primary:light-dark(" in settings_of(of_iskra(product))[3]


@pytest.fixture(scope="module")
def ann(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as member:
        member.sign_up("Ann").confirm().become_premium()
        yield member


@pytest.fixture(scope="module")
def bartek(product: Product) -> Iterator[Member]:
    """A member who would fit Ann, were he not of the other site."""
    with Member(product.base_url, host=of_iskra(product)) as member:
        member.sign_up("Bartek", gender="male", seeks="female").confirm()
        member.upload("photo", jpeg(), id=Member.new_id())
        until(lambda: member.get("profile")["profile"]["main_image"])
        yield member


ACTS: dict[str, tuple[str, str, dict[str, object]]] = {
    "like": ("POST", "like", {"id": Member.new_id()}),
    "swipe right": ("POST", "swipe-game", {"id": Member.new_id(), "like": True}),
    "swipe left": ("POST", "swipe-game", {"id": Member.new_id(), "like": False}),
    "write": ("POST", "chat", {"id": Member.new_id(), "text": "hello"}),
    "block": ("POST", "block", {"id": Member.new_id()}),
}


@pytest.mark.parametrize("act", ACTS)
def test_nobody_of_the_other_site_can_be_met(ann: Member, bartek: Member, act: str) -> None:
    method, name, body = ACTS[act]

    assert ann.refused(method, name, profile_id=bartek.id, **body) == (404, "not_found")


def test_nobody_of_the_other_site_can_be_complained_about(ann: Member, bartek: Member) -> None:
    complaint = {"id": Member.new_id(), "kind": "profile", "reason": "other", "text": "Who?"}

    assert ann.refused("POST", "complaint", about_id=bartek.id, **complaint) == (404, "not_found")
    assert ann.get("complaint")["complaints"] == []


@pytest.mark.parametrize(("name", "key"), [("profile", "id"), ("similar", "id"), ("chat", "profile")])
def test_nobody_of_the_other_site_can_be_opened(ann: Member, bartek: Member, name: str, key: str) -> None:
    assert ann.http.get(f"/api/{name}.php", params={key: bartek.id}).status_code == 404


def test_the_lists_of_one_site_hold_nobody_of_the_other(product: Product, ann: Member, bartek: Member) -> None:
    host = of_iskra(product)
    with Member(product.base_url) as dirk, Member(product.base_url, host=host) as zofia:
        dirk.sign_up("Dirk", gender="male", seeks="female")
        zofia.sign_up("Zofia")

        for here, there in ((ann, zofia), (bartek, dirk)):
            mine, theirs = listed(here), listed(there)
            assert mine
            assert theirs
            assert not mine & theirs
        assert bartek.id in listed(zofia)


def test_photos_of_one_site_are_not_served_on_the_other(ann: Member, bartek: Member) -> None:
    image = bartek.get("profile")["profile"]["main_image"]["src"]

    assert bartek.http.get(image).status_code == 200
    assert ann.http.get(image).status_code == 404


def listed(member: Member) -> set[str]:
    """The members on all pages of search and in the swipe game."""
    cards: list[dict[str, Any]] = member.get("swipe-game")["profiles"]
    query: dict[str, Any] = {"limit": 48}
    while True:
        page = member.get("search", **query)
        cards += page["profiles"] + page["similar_results"]
        if not (cursor := page["next_cursor"]):
            return {card["id"] for card in cards}
        query["cursor"] = cursor


def test_a_session_of_one_site_is_none_on_the_other(product: Product) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann")

        for path in ("/api/user.php", "/api/profile.php", "/api/likes.php"):
            refused = ann.http.get(path, headers={"host": of_iskra(product)})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "authentication_required")


def test_a_host_without_a_site_gets_a_plain_page(product: Product) -> None:
    answer = httpx.get(product.base_url, headers={"host": "nobody.localhost"})

    assert (answer.status_code, answer.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "There’s no site at this address" in answer.text
