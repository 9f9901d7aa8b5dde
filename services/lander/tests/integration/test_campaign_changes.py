"""Changes of campaign mails, which notifications makes, stand in the desk's one trail."""

from uuid import UUID

from lander.tests.consuming import consume
from lander.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.db import Database
from shared.kit.testing.golden import golden_event
from shared.kit.testing.web import Browser


def test_the_trail_has_who_scheduled_a_campaign_and_when(wired: Wiring, database: Database, browser: Browser) -> None:
    event = golden_event(CampaignChanged)
    consume(wired, event)

    [entry] = browser.as_member(UUID(int=1), marketer=True).get("/api/marketing-actions.php").json["actions"]
    assert (entry["action"], entry["subject"], entry["actor_id"]) == (
        "campaign.schedule",
        event.subject,
        event.marketer_id,
    )
    assert (entry["before"], entry["after"]) == ({"state": "draft"}, {"state": "scheduled"})
    assert entry["at"] == "2026-11-22T10:00:00Z"
    elsewhere = browser.at("iskra.localhost").as_member(UUID(int=1), marketer=True)
    assert elsewhere.get("/api/marketing-actions.php").json["actions"] == []
