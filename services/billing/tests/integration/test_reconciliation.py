from dataclasses import replace
from uuid import uuid4

import pytest
from billing.domain.payment import PaymentReport, PaymentStatus
from billing.errors import ProviderUnavailable
from billing.tests.makers import FakeProvider, a_member, a_purchase, an_order, balance, eur, nothing_is_off
from billing.usecases.reconcile import reconcile, reconcile_nightly
from billing.wiring import Wiring
from shared.kit.db import Database
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")


def findings(database: Database) -> list[tuple[str, str]]:
    with database.engine.connect() as connection:
        rows = connection.execute(text("SELECT provider_id, what FROM reconciliation_findings ORDER BY 1, 2"))
        return [(row[0], row[1]) for row in rows]


def test_a_payment_whose_every_webhook_was_lost_is_credited(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    provider.pay(str(an_order(wired, provider, ann).provider_id))

    first, second = (reconcile(wired.unit_of_work, provider) for _ in range(2))

    assert (first.seen, first.mended, first.flagged) == (1, 1, 0)
    assert (second.seen, second.mended, second.flagged) == (1, 0, 0)
    assert balance(wired, ann) == (26, 3)


def test_a_payment_the_process_died_over_is_found_by_its_order(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    provider.pay(str(an_order(wired, provider, ann).provider_id))
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET provider_id = NULL, checkout_url = NULL"))

    assert reconcile(wired.unit_of_work, provider).mended == 1
    assert balance(wired, ann) == (26, 3)
    assert nothing_is_off(wired)


def test_returned_money_without_a_webhook_takes_its_credits(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    provider.change(str(a_purchase(wired, provider, ann).provider_id), returned=eur(999))

    assert reconcile(wired.unit_of_work, provider).mended == 1
    assert balance(wired, ann) == (6, 3)


def test_a_difference_without_a_rule_is_flagged_once(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    wrong, gone = (str(an_order(wired, provider, ann).provider_id) for _ in range(2))
    done = str(a_purchase(wired, provider, ann).provider_id)
    provider.change(wrong, status=PaymentStatus.COMPLETED, amount=eur(1))
    provider.change(done, status=PaymentStatus.FAILED)
    provider.reports["tr_theirs"] = PaymentReport("tr_theirs", str(uuid4()), PaymentStatus.COMPLETED, eur(999), eur(0))
    provider.reports["tr_junk"] = replace(provider.reports["tr_theirs"], provider_id="tr_junk", order_id="?")

    for _ in range(2):
        reconcile(wired.unit_of_work, provider)

    expected = [("tr_junk", "unknown"), ("tr_theirs", "unknown"), (wrong, "differs"), (done, "status")]
    assert sorted(findings(database)) == sorted(expected)
    assert gone not in dict(findings(database))
    assert balance(wired, ann) == (26, 3)


def test_a_night_is_compared_once_and_one_that_failed_again(
    wired: Wiring, database: Database, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("billing.usecases.reconcile.FROM_HOUR", 0)
    provider.is_down = True
    reconcile_nightly(wired.unit_of_work, provider, wired.sites)
    with pytest.raises(ProviderUnavailable):
        reconcile(wired.unit_of_work, provider)
    provider.is_down = False
    reconcile_nightly(wired.unit_of_work, provider, wired.sites)
    with database.engine.begin() as connection:
        assert connection.execute(text("SELECT finished_at FROM reconciliations")).scalar() is None, (
            "not within an hour"
        )
        connection.execute(text("UPDATE reconciliations SET begun_at = now() - interval '2 hours'"))

    provider.pay(str(an_order(wired, provider, a_member(wired)).provider_id))
    for _ in range(2):
        reconcile_nightly(wired.unit_of_work, provider, wired.sites)

    with database.engine.connect() as connection:
        [row] = connection.execute(text("SELECT seen, mended, finished_at IS NOT NULL FROM reconciliations")).all()
    assert tuple(row) == (1, 1, True)
