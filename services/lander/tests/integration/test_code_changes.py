"""Changes of discount codes, which billing makes, stand in the desk's one trail."""

from uuid import UUID

from lander.tests.consuming import consume
from lander.wiring import Wiring
from pairwise.billing.v1.events_pb2 import DiscountCodeChanged, InvitationRewardDecided
from shared.kit.db import Database
from shared.kit.testing.golden import golden_event
from shared.kit.testing.web import Browser


def test_the_trail_has_who_made_and_ended_a_code_and_when(wired: Wiring, database: Database, browser: Browser) -> None:
    made = golden_event(DiscountCodeChanged)
    ended = DiscountCodeChanged(change="end", code=made.code, site=made.site, marketer_id=made.marketer_id)
    ended.changed_at.CopyFrom(made.changed_at)
    consume(wired, made, ended)

    last, first = browser.as_member(UUID(int=1), marketer=True).get("/api/marketing-actions.php").json["actions"]
    assert (first["action"], first["subject"], first["before"]) == ("code.make", "SPRING-20", None)
    assert (first["after"]["percentage"], first["after"]["budget"]) == (20, "1000.00")
    assert first["at"] == "2026-11-22T10:00:00Z"
    assert (last["action"], last["before"], last["after"]) == ("code.end", {"is_active": True}, {"is_active": False})
    assert first["actor_id"] == made.marketer_id
    elsewhere = browser.at("iskra.localhost").as_member(UUID(int=1), marketer=True)
    assert elsewhere.get("/api/marketing-actions.php").json["actions"] == []


def test_the_trail_has_who_decided_a_held_reward(wired: Wiring, database: Database, browser: Browser) -> None:
    decided = golden_event(InvitationRewardDecided)
    consume(wired, decided)

    [action] = browser.as_member(UUID(int=1), marketer=True).get("/api/marketing-actions.php").json["actions"]
    assert (action["action"], action["subject"]) == ("reward.pay", decided.member_id[:8])
    assert action["after"] == {"credits": 20, "reason": "same_device"}
    assert action["actor_id"] == decided.marketer_id
