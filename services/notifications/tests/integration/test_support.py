"""Mails to a member at the support desk: shown once profiles has recorded the look, without their contents."""

from uuid import UUID, uuid4

import pytest
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.tests.fakes import FakeVisibility
from notifications.wiring import Wiring
from shared.kit.core import new_id
from shared.kit.testing.web import Browser

pytestmark = pytest.mark.usefixtures("database")


def test_mails_are_shown_of_an_opened_member_with_their_fate(
    browser: Browser, wired: Wiring, visibility: FakeVisibility
) -> None:
    sue, ann = uuid4(), uuid4()
    for member_id in (ann, uuid4()):
        email = Email(id=new_id(), member_id=member_id, template=EmailTemplate.PASSWORD_RESET, sealed=b"secret")
        with wired.unit_of_work() as uow:
            uow.emails.queue(email)
            uow.commit()
    browser.as_member(sue, support=True)

    refused = browser.get("/api/support-mails.php", id=ann)
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "case_required")
    visibility.opened.add(ann)
    shown = browser.get("/api/support-mails.php", id=ann)

    assert [(mail["template"], mail["state"]) for mail in shown.json["mails"]] == [("password_reset", "queued")]
    assert "secret" not in shown.text
    assert shown.json["suppressed"] is None
    assert [each[:2] for each in visibility.viewed] == [(sue, ann)]


def test_no_other_caller_sees_mails(browser: Browser, visibility: FakeVisibility) -> None:
    ann: UUID = uuid4()
    visibility.opened.add(ann)
    assert browser.as_member(uuid4(), staff=True).get("/api/support-mails.php", id=ann).status_code == 403
    assert visibility.viewed == []
