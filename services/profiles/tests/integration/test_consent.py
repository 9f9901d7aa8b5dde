from uuid import UUID

from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberSignedUp
from servicekit.testing.golden import golden_event
from servicekit.testing.web import Browser

from profiles.tests.integration.test_erasure import hear
from profiles.tests.makers import Town
from profiles.wiring import Wiring


def test_a_members_sexuality_is_shown_while_they_agree(browser: Browser, wired: Wiring, town: Town) -> None:
    bo = town.man()
    ann = golden_event(MemberSignedUp).member_id
    hear(wired, golden_event(MemberSignedUp))

    def seen_by(member: UUID) -> str | None:
        answer = browser.as_member(member).get("/api/profile.php", id=ann)
        shown: str | None = answer.json["profile"]["sexuality"]
        return shown

    assert seen_by(bo) is None
    assert seen_by(UUID(ann)) is not None
    for given in (True, False):
        hear(wired, ConsentChanged(member_id=ann, kind="sexuality", version="1", given=given))
        assert (seen_by(bo) is not None) is given
    hear(wired, ConsentChanged(member_id=ann, kind="marketing", version="1", given=True))
    assert seen_by(bo) is None
