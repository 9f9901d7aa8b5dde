from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed
from shared.kit.testing.web import Browser

from identity.events.from_notifications import resume_mail, suppress_mail
from identity.storage import IdentityUnit
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring


def test_a_member_learns_why_no_mail_comes(browser: Browser, wired: Wiring) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]

    def disabled() -> object:
        return browser.get("/api/user.php").json["user"]["notifications_disabled"]

    assert disabled() == []
    with IdentityUnit(wired.database) as uow:
        suppress_mail(uow, MailSuppressed(member_id=member_id, reason="bounced"), wired)
        uow.commit()
    assert disabled() == ["bounced"]

    with IdentityUnit(wired.database) as uow:
        resume_mail(uow, MailResumed(member_id=str(UUID(member_id))), wired)
        uow.commit()
    assert disabled() == []


def test_the_settings_have_the_push_key(browser: Browser) -> None:
    assert browser.get("/api/settings.php").json["settings"]["push_public_key"] == "BOurs"
