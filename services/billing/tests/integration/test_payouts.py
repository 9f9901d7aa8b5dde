"""Payouts of the providers: recorded once, compared with our payments, and every difference listed."""

import csv
from datetime import date, timedelta
from io import StringIO

import pytest
from billing.domain.invoice import series_of
from billing.domain.payment import Payment
from billing.domain.payout import FindingKind, LineKind, PayoutLine
from billing.errors import ProviderUnavailable
from billing.invoices import main
from billing.tests.makers import FakeProvider, a_member, a_purchase, eur
from billing.usecases import reconcile_payouts as payouts
from billing.usecases.reconcile import reconcile, reconcile_nightly
from billing.usecases.reconcile_payouts import PayoutResult, reconcile_payouts
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.sites import Money
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")
FEE = eur(43)


def findings(database: Database) -> set[tuple[str, str]]:
    with database.engine.connect() as connection:
        rows = connection.execute(
            text("SELECT provider_id, what FROM reconciliation_findings WHERE resolved_at IS NULL")
        )
        return {(row[0], row[1]) for row in rows}


def purchase(wired: Wiring, provider: FakeProvider) -> Payment:
    return a_purchase(wired, provider, a_member(wired))


def line(payment: Payment, kind: LineKind = LineKind.PAYMENT, **changes: object) -> PayoutLine:
    sum_ = payment.amount if kind is LineKind.PAYMENT else Money(-payment.amount.minor, "EUR")
    fee = FEE if kind is LineKind.PAYMENT else eur(0)
    values = {"paid": sum_, "settled": sum_, "fee": fee, "provider_id": payment.provider_id, **changes}
    return PayoutLine(id=f"{kind}-{payment.provider_id}", kind=kind, **values)  # type: ignore[arg-type]


def run(wired: Wiring, provider: FakeProvider) -> PayoutResult:
    return reconcile_payouts(wired.unit_of_work, provider, wired.sites)


