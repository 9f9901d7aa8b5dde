from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import uuid4

import pytest
from billing.domain.transfer import TransferKind
from billing.tests.makers import FakeProvider, a_member, a_purchase, balance, nothing_is_off
from billing.tests.rewards import DESK, GIFT, REWARD, TOTALS, FakeAccounts, bought, invited_by, make_due, pay, states
from billing.usecases.record_report import record_report
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import InvitationRewardDecided
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def accounts() -> FakeAccounts:
    return FakeAccounts()


def test_a_reward_is_due_fourteen_days_after_the_first_purchase(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts
) -> None:
    friend = invited_by(wired, a_member(wired))
    a_purchase(wired, provider, friend)
    a_purchase(wired, provider, friend)

    with wired.unit_of_work() as uow:
        assert uow.session.scalar(
            text(
                "SELECT r.due_at = p.decided_at + interval '14 days'"
                " FROM invitation_rewards r JOIN payments p ON p.id = r.payment_id"
            )
        )
    assert pay(wired, accounts) == 0


def test_a_due_reward_is_paid_once(wired: Wiring, provider: FakeProvider, accounts: FakeAccounts) -> None:
    ann = a_member(wired)
    bought(wired, provider, ann)

    assert [pay(wired, accounts), pay(wired, accounts)] == [1, 0]
    assert balance(wired, ann)[0] == GIFT + REWARD
    assert states(wired) == [("paid", None)]
    assert nothing_is_off(wired)


def test_without_a_purchase_nothing_is_due(wired: Wiring, accounts: FakeAccounts) -> None:
    invited_by(wired, a_member(wired))
    make_due(wired)

    assert pay(wired, accounts) == 0


def test_of_many_workers_one_pays(wired: Wiring, provider: FakeProvider, accounts: FakeAccounts) -> None:
    ann = a_member(wired)
    for _ in range(3):
        bought(wired, provider, ann)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: pay(wired, accounts), range(4)))
    pay(wired, accounts)
    assert balance(wired, ann)[0] == GIFT + 3 * REWARD
    assert nothing_is_off(wired)


def test_more_rewards_than_the_monthly_limit_are_refused_also_with_many_workers(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts
) -> None:
    ann = a_member(wired)
    for _ in range(6):
        bought(wired, provider, ann)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: pay(wired, accounts), range(3)))
    pay(wired, accounts)
    assert states(wired) == [*[("paid", None)] * 5, ("refused", "monthly_limit")]
    assert balance(wired, ann)[0] == GIFT + 5 * REWARD


def test_a_purchase_that_went_back_is_not_rewarded(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts
) -> None:
    ann = a_member(wired)
    _, payment = bought(wired, provider, ann)
    provider_id = f"tr_{payment.id.hex}"
    provider.give_back(provider_id, is_charged_back=True)
    record_report(wired.unit_of_work(), payment, provider.report(provider_id))

    assert pay(wired, accounts) == 1
    assert states(wired) == [("refused", "reversed")]
    assert balance(wired, ann)[0] == GIFT


@pytest.mark.parametrize("is_inviter", [True, False])
def test_a_member_who_is_suspended_or_gone_earns_nothing(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts, *, is_inviter: bool
) -> None:
    ann = a_member(wired)
    friend, _ = bought(wired, provider, ann)
    accounts.inactive = {ann if is_inviter else friend}

    pay(wired, accounts)
    assert states(wired) == [("refused", "not_active")]


def test_while_identity_is_down_rewards_wait(wired: Wiring, provider: FakeProvider, accounts: FakeAccounts) -> None:
    bought(wired, provider, a_member(wired))
    accounts.is_down = True
    assert pay(wired, accounts) == 0
    accounts.is_down = False
    assert pay(wired, accounts) == 1


@pytest.mark.parametrize(("decision", "credits"), [("pay", GIFT + REWARD), ("refuse", GIFT)])
def test_a_suspicion_is_decided_at_the_desk_once(
    wired: Wiring,
    provider: FakeProvider,
    accounts: FakeAccounts,
    browser: Browser,
    decision: str,
    credits: int,
) -> None:
    ann, marketer = a_member(wired), uuid4()
    friend, _ = bought(wired, provider, ann, same_device=True)
    pay(wired, accounts)
    assert balance(wired, ann)[0] == GIFT

    browser.as_member(marketer, marketer=True)
    [held] = browser.get(DESK).json["rewards"]
    assert (held["member_id"], held["reason"], held["credits"]) == (str(friend), "same_device", REWARD)
    body = {"member_id": str(friend), "decision": decision}
    assert [browser.send("PUT", DESK, body).status_code for _ in range(2)] == [200, 404]
    assert browser.get(DESK).json["rewards"] == []
    assert balance(wired, ann)[0] == credits
    with wired.unit_of_work() as uow:
        assert uow.session.scalar(text("SELECT decided_by FROM invitation_rewards")) == marketer
    assert nothing_is_off(wired)


