from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from lander.web.addresses import language_address, page, signup_address, visit_of


def test_the_sign_up_knows_the_visit_and_who_sent_it() -> None:
    visit = visit_of("/landers/video", {"network": "north wind&co", "sub1": "a", "gclid": "theirs"})

    address = urlsplit(signup_address("en", visit))

    assert address.path == "/en/signup"
    assert parse_qs(address.query) == {"visit_id": [str(visit.id)], "network": ["north wind&co"], "sub1": ["a"]}


def test_another_language_is_the_same_visit() -> None:
    visit = visit_of("/landers/video", {"ref": "summer"})
    query = parse_qs(urlsplit(language_address("de", visit)).query)

    again = visit_of("/landers/video", {name: values[0] for name, values in query.items()})

    assert (query["lang"], again) == (["de"], visit)


def test_each_page_begins_a_visit_of_its_own() -> None:
    assert visit_of("/landers/video", {}).id != visit_of("/landers/video", {"visit_id": "1"}).id


def test_what_cannot_be_kept_is_passed_over() -> None:
    visit = visit_of("/landers/video", {"network": "a\x00b", "ref": "r" * 900, "visit_id": str(uuid4())})

    assert (visit.network, len(visit.ref)) == ("", 200)


def test_the_default_language_has_no_prefix() -> None:
    assert (page("nl", "/pricing"), page("fi", "/pricing")) == ("/pricing", "/fi/pricing")
