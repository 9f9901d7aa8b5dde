from urllib.parse import parse_qs, urlsplit

import pytest
from lander.domain.page import Arm
from lander.domain.view import slug_of
from lander.web.addresses import address_of, language_address, signup_address
from shared.languages import localized_path

ARM, DRAWN = Arm(7, 3, 0.5), Arm(0, 0, 1.0)


def test_the_sign_up_url_has_the_page_and_its_campaign() -> None:
    query = {"network": "north wind&co", "sub1": "a", "gclid": "theirs"}

    address = urlsplit(signup_address("en", address_of("/landers/video", query), "video", ARM))

    assert address.path == "/en/signup"
    assert parse_qs(address.query) == {"page": ["video"], "v": ["3.7"], "network": ["north wind&co"], "sub1": ["a"]}


def test_another_language_is_the_same_view() -> None:
    address = address_of("/landers/video", {"ref": "summer"})
    there = urlsplit(language_address("de", address, ARM))

    again = address_of(there.path, {name: values[0] for name, values in parse_qs(there.query).items()})

    assert (again.path, again.campaign, again.seen) == ("/de/landers/video", address.campaign, (3, 7))


def test_another_language_of_a_language_is_in_the_path_once() -> None:
    for path in ("/landers/video/summer", "/fr/landers/video/summer"):
        assert language_address("de", address_of(path, {}), ARM) == "/de/landers/video/summer?v=3.7"


@pytest.mark.parametrize("part", ["landing", "landing2", "landing2/spring", "landing3", "landing3/spring"])
def test_the_page_of_a_member_has_an_address_in_each_language(part: str) -> None:
    path = f"/members/7d0f3c52-6f0a-4d3d-8a55-0c9b7f1e2d30/{part}"

    for asked in (path, f"/fr{path}"):
        assert language_address("de", address_of(asked, {}), ARM) == f"/de{path}?v=3.7"
        assert slug_of(asked) == slug_of(path) != "app"


def test_a_discount_code_goes_along_and_is_no_campaign() -> None:
    address = address_of("/landers/maplanding", {"code": "SPRING-20", "ref": "summer"})

    assert address.campaign == {"ref": "summer"}
    for link in (signup_address("en", address, "map", ARM), language_address("de", address, ARM)):
        assert parse_qs(urlsplit(link).query)["code"] == ["SPRING-20"]


@pytest.mark.parametrize("code", ["", "a", "<b>", "x" * 41, "a b", "-abc", "abc\n"])
def test_what_cannot_be_a_discount_code_goes_nowhere(code: str) -> None:
    address = address_of("/landers/maplanding", {"code": code})

    assert "code=" not in signup_address("en", address, "map", ARM)


def test_no_link_of_a_page_has_an_id_of_its_own() -> None:
    query = {"visit_id": "7d0f3c52-6f0a-4d3d-8a55-0c9b7f1e2d30"}

    assert signup_address("en", address_of("/landers/video", query), "video", DRAWN) == "/en/signup?page=video&v=0.0"


def test_names_of_advertising_tools_are_understood_where_ours_are_missing() -> None:
    theirs = {"utm_source": "northwind", "utm_campaign": "summer", "utm_medium": "cpc", "utm_content": "a"}
    ours = {"network": "northwind", "ref": "summer", "sub2": "cpc", "sub3": "a"}

    assert address_of("/landers/video", theirs).campaign == ours
    assert address_of("/landers/video", {**theirs, "ref": "ours"}).campaign["ref"] == "ours"


def test_parameters_that_cannot_be_stored_are_ignored() -> None:
    address = address_of("/landers/video", {"network": "a\x00b", "ref": "r" * 900})

    assert {name: len(value) for name, value in address.campaign.items()} == {"ref": 200}


def test_a_page_is_its_slug_and_everything_else_is_the_app() -> None:
    pages = {
        "/landers/video": "video",
        "/landers/video/summer-night": "summer-night",
        "/landers/spring": "spring",
        "/de/landers/spring": "spring",
        "/de/landers/video/spring": "spring",
        "/deu/landers/spring": "app",
        "/members/7d0f3c52/landing": "member",
        "/members/7d0f3c52/landing2": "member2",
        "/members/7d0f3c52/landing3/summer": "summer",
        "/landers/video/a/b": "app",
        "/members/7d0f3c52/chat": "app",
        "/": "app",
        "/search": "app",
    }

    assert {path: slug_of(path) for path in pages} == pages


@pytest.mark.parametrize("reported", ["", "1", "a.b", "1.2.3", "-1.2", "1.2 ", "9" * 40 + ".1"])
def test_an_unreadable_arm_is_none_and_its_view_counts_no_second_time(reported: str) -> None:
    assert address_of("/landers/video", {"v": reported}).seen == (0, 0)


def test_the_default_language_has_no_prefix() -> None:
    assert (localized_path("nl", "/pricing"), localized_path("fi", "/pricing")) == ("/pricing", "/fi/pricing")