@pytest.mark.parametrize("decision", ["pay", "refuse"])
def test_a_decision_is_logged_and_announced_once(
    wired: Wiring,
    provider: FakeProvider,
    accounts: FakeAccounts,
    browser: Browser,
    database: Database,
    capsys: pytest.CaptureFixture[str],
    decision: str,
) -> None:
    ann, marketer = a_member(wired), uuid4()
    friend, _ = bought(wired, provider, ann, same_device=True)
    pay(wired, accounts)
    browser.as_member(marketer, marketer=True)
    for _ in range(2):
        browser.send("PUT", DESK, {"member_id": str(friend), "decision": decision})

    [event] = announced(database, InvitationRewardDecided)
    assert (event.inviter_id, event.member_id, event.marketer_id) == (str(ann), str(friend), str(marketer))
    assert (event.decision, event.reason, event.credits, event.site) == (decision, "same_device", REWARD, "pairwise")
    [line] = [each for each in capsys.readouterr().out.splitlines() if f"invitation_reward.{decision}" in each]
    assert str(marketer) in line


def test_a_reversal_during_a_payout_leaves_either_a_reward_or_a_refusal(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts
) -> None:
    for _ in range(8):
        ann = a_member(wired)
        friend, payment = bought(wired, provider, ann)
        provider_id = f"tr_{payment.id.hex}"
        provider.give_back(provider_id, is_charged_back=True)
        report = provider.report(provider_id)
        at_once(
            lambda: pay(wired, accounts),
            partial(record_report, wired.unit_of_work(), payment, report),
            lambda: pay(wired, accounts),
        )

        with wired.unit_of_work() as uow:
            query = text("SELECT state, reason FROM invitation_rewards WHERE member_id = :friend")
            state = tuple(uow.session.execute(query, {"friend": friend}).one())
        expected = {("paid", None): GIFT + REWARD, ("refused", "reversed"): GIFT}
        assert balance(wired, ann)[0] == expected[state]
    assert nothing_is_off(wired)


def test_two_decisions_at_once_pay_once(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts, browser: Browser
) -> None:
    ann = a_member(wired)
    friend, _ = bought(wired, provider, ann, same_device=True)
    pay(wired, accounts)
    browser.as_member(uuid4(), marketer=True)

    body = {"member_id": str(friend), "decision": "pay"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: browser.send("PUT", DESK, body).status_code, range(4)))
    assert sorted(answers) == [200, 404, 404, 404]
    assert balance(wired, ann)[0] == GIFT + REWARD


@pytest.mark.parametrize(
    "body", [{}, {"member_id": "x", "decision": "pay"}, {"member_id": str(uuid4()), "decision": ""}]
)
def test_a_malformed_decision_is_refused(browser: Browser, body: dict[str, str]) -> None:
    browser.as_member(uuid4(), marketer=True)
    assert browser.send("PUT", DESK, body).status_code == 422


def test_the_purchase_may_be_known_before_the_invitation(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts
) -> None:
    ann, friend = a_member(wired), a_member(wired)
    a_purchase(wired, provider, friend)
    invited_by(wired, ann, member_id=friend)
    make_due(wired)

    assert pay(wired, accounts) == 1
    assert balance(wired, ann)[0] == GIFT + REWARD


def test_members_see_sums_and_the_ledger_names_the_reward(
    wired: Wiring, provider: FakeProvider, accounts: FakeAccounts, browser: Browser
) -> None:
    ann = a_member(wired)
    browser.as_member(ann)
    bought(wired, provider, ann)
    assert browser.get(TOTALS).json == {"waiting": 1, "paid": 0, "credits": 0}
    pay(wired, accounts)

    assert browser.get(TOTALS).json == {"waiting": 0, "paid": 1, "credits": REWARD}
    kinds = [each["kind"] for each in browser.get("/api/transactions.php").json["transactions"]]
    assert kinds == [TransferKind.INVITATION_REWARD, TransferKind.SIGNUP_GIFT]


def test_an_event_that_comes_twice_records_once(wired: Wiring, database: Database) -> None:
    ann = a_member(wired)
    friend = invited_by(wired, ann)
    invited_by(wired, ann, member_id=friend)

    assert states(wired) == [("pending", None)]
