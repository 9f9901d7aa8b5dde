"""One test over the fake provider and the real client, which talks to the sandbox of a local copy."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from billing.domain.direct_debit import Address, Application
from billing.domain.payment import AUTHENTICATION_REQUIRED, OrderRefused, PaymentStatus
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable
from billing.tests.makers import eur
from billing.tests.provider_stage import Stage, a_payment, create, reported
from shared.sites import Money


def an_application(iban: str = "NL91ABNA0417164300") -> Application:
    application_id = uuid4()
    return Application(
        id=application_id,
        member_id=uuid4(),
        body_hash=b"",
        holder="A. Tester",
        iban=iban,
        phone="+31612345678",
        address=Address("Voorbeeldstraat 1", "3511 AA", "Utrecht", "NL"),
        mandate_reference=f"PW-{application_id.hex[:12].upper()}",
        code_hash=None,
        code_expires_at=None,
        code_sent_at=None,
        tries=0,
        signed_at=datetime.now(UTC),
    )


def test_a_new_payment_is_open_and_has_a_page(stage: Stage) -> None:
    payment = a_payment()

    provider_id, checkout_url = create(stage, payment)

    assert checkout_url is not None
    assert checkout_url.startswith("http")
    report = stage.provider.report(provider_id)
    assert report is not None
    assert (report.status, report.amount) == (PaymentStatus.OPEN, eur(999))
    assert report.is_about(replace(payment, provider_id=provider_id))


@pytest.mark.parametrize(
    ("currency", "minor", "part"),
    [("JPY", 120_000, 40_000), ("ISK", 99_900, 33_300), ("HUF", 349_050, 50), ("KWD", 345, 5)],
)
def test_decimals_of_each_currency_arrive(stage: Stage, currency: str, minor: int, part: int) -> None:
    """Providers write the same sum in four ways: text or a number, with the parts of a unit that each knows."""
    payment = replace(a_payment(method="creditcard"), amount=Money(minor, currency), returned=Money(0, currency))
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")
    refund = Refund(uuid4(), payment.id, payment.member_id, 1, Money(part, currency), datetime.now(UTC))

    assert reported(stage, provider_id).amount == payment.amount
    stage.provider.refund(provider_id, refund)
    assert reported(stage, provider_id).returned == refund.amount


def test_the_same_order_gets_the_same_payment(stage: Stage) -> None:
    payment = a_payment()

    assert create(stage, payment) == create(stage, payment)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("paid", PaymentStatus.COMPLETED),
        ("failed", PaymentStatus.FAILED),
        ("canceled", PaymentStatus.CANCELLED),
        ("expired", PaymentStatus.EXPIRED),
        ("open", PaymentStatus.OPEN),
    ],
)
def test_the_payers_decision_is_reported(stage: Stage, theirs: str, ours: PaymentStatus) -> None:
    provider_id, _ = create(stage, a_payment())

    stage.decide(provider_id, theirs)

    report = stage.provider.report(provider_id)
    assert report is not None
    assert report.status is ours


def test_a_decided_payment_stays_decided(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment())
    stage.decide(provider_id, "paid")

    assert [reported(stage, provider_id).status for _ in range(2)] == [PaymentStatus.COMPLETED] * 2
    assert (reported(stage, provider_id).returned, reported(stage, provider_id).is_charged_back) == (eur(0), False)


def test_a_kept_card_has_a_mandate_that_pays_without_a_page(stage: Stage) -> None:
    payment = a_payment("creditcard", saves=True)
    customer_id = stage.provider.create_customer(payment.member_id)
    first, page = create(stage, payment, customer_id=customer_id)
    assert page is not None
    stage.decide(first, "paid")
    kept = reported(stage, first)
    assert kept.customer_id == customer_id
    assert kept.mandate_id
    assert (kept.brand is not None, len(kept.last4 or "")) == (True, 4)

    for outcome, ours in (
        ("paid", PaymentStatus.COMPLETED),
        ("failed", PaymentStatus.FAILED),
        ("pending", PaymentStatus.PENDING),
    ):
        stage.bank_says(outcome)
        again, no_page = create(stage, a_payment("creditcard"), customer_id=customer_id, mandate_id=kept.mandate_id)
        assert (no_page, reported(stage, again).status) == (None, ours)
    stage.bank_says("paid")


def test_a_bank_that_wants_its_customer_says_so(stage: Stage) -> None:
    payment = a_payment("creditcard", saves=True)
    customer_id = stage.provider.create_customer(payment.member_id)
    first, _ = create(stage, payment, customer_id=customer_id)
    stage.decide(first, "paid")
    mandate_id = str(reported(stage, first).mandate_id)

    stage.bank_says(AUTHENTICATION_REQUIRED)
    again, _ = create(stage, a_payment("creditcard"), customer_id=customer_id, mandate_id=mandate_id)
    stage.bank_says("paid")

    report = reported(stage, again)
    assert (report.status, report.failure) == (PaymentStatus.FAILED, AUTHENTICATION_REQUIRED)


def test_a_payment_that_keeps_nothing_has_no_mandate(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment("creditcard"))
    stage.decide(provider_id, "paid")

    assert reported(stage, provider_id).mandate_id is None


def test_a_member_is_one_customer_however_often_they_are_made(stage: Stage) -> None:
    member_id = uuid4()

    assert stage.provider.create_customer(member_id) == stage.provider.create_customer(member_id)
    assert stage.provider.create_customer(member_id) != stage.provider.create_customer(uuid4())


def test_a_mandate_is_made_once_and_ends_when_it_is_revoked(stage: Stage) -> None:
    application = an_application()
    customer_id = stage.provider.create_customer(application.member_id)
    made = {stage.provider.create_mandate(customer_id, application, "help@site.example") for _ in range(2)}
    [mandate_id] = made
    create(stage, a_payment("directdebit"), customer_id=customer_id, mandate_id=mandate_id)

    for _ in range(2):
        stage.provider.revoke_mandate(customer_id, mandate_id)

    with pytest.raises((OrderRefused, ProviderUnavailable)):
        create(stage, a_payment("directdebit"), customer_id=customer_id, mandate_id=mandate_id)


def test_nobody_pays_with_the_mandate_of_another(stage: Stage) -> None:
    application = an_application()
    hers = stage.provider.create_customer(application.member_id)
    mandate_id = stage.provider.create_mandate(hers, application, "help@site.example")

    with pytest.raises((OrderRefused, ProviderUnavailable)):
        create(
            stage, a_payment("directdebit"), customer_id=stage.provider.create_customer(uuid4()), mandate_id=mandate_id
        )


def test_the_list_has_every_payment_once_the_newest_first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for client in ("mollie", "stripe"):
        monkeypatch.setattr(f"billing.clients.{client}.LISTED_AT_ONCE", 3)
    began = datetime.now(UTC) - timedelta(seconds=1)
    made = [create(stage, a_payment())[0] for _ in range(8)]
    stage.decide(made[0], "paid")

    listed = [report for report in stage.provider.reports_since(began) if report.provider_id in made]

    assert [report.provider_id for report in listed] == made[::-1]
    assert listed[-1].status is PaymentStatus.COMPLETED
    assert list(stage.provider.reports_since(datetime.now(UTC) + timedelta(minutes=1))) == []


def test_a_payment_nobody_made_is_not_known(stage: Stage) -> None:
    assert stage.provider.report("tr_nobody") is None
