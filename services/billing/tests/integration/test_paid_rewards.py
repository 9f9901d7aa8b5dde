from uuid import uuid4

import pytest
from billing.domain.transfer import TransferKind
from billing.tests.makers import FakeProvider, a_member
from billing.tests.rewards import DESK, REWARD, FakeAccounts, bought, pay
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import InvitationRewardPaid
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize("is_held", [True, False])
def test_a_paid_reward_is_announced_once_to_its_inviter_and_a_refused_one_is_not(
    wired: Wiring, provider: FakeProvider, browser: Browser, database: Database, *, is_held: bool
) -> None:
    ann, accounts = a_member(wired), FakeAccounts()
    friend, _ = bought(wired, provider, ann, same_device=is_held)
    refused, _ = bought(wired, provider, a_member(wired), same_device=True)
    pay(wired, accounts)
    browser.as_member(uuid4(), marketer=True)
    assert len(announced(database, InvitationRewardPaid)) == (not is_held)
    for member_id, decision in ((friend, "pay"), (friend, "pay"), (refused, "refuse")):
        browser.send("PUT", DESK, {"member_id": str(member_id), "decision": decision})
    pay(wired, accounts)

    [event] = announced(database, InvitationRewardPaid)
    assert (event.member_id, event.credits, event.site) == (str(ann), REWARD, "pairwise")
    with wired.unit_of_work() as uow:
        [reward] = [each for each in uow.ledger.page(ann, None, 9) if each.kind is TransferKind.INVITATION_REWARD]
    assert event.reward_id == str(reward.id)