def test_a_payout_that_agrees_is_recorded_once_with_its_fees(
    wired: Wiring, database: Database, provider: FakeProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (purchase(wired, provider) for _ in range(2))
    provider.give_back(str(second.provider_id), is_charged_back=False)
    reconcile(wired.unit_of_work, provider)
    monthly = PayoutLine("fee-1", LineKind.FEE, eur(0), eur(0), eur(100))
    provider.pay_out("stl_1", [line(first), line(second), line(second, LineKind.REFUND), monthly])

    assert run(wired, provider) == PayoutResult(seen=1, recorded=1, flagged=0)
    assert run(wired, provider) == PayoutResult(seen=1, recorded=0, flagged=0)
    assert findings(database) == set()

    today = f"{date.today():%Y-%m-%d}"
    assert main(["payouts", "--from", today, "--until", today], wired) == 0
    [shown] = csv.DictReader(StringIO(capsys.readouterr().out.lstrip("\ufeff")))
    assert (shown["gross"], shown["refunds"], shown["fees"]) == ("19.98", "-9.99", "1.86")
    assert (shown["amount"], shown["difference"], shown["findings"]) == ("8.13", "0.00", "")
    assert shown["company"] == series_of(wired.sites.get("pairwise").company)


def test_each_fault_is_listed_with_its_payment_and_nothing_is_mended(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    other_sum, other_currency, twice, back = (purchase(wired, provider) for _ in range(4))
    lines = [
        line(other_sum, paid=eur(1), settled=eur(1)),
        line(other_currency, paid=Money(99, "SEK")),
        line(twice),
        PayoutLine("again", LineKind.PAYMENT, twice.amount, twice.amount, FEE, provider_id=twice.provider_id),
        line(back),
        line(back, LineKind.CHARGEBACK),
        PayoutLine("tr_stranger", LineKind.PAYMENT, eur(999), eur(999), FEE, provider_id="tr_stranger"),
    ]
    provider.pay_out("stl_1", lines, more=7)

    result = run(wired, provider)

    assert findings(database) == {
        (other_sum.provider_id, FindingKind.OTHER_SUM),
        (other_currency.provider_id, FindingKind.OTHER_CURRENCY),
        (twice.provider_id, FindingKind.TWICE),
        (back.provider_id, FindingKind.OTHER_RETURN),
        ("tr_stranger", FindingKind.UNKNOWN),
        ("stl_1", FindingKind.NOT_ADDED_UP),
    }
    assert result.flagged >= 6
    with wired.unit_of_work() as uow:
        [payout] = uow.payouts.between(date.today() - timedelta(days=1), date.today() + timedelta(days=1))
        assert payout.difference == eur(7)
        assert {found.what for found in payout.findings} == {what for _, what in findings(database)}
        assert uow.payments.get(other_sum.id).amount == other_sum.amount
    assert run(wired, provider).recorded == 0


def test_a_payment_that_no_payout_has_is_missing_until_one_has_it(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    paid, missing = purchase(wired, provider), purchase(wired, provider)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET decided_at = now() - interval '20 days'"))
    assert run(wired, provider).flagged == 0, "nothing is known before a first payout"
    provider.pay_out("stl_1", [line(paid)])

    assert run(wired, provider).flagged == 1
    assert findings(database) == {(missing.provider_id, FindingKind.MISSING)}
    provider.pay_out("stl_2", [line(missing)])
    assert run(wired, provider).recorded == 1
    assert findings(database) == set()


def test_a_payment_of_the_last_days_is_not_missing_yet(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    paid, _ = purchase(wired, provider), purchase(wired, provider)
    provider.pay_out("stl_1", [line(paid)])

    assert run(wired, provider).flagged == 0


def test_an_interrupted_run_is_repeated_page_by_page(
    wired: Wiring, database: Database, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payouts, "BATCH", 2)
    lines = [line(purchase(wired, provider)) for _ in range(5)]
    provider.pay_out("stl_1", lines)
    whole = provider.payout_lines

    def ends_early(payout_id: str):  # type: ignore[no-untyped-def]
        for number, each in enumerate(whole(payout_id)):
            if number == 3:
                raise ProviderUnavailable()
            yield each

    monkeypatch.setattr(provider, "payout_lines", ends_early)
    with pytest.raises(ProviderUnavailable):
        run(wired, provider)
    monkeypatch.setattr(provider, "payout_lines", whole)

    assert run(wired, provider) == PayoutResult(seen=1, recorded=1, flagged=0)
    with database.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM payout_lines")).scalar_one() == 5


def test_a_payout_that_changes_afterwards_is_listed(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    paid = purchase(wired, provider)
    provider.pay_out("stl_1", [line(paid)])
    run(wired, provider)
    provider.pay_out("stl_1", [line(paid)], more=1)

    run(wired, provider)

    assert findings(database) == {("stl_1", FindingKind.CHANGED)}


def test_the_night_counts_what_payouts_flag(
    wired: Wiring, database: Database, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("billing.usecases.reconcile.FROM_HOUR", 0)
    provider.pay_out("stl_1", [line(purchase(wired, provider))], more=1)

    reconcile_nightly(wired.unit_of_work, provider, wired.sites)

    with database.engine.connect() as connection:
        [night] = connection.execute(text("SELECT finished_at IS NOT NULL, flagged FROM reconciliations")).all()
    assert tuple(night) == (True, 1)


def test_datev_has_payouts_and_fees(
    wired: Wiring, provider: FakeProvider, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    provider.pay_out("stl_1", [line(purchase(wired, provider))])
    run(wired, provider)
    with wired.unit_of_work() as uow:
        [payout] = uow.payouts.between(date.today() - timedelta(days=1), date.today() + timedelta(days=1))
    today = f"{date.today():%Y-%m-%d}"

    assert main(["datev", "--company", payout.company, "--from", today, "--until", today], wired) == 0

    rows = capsysbinary.readouterr().out.decode("cp1252").splitlines()[2:]
    assert [row.split(";")[6:8] for row in rows if "stl_1" in row] == [["1360", "10000"], ["4970", "10000"]]
    assert [row.split(";")[0] for row in rows if "stl_1" in row] == ["9,56", "0,43"]
