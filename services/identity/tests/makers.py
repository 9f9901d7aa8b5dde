"""What identity's tests start from."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested, RequestTaken
from servicekit.events import subject_of
from servicekit.storage import Database
from servicekit.storage.tables import OutboxRow
from servicekit.testing.announced import announced
from servicekit.testing.web import Browser
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from identity.wiring import Wiring
from identity.worker.on_request_taken import on_request_taken


def a_form(**changes: Any) -> dict[str, Any]:
    """A sign-up that is fine, but for the changes."""
    return {
        "id": str(uuid4()),
        "email": "ann@example.org",
        "name": "Ann",
        "date_of_birth": "1995-04-12",
        "gender": "female",
        "seeks": ["male"],
        "password": "three blue herons",
        "locale": "en",
        "terms_accepted": True,
        **changes,
    }


def mailed(database: Database, wired: Wiring, template: str = "activation") -> dict[str, str]:
    """What the newest mail of this kind says under its seal."""
    return all_mailed(database, wired, template)[-1]


def all_mailed(database: Database, wired: Wiring, template: str) -> list[dict[str, str]]:
    """The same of all of them, oldest first."""
    asked = [each for each in announced(database, MailRequested) if each.template == template]
    return [json.loads(wired.settings.mail_keys.open(each.sealed)) for each in asked]


def answer_requests(database: Database, wired: Wiring, *, again: bool = False) -> None:
    """Let the worker hear what nobody has heard yet, or all of it once more."""
    with Session(database.engine) as session:
        unheard = select(OutboxRow).where(OutboxRow.subject == subject_of(RequestTaken)).order_by(OutboxRow.seq)
        rows = session.scalars(unheard if again else unheard.where(OutboxRow.published_at.is_(None))).all()
        for row in rows:
            with wired.unit_of_work() as uow:
                on_request_taken(wired.seal, wired.sites, wired.rate_limiter)(uow, RequestTaken.FromString(row.payload))
                uow.commit()
            row.published_at = datetime.now(UTC)
        session.commit()


def joined(browser: Browser, **changes: Any) -> TestResponse:
    """The answer to signing up; the browser is logged in from then on."""
    answer = browser.post("/api/signup.php", a_form(**changes))
    browser.logged_in()
    return answer
