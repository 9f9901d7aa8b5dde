"""Factories of identity's tests."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from pairwise.identity.v1.events_pb2 import MailRequested, RequestTaken
from shared.kit.core import subject_of
from shared.kit.db import Database, OutboxRow
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from identity.events.from_identity import handle_deferred_request
from identity.usecases.erase_expired import erase_expired
from identity.wiring import Wiring


def sign_up_form(**changes: Any) -> dict[str, Any]:
    """A valid sign-up with these changes."""
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
        "consents": ["matching"],
        **changes,
    }


def last_mail(database: Database, wired: Wiring, template: str = "activation") -> dict[str, str]:
    """The unsealed content of the newest mail of this template."""
    return all_mails(database, wired, template)[-1]


def all_mails(database: Database, wired: Wiring, template: str) -> list[dict[str, str]]:
    """The unsealed content of all mails of this template, oldest first."""
    asked = [each for each in announced(database, MailRequested) if each.template == template]
    return [json.loads(wired.settings.mail_keys.open(each.sealed)) for each in asked]


def handle_deferred_requests(database: Database, wired: Wiring, *, again: bool = False) -> None:
    """Deliver the deferred requests to the worker that were not delivered yet, or all of them again."""
    with Session(database.engine) as session:
        undelivered = select(OutboxRow).where(OutboxRow.subject == subject_of(RequestTaken)).order_by(OutboxRow.seq)
        rows = session.scalars(undelivered if again else undelivered.where(OutboxRow.published_at.is_(None))).all()
        for row in rows:
            with wired.unit_of_work() as uow:
                handle_deferred_request(uow, RequestTaken.FromString(row.payload), wired)
                uow.commit()
            row.published_at = datetime.now(UTC)
        session.commit()


def signed_up(browser: Browser, **changes: Any) -> TestResponse:
    """Sign up; the browser stays logged in. Returns the answer."""
    answer = browser.post("/api/signup.php", sign_up_form(**changes))
    browser.logged_in()
    return answer


def erase_all_expired(wired: Wiring) -> int:
    """Run the job that erases accounts after their fourteen days. Returns the number of erased accounts."""
    return erase_expired(wired.unit_of_work, wired.store, wired.settings.erased_address_keys)
