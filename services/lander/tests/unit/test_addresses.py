from urllib.parse import parse_qs, urlsplit

from lander.domain.view import page_of
from lander.web.addresses import address_of, language_address, signup_address
from shared.languages import localized_path


def test_the_sign_up_url_has_the_page_and_its_campaign() -> None:
    query = {"network": "north wind&co", "sub1": "a", "gclid": "theirs"}

    address = urlsplit(signup_address("en", address_of("/landers/video", query)))

    assert address.path == "/en/signup"
    assert parse_qs(address.query) == {"page": ["video"], "v": ["0.0"], "network": ["north wind&co"], "sub1": ["a"]}


def test_another_language_is_the_same_view() -> None:
    address = address_of("/landers/video", {"ref": "summer"})
    query = parse_qs(urlsplit(language_address("de", address)).query)

    again = address_of("/landers/video", {name: values[0] for name, values in query.items()})

    assert (query["lang"], again.campaign, again.is_counted) == (["de"], address.campaign, True)


def test_no_link_of_a_page_has_an_id_of_its_own() -> None:
    query = {"visit_id": "7d0f3c52-6f0a-4d3d-8a55-0c9b7f1e2d30"}

    assert signup_address("en", address_of("/landers/video", query)) == "/en/signup?page=video&v=0.0"


def test_names_of_advertising_tools_are_understood_where_ours_are_missing() -> None:
    theirs = {"utm_source": "northwind", "utm_campaign": "summer", "utm_medium": "cpc", "utm_content": "a"}
    ours = {"network": "northwind", "ref": "summer", "sub2": "cpc", "sub3": "a"}

    assert address_of("/landers/video", theirs).campaign == ours
    assert address_of("/landers/video", {**theirs, "ref": "ours"}).campaign["ref"] == "ours"


def test_parameters_that_cannot_be_stored_are_ignored() -> None:
    address = address_of("/landers/video", {"network": "a\x00b", "ref": "r" * 900})

    assert {name: len(value) for name, value in address.campaign.items()} == {"ref": 200}


def test_a_page_is_its_scene_and_everything_else_is_the_app() -> None:
    paths = ["/landers/video", "/landers/video/any-slug", "/landers/nothing", "/landers/video/a/b", "/", "/search"]

    assert [page_of(path) for path in paths] == ["video", "video", "app", "app", "app", "app"]


def test_the_default_language_has_no_prefix() -> None:
    assert (localized_path("nl", "/pricing"), localized_path("fi", "/pricing")) == ("/pricing", "/fi/pricing")
