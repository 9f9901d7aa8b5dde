"""Money that goes back, at the fake provider and at the real client alike."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from billing.domain.payment import OrderRefused, Payment, PaymentStatus
from billing.domain.refund import Refund
from billing.tests.makers import eur
from billing.tests.provider_stage import Stage, a_payment, create, reported
from shared.sites import Money


def a_refund(payment: Payment, amount: Money) -> Refund:
    return Refund(uuid4(), payment.id, payment.member_id, 4, amount, datetime.now(UTC))


def test_a_refund_is_made_once_for_its_id(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")
    refund = a_refund(payment, eur(200))

    made = {stage.provider.refund(provider_id, refund) for _ in range(3)}
    stage.provider.refund(provider_id, a_refund(payment, eur(99)))

    assert len(made) == 1
    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, eur(299), False)


def test_a_refund_above_the_payment_is_refused(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")

    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, payment.amount + eur(1)))
    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, Money(100, "PLN")))
    assert reported(stage, provider_id).returned == eur(0)


def test_an_unpaid_payment_is_not_refunded(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)

    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, eur(100)))


def test_a_chargeback_takes_the_rest_of_a_payment(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")
    stage.provider.refund(provider_id, a_refund(payment, eur(200)))

    stage.decide(provider_id, "charged_back")

    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, payment.amount, True)


def test_a_won_chargeback_leaves_nothing_returned(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment())
    for status in ("paid", "charged_back", "won_back"):
        stage.decide(provider_id, status)

    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, eur(0), False)
