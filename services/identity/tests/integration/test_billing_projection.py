from uuid import UUID, uuid4

from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from shared.kit.testing.web import Browser

from identity.events.from_billing import copy_credits, mark_premium
from identity.storage import IdentityUnit
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring


def test_an_older_figure_never_overwrites_a_newer_one(browser: Browser, wired: Wiring) -> None:
    member_id = UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])

    with IdentityUnit(wired.database) as uow:
        copy_credits(uow, [CreditsChanged(member_id=str(member_id), balance=4, version=2)], wired)
        copy_credits(uow, [CreditsChanged(member_id=str(member_id), balance=6, version=1)], wired)
        mark_premium(uow, BecamePremium(member_id=str(member_id)), wired)
        uow.commit()

    user = browser.get("/api/user.php").json["user"]
    assert (user["credits"], user["wallet_version"], user["paid_user"]) == (4, 2, True)


def test_a_stranger_is_no_matter(wired: Wiring) -> None:
    with IdentityUnit(wired.database) as uow:
        copy_credits(uow, [CreditsChanged(member_id=str(uuid4()), balance=4, version=2)], wired)
        uow.commit()
