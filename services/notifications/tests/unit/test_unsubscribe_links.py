from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from notifications.domain.preferences import NotificationKind
from notifications.errors import UnsubscribeLinkInvalid
from notifications.unsubscribe_links import UnsubscribeLinks
from shared.kit.core import SigningKeys
from shared.kit.core.keys import encoded, new_key

# The same in every process that collects these tests.
SOMEONE = "0e6c4d5a-8d3b-4b0e-9d2f-5a7c1e9b3f60"
LINKS = UnsubscribeLinks(SigningKeys(encoded(b"the same in every process, always")))


def test_a_link_leads_back_to_its_member_and_kind() -> None:
    member = uuid4()

    [token] = parse_qs(urlsplit(LINKS.make("https://pairwise.test", member, NotificationKind.LIKE)).query)["token"]

    assert LINKS.read(token) == (member, NotificationKind.LIKE)


@pytest.mark.parametrize(
    "wrong", ["", "a", "a.b.c", f"{SOMEONE}.like.", f"{SOMEONE}.like.{'0' * 64}", f"{SOMEONE}.like.é"]
)
def test_a_forged_link_is_refused(wrong: str) -> None:
    with pytest.raises(UnsubscribeLinkInvalid):
        LINKS.read(wrong)


def test_another_kind_or_key_does_not_fit_the_signature() -> None:
    [token] = parse_qs(urlsplit(LINKS.make("https://pairwise.test", uuid4(), NotificationKind.LIKE)).query)["token"]

    with pytest.raises(UnsubscribeLinkInvalid):
        LINKS.read(token.replace("like", "news"))
    with pytest.raises(UnsubscribeLinkInvalid):
        UnsubscribeLinks(SigningKeys(new_key())).read(token)


def test_a_link_outlives_the_rotation_of_its_key() -> None:
    old, new, member = new_key(), new_key(), uuid4()
    token = UnsubscribeLinks(SigningKeys(old)).token(member, NotificationKind.LIKE)

    assert UnsubscribeLinks(SigningKeys(f"{new} {old}")).read(token) == (member, NotificationKind.LIKE)
    with pytest.raises(UnsubscribeLinkInvalid):
        UnsubscribeLinks(SigningKeys(new)).read(token)
