from uuid import UUID, uuid4

from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from servicekit.testing.web import Browser

from identity.storage import IdentityUnit
from identity.tests.makers import a_form
from identity.wiring import Wiring
from identity.worker.on_became_premium import on_became_premium
from identity.worker.on_credits_changed import on_credits_changed


def test_an_older_figure_never_overwrites_a_newer_one(browser: Browser, wired: Wiring) -> None:
    member_id = UUID(browser.post("/api/signup.php", a_form()).json["user"]["id"])

    with IdentityUnit(wired.database) as uow:
        on_credits_changed(uow, [CreditsChanged(member_id=str(member_id), balance=4, version=2)])
        on_credits_changed(uow, [CreditsChanged(member_id=str(member_id), balance=6, version=1)])
        on_became_premium(uow, BecamePremium(member_id=str(member_id)))
        uow.commit()

    user = browser.get("/api/user.php").json["user"]
    assert (user["credits"], user["paid_user"]) == (4, True)


def test_a_stranger_is_no_matter(wired: Wiring) -> None:
    with IdentityUnit(wired.database) as uow:
        on_credits_changed(uow, [CreditsChanged(member_id=str(uuid4()), balance=4, version=2)])
        uow.commit()
