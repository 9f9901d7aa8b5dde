"""Campaigns at the desk, and members who may get them."""

from typing import Any
from uuid import UUID, uuid4

import psycopg
from notifications.domain.campaign import Arm
from notifications.domain.preferences import NotificationKind
from notifications.tests.fakes import FakeContacts, a_consenting_member
from notifications.usecases.change_preference import change_preference
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser

MARKETER = UUID(int=1)
ONE, STATE = "/api/marketing-campaign.php", "/api/marketing-campaign-state.php"


def a_text(**more: Any) -> dict[str, Any]:
    blocks = [{"kind": "heading", "text": "Spring"}, {"kind": "text", "text": "There is more to see now."}]
    return {"subject": "New in Utrecht", "preheader": "Have a look", "blocks": blocks, "button": "Open", **more}


def a_campaign(**more: Any) -> dict[str, Any]:
    document = {"texts": {"en": a_text()}, "fallback": "en", "page": "/credits"} | more.pop("document", {})
    plan = {"id": str(uuid4()), "name": "Spring", "kind": "promotions", "audience": "all", "document": document}
    return plan | more


def scheduled(desk: Browser, **more: Any) -> UUID:
    """A campaign that is due now."""
    made = a_campaign(**more)
    assert desk.post(ONE, made).status_code == 201
    assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200
    return UUID(made["id"])


def consenting(wired: Wiring, contacts: FakeContacts, count: int, **more: Any) -> list[UUID]:
    """Members who have turned promotions on."""
    members = [uuid4() for _ in range(count)]
    for member_id in members:
        contacts.lifecycles[member_id] = a_consenting_member(f"{member_id}@example.org", **more)
        contacts.known[member_id] = contacts.lifecycles[member_id].recipient
        change_preference(wired.unit_of_work(), member_id, NotificationKind.PROMOTIONS, email=True)
    return members


def arms(database: Database, campaign: UUID) -> dict[UUID, Arm]:
    """The arms of the members drawn for the campaign."""
    with psycopg.connect(database.dsn) as connection:
        found = connection.execute("SELECT member_id, arm FROM campaign_members WHERE campaign_id = %s", (campaign,))
        return {member_id: Arm(arm) for member_id, arm in found}


def of_arm(database: Database, campaign: UUID, arm: Arm) -> list[UUID]:
    return [member_id for member_id, drawn in arms(database, campaign).items() if drawn is arm]


def draw_all(wired: Wiring) -> None:
    """Draw until nothing is left, as if the queue were emptied meanwhile."""
    while draw_campaigns(wired.audiences(), wired.codes):
        pass
