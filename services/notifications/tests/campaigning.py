"""Campaigns at the desk, and members who may get them."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import psycopg
from notifications.domain.campaign import Arm
from notifications.domain.preferences import NotificationKind
from notifications.tests.fakes import FakeContacts, FakeMailServer, a_consenting_member
from notifications.usecases.advance_series import advance_series
from notifications.usecases.change_preference import change_preference
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.usecases.send_emails import send_emails
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


def a_series(days: tuple[int, ...] = (0, 2, 6), **more: Any) -> dict[str, Any]:
    later = [
        {"day": day, "document": {"texts": {"en": a_text(subject=f"Message of day {day}")}, "fallback": "en"}}
        for day in days[1:]
    ]
    return {"day": days[0], "later": later, **more}


def scheduled_series(desk: Browser, days: tuple[int, ...] = (0, 2, 6), **more: Any) -> UUID:
    plan = {key: more.pop(key) for key in ("audience", "segment_id", "kind") if key in more}
    made = a_campaign(series=a_series(days, **more), **plan)
    assert desk.post(ONE, made).status_code == 201
    assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200
    return UUID(made["id"])


def run(wired: Wiring) -> None:
    """Draw, queue what is due and send it, as the worker's jobs do."""
    draw_all(wired)
    while advance_series(wired.audiences(), wired.codes):
        pass
    while send_emails(wired.email_delivery()):
        pass


def pass_days(dsn: str, days: float) -> None:
    """Move everything back in time."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        for table, columns in (
            ("campaigns", ("next_run_at", "started_at", "finished_at", "closed_at")),
            ("campaign_members", ("drawn_at", "next_at", "reached_at")),
            ("series_emails", ("queued_at", "delivered_at", "returned_at", "unsubscribed_at", "complained_at")),
            ("mails", ("next_try_at", "created_at", "finished_at")),
        ):
            moved = ", ".join(f"{column} = {column} - make_interval(secs => {days * 86400})" for column in columns)
            connection.execute(f"UPDATE {table} SET {moved}")  # noqa: S608


def subjects(mail_server: FakeMailServer, member_id: UUID) -> list[str]:
    """Of the campaign emails to the member."""
    own = [mail for mail in mail_server.sent if mail["To"] == f"{member_id}@example.org"]
    return [str(mail["Subject"]) for mail in own if "payment" not in str(mail["Subject"])]


def seen(contacts: FakeContacts, member_id: UUID, **more: Any) -> None:
    contacts.lifecycles[member_id] = replace(contacts.lifecycles[member_id], **more)
