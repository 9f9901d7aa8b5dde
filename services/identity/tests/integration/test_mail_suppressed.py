from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed
from servicekit.testing.web import Browser

from identity.storage import IdentityUnit
from identity.tests.makers import a_form
from identity.wiring import Wiring
from identity.worker.on_mail_suppressed import on_mail_resumed, on_mail_suppressed


def test_a_member_learns_why_no_mail_comes(browser: Browser, wired: Wiring) -> None:
    member_id = browser.post("/api/signup.php", a_form()).json["user"]["id"]

    def disabled() -> object:
        return browser.get("/api/user.php").json["user"]["notifications_disabled"]

    assert disabled() == []
    with IdentityUnit(wired.database) as uow:
        on_mail_suppressed(uow, MailSuppressed(member_id=member_id, reason="bounced"))
        uow.commit()
    assert disabled() == ["bounced"]

    with IdentityUnit(wired.database) as uow:
        on_mail_resumed(uow, MailResumed(member_id=str(UUID(member_id))))
        uow.commit()
    assert disabled() == []


def test_pages_are_told_whose_pushes_they_take(browser: Browser) -> None:
    assert browser.get("/api/settings.php").json["settings"]["push_public_key"] == "BOurs"
