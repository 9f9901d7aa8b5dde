"""Payouts as our clients read them from the sandboxes of both providers."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from billing.clients import mollie, stripe
from billing.clients.mollie import MolliePayments
from billing.domain.payout import LineKind, PayoutLine
from billing.tests.provider_stage import SandboxStage, StripeStage, a_payment, billing_settings, create

LONG_AGO = datetime.now(UTC) - timedelta(days=1)


class Payer:
    def __init__(self, stage: SandboxStage) -> None:
        self.stage = stage

    def pay(self) -> tuple[str, str]:
        """A paid payment: our order and the provider's id."""
        order = a_payment()
        provider_id, _ = create(self.stage, order)
        self.stage.decide(provider_id, "paid")
        return str(order.id), provider_id

    def pay_out(self, fault: str = "") -> list[PayoutLine]:
        """Pay out at the provider. Returns the lines of the newest payout, which add up to it unless they must not."""
        answer = httpx.post(f"{self.stage._home}/payout", json={"fault": fault}, trust_env=False)
        newest = next(self.stage.provider.payouts_since(LONG_AGO))
        assert newest.id[4 if newest.id.startswith("stl_") else 3 :] == answer.json()["id"][4:]
        lines = list(self.stage.provider.payout_lines(newest.id))
        total = sum(each.settled.minor - each.fee.minor for each in lines)
        assert newest.amount.minor - total == (100 if fault == "total" else 0)
        return lines


@pytest.fixture(params=[SandboxStage, StripeStage])
def payer(request: pytest.FixtureRequest, sandbox: str) -> Payer:
    found = Payer(request.param(sandbox))
    if isinstance(found.stage.provider, MolliePayments):
        settings = billing_settings(f"{sandbox}/v2", PAYMENTS_REPORT_KEY="access_contract")
        found.stage.provider = MolliePayments(settings)
    found.pay()
    found.pay_out()  # what earlier tests have left
    return found


def named(lines: list[PayoutLine], paid: tuple[str, str]) -> list[PayoutLine]:
    return [each for each in lines if (each.order_id or each.provider_id) in paid]


@pytest.mark.parametrize("at_once", [100, 2])
def test_payments_refunds_and_chargebacks_with_their_fees(
    payer: Payer, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    for client in (mollie, stripe):
        monkeypatch.setattr(client, "LISTED_AT_ONCE", at_once)
    kept, refunded, taken = (payer.pay() for _ in range(3))
    payer.stage.decide(refunded[1], "refunded")
    payer.stage.decide(taken[1], "charged_back")

    lines = payer.pay_out()

    kinds = [[each.kind for each in named(lines, paid)] for paid in (kept, refunded, taken)]
    assert kinds == [
        [LineKind.PAYMENT],
        [LineKind.PAYMENT, LineKind.REFUND],
        [LineKind.PAYMENT, LineKind.CHARGEBACK],
    ]
    assert [each.paid.minor for each in named(lines, refunded)] == [999, -999]
    assert sum(each.fee.minor for each in lines) == 3 * 43


def test_faults_of_the_sandbox_are_what_our_client_reads(payer: Payer) -> None:
    paid = payer.pay()
    [line] = named(payer.pay_out("sum"), paid)
    assert line.paid.minor == 1099
    first, second = payer.pay(), payer.pay()
    lines = payer.pay_out("missing")
    assert len(named(lines, first)) + len(named(lines, second)) == 1
    assert len(payer.pay_out("twice")) >= 1
    payer.pay()
    payer.pay_out("total")


def test_without_a_token_for_settlements_there_are_none(sandbox: str) -> None:
    provider = MolliePayments(billing_settings(f"{sandbox}/v2", PAYMENTS_REPORT_KEY="none"))
    assert list(provider.payouts_since(LONG_AGO)) == []
