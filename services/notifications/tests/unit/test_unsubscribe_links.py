from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from notifications.domain.preferences import Kind
from notifications.errors import UnsubscribeLinkInvalid
from notifications.unsubscribe_links import UnsubscribeLinks

# The same in every process that collects these tests.
SOMEONE = "0e6c4d5a-8d3b-4b0e-9d2f-5a7c1e9b3f60"
LINKS = UnsubscribeLinks("key")


def test_a_link_leads_back_to_its_member_and_kind() -> None:
    member = uuid4()

    [token] = parse_qs(urlsplit(LINKS.make("https://pairwise.test", member, Kind.LIKE)).query)["token"]

    assert LINKS.read(token) == (member, Kind.LIKE)


@pytest.mark.parametrize(
    "wrong", ["", "a", "a.b.c", f"{SOMEONE}.like.", f"{SOMEONE}.like.{'0' * 64}", f"{SOMEONE}.like.é"]
)
def test_a_link_that_is_not_ours_says_nothing(wrong: str) -> None:
    with pytest.raises(UnsubscribeLinkInvalid):
        LINKS.read(wrong)


def test_another_kind_or_key_does_not_fit_the_signature() -> None:
    [token] = parse_qs(urlsplit(LINKS.make("https://pairwise.test", uuid4(), Kind.LIKE)).query)["token"]

    with pytest.raises(UnsubscribeLinkInvalid):
        LINKS.read(token.replace("like", "news"))
    with pytest.raises(UnsubscribeLinkInvalid):
        UnsubscribeLinks("other").read(token)
