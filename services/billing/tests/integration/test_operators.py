"""Commands of operators: discount codes and won chargebacks."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from billing import chargebacks, discount_codes
from billing.domain.direct_debit import Address
from billing.errors import CreditsOwed
from billing.tests.makers import (
    FakeMessages,
    FakeProvider,
    a_charge,
    a_member,
    a_purchase,
    balance,
    debt,
    eur,
    nothing_is_off,
)
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.reconcile import reconcile
from billing.usecases.withdraw import withdraw
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def codes(database: Database, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Run:
    monkeypatch.setenv("DATABASE_URL", database.dsn)

    def run(*words: str) -> tuple[int, str]:
        status = discount_codes.main(list(words))
        said = capsys.readouterr()
        return status, without_logs(said.out + said.err)

    return run


@pytest.fixture
def won(wired: Wiring, database: Database, provider: FakeProvider, capsys: Any) -> Run:
    dependencies = replace(wired, providers=provider)

    def run(payment: object) -> tuple[int, str]:
        status = chargebacks.main(["won", str(payment), "--by", "Ann", "--why", "case 7"], dependencies)
        said = capsys.readouterr()
        return status, without_logs(said.out + said.err)

    return run


def without_logs(said: str) -> str:
    return "".join(line for line in said.splitlines(keepends=True) if "[info" not in line and "[warning" not in line)


def used(browser: Browser, code: str, package: str = "p0", method: str = "ideal") -> str:
    """The price with the code, or why not."""
    form = {"id": str(uuid4()), "package_id": package, "method": method, "immediate_delivery": True}
    answer: Any = browser.post("/api/order.php", {**form, "discount_code": code}).json
    return str(answer["payment"]["amount"]["value"] if "payment" in answer else answer["error"]["code"])


# Codes


def test_a_code_has_every_field_and_each_holds(wired: Wiring, codes: Run, browser: Browser) -> None:
    ann = a_member(wired)
    later = datetime.now(UTC) + timedelta(days=3)

    status, said = codes(
        *["make", "summer-20", "--percent", "20", "--by", "Ann", "--country", "nl", "--member", str(ann)],
        *["--until", f"{later:%Y-%m-%d}", "--currency", "EUR", "--minimum", "19.99", "--validity", "once"],
        *["--methods", "ideal", "paypal"],
    )

    assert status == 0, said
    wanted = ["SUMMER-20", "20 %", "active", "once", "used 0x", "country NL", str(ann), "from 19.99 EUR"]
    assert all(each in said for each in [*wanted, "with ideal, paypal"]), said
    page = browser.as_member(ann)
    answer: Any = page.get("/api/discountcode.php", code="summer-20").json
    shown = answer["discount"]
    assert (shown["value_percentage"], shown["country"], shown["user_id"]) == (20, "NL", str(ann))
    assert (shown["minimum_order_value"], shown["currency"], shown["validity"]) == ("19.99", "EUR", "once")
    assert (shown["paymentmethods"], shown["reason"]) == (["ideal", "paypal"], "personal")
    assert used(page, "SUMMER-20") == "discount_below_minimum"
    assert used(page, "SUMMER-20", "p1", "creditcard") == "discount_wrong_method"
    assert used(page, "SUMMER-20", "p1") == "15.99"
    stranger = browser.as_member(a_member(wired))
    assert used(stranger, "SUMMER-20", "p1") == "discount_not_found"


def test_an_ended_code_is_taken_no_more_and_keeps_its_orders(
    wired: Wiring, codes: Run, browser: Browser, provider: FakeProvider, database: Database
) -> None:
    codes("make", "TEN", "--percent", "10", "--by", "Ann")
    ann, bo = a_member(wired), a_member(wired)
    assert used(browser.as_member(ann), "TEN") == "8.99"
    [provider_id] = provider.reports

    assert codes("end", "ten", "--by", "Bo") == (0, "ended\n")
    assert codes("end", "ten", "--by", "Bo") == (0, "there is no active code of this name\n")

    provider.pay(provider_id)
    handle_webhook(wired.unit_of_work(), provider, provider_id)
    assert balance(wired, ann) == (26, 3)
    assert used(browser.as_member(bo), "TEN") == "discount_expired"
    assert "ended    once-per-user; used 1x" in codes("list")[1]
    with psycopg.connect(database.dsn) as connection:
        row = connection.execute("SELECT made_by, ended_by, ended_at IS NOT NULL FROM discount_codes").fetchone()
    assert row == ("Ann", "Bo", True)


@pytest.mark.parametrize(
    "words",
    [
        ["TIMEBONUS25", "--percent", "10"],
        ["welcome25", "--percent", "10"],
        ["A", "--percent", "10"],
        ["TEN %", "--percent", "10"],
        ["TEN", "--percent", "0"],
        ["TEN", "--percent", "100"],
        ["TEN", "--percent", "10", "--minimum", "5.00"],
        ["TEN", "--percent", "10", "--currency", "DEM"],
        ["TEN", "--percent", "10", "--currency", "JPY", "--minimum", "5.50"],
        ["TEN", "--percent", "10", "--methods", "giropay"],
        ["TEN", "--percent", "10", "--methods", "cowries"],
        ["TEN", "--percent", "10", "--until", "2020-01-01"],
        ["TEN", "--percent", "10", "--member", str(uuid4())],
    ],
)
def test_a_code_nobody_could_use_is_not_made(codes: Run, words: list[str]) -> None:
    status, said = codes("make", *words, "--by", "Ann")

    assert (status, said.startswith("Not made: ")) == (2, True)
    assert codes("list") == (0, "\n")


@pytest.mark.parametrize(
    "words", [["--minimum", "NaN"], ["--minimum", "1.001"], ["--until", "tomorrow"], ["--member", "Ann"], ["--by"]]
)
def test_nonsensical_arguments_are_refused_at_once(codes: Run, words: list[str]) -> None:
    with pytest.raises(SystemExit):
        codes("make", "TEN", "--percent", "10", "--by", "Ann", *words)


def test_a_code_is_given_out_once(codes: Run) -> None:
    codes("make", "TEN", "--percent", "10", "--by", "Ann")
    codes("end", "TEN", "--by", "Ann")

    assert codes("make", "TEN", "--percent", "90", "--by", "Ann")[0] == 1


# Chargebacks won back


def charged_back(wired: Wiring, provider: FakeProvider, member_id: UUID, messages: int) -> Any:
    payment = a_purchase(wired, provider, member_id)
    for _ in range(messages):
        a_charge(wired, member_id)
    provider.give_back(str(payment.provider_id), is_charged_back=True)
    receive_webhook(wired, provider, payment)
    return payment


def receive_webhook(wired: Wiring, provider: FakeProvider, payment: Any) -> None:
    with psycopg.connect(wired.database.dsn) as connection:
        connection.execute("UPDATE payments SET asked_at = NULL")
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))


@pytest.mark.parametrize("provider_says_so", [True, False])
def test_a_won_chargeback_lifts_the_debt_and_may_be_lost_again(
    wired: Wiring, database: Database, provider: FakeProvider, won: Run, provider_says_so: bool
) -> None:
    ann = a_member(wired)
    payment = charged_back(wired, provider, ann, messages=13)
    assert (balance(wired, ann), debt(wired, ann)) == ((0, 0), 14)
    with pytest.raises(CreditsOwed):
        a_charge(wired, ann)
    if provider_says_so:
        provider.change(str(payment.provider_id), returned=eur(0), is_charged_back=False)

    status, said = won(payment.provider_id)

    assert (status, said) == (0, "20 credits given back: a balance of 6\n")
    assert (balance(wired, ann), debt(wired, ann)) == ((6, 0), 0)
    assert a_charge(wired, ann) == 2
    receive_webhook(wired, provider, payment)
    assert balance(wired, ann) == (4, 0), "a repeated webhook takes nothing more"
    with psycopg.connect(database.dsn) as connection:
        row = connection.execute("SELECT payment_id, credits, restored_by, why FROM restorations").fetchone()
    assert row == (payment.id, 20, "Ann", "case 7")
    assert won(payment.id)[0] == 1, "nothing is left to give back"
    if provider_says_so:
        provider.give_back(str(payment.provider_id), is_charged_back=True)
        receive_webhook(wired, provider, payment)
        assert (balance(wired, ann), debt(wired, ann)) == ((0, 0), 16)
        assert won(payment.id)[1] == "20 credits given back: a balance of 4\n"
    assert nothing_is_off(wired)
    assert audit_ledger(wired.unit_of_work) == {}


def test_reconciliation_flags_a_won_chargeback_until_an_operator_acts(
    wired: Wiring, database: Database, provider: FakeProvider, won: Run
) -> None:
    ann, bo = a_member(wired), a_member(wired)
    payment = charged_back(wired, provider, ann, messages=0)
    withdrawn = a_purchase(wired, provider, bo)
    withdraw(wired.unit_of_work(), wired.sites.get(wired.default_site), bo, uuid4(), withdrawn.id)
    assert reconcile(wired.unit_of_work, provider).flagged == 0, "our own refund may not be in the list yet"
    provider.change(str(payment.provider_id), returned=eur(0), is_charged_back=False)

    for _ in range(2):
        reconcile(wired.unit_of_work, provider)
    open_ones = "SELECT provider_id, what FROM reconciliation_findings WHERE resolved_at IS NULL"
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute(open_ones).fetchall() == [(payment.provider_id, "won_back")]
    won(payment.id)

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute(open_ones).fetchall() == []
    assert reconcile(wired.unit_of_work, provider).flagged == 0


def test_a_withdrawal_stays_after_a_restoration(
    wired: Wiring, database: Database, provider: FakeProvider, won: Run
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(11):
        a_charge(wired, ann)
    withdraw(wired.unit_of_work(), wired.sites.get(wired.default_site), ann, uuid4(), payment.id)
    assert won(payment.id)[0] == 1
    provider.give_back(str(payment.provider_id), is_charged_back=True)
    receive_webhook(wired, provider, payment)
    assert debt(wired, ann) == 10

    assert won(payment.id) == (0, "10 credits given back: a balance of 0\n")

    assert (balance(wired, ann), debt(wired, ann)) == ((0, 0), 0)
    assert nothing_is_off(wired)


def test_a_blocked_account_may_be_debited_again(
    wired: Wiring, provider: FakeProvider, messages: FakeMessages, browser: Browser, won: Run
) -> None:
    ann = a_member(wired)
    page = browser.as_member(ann)
    signed = sign(page, messages)
    order_id = uuid4()
    order = {"id": str(order_id), "package_id": "p0", "saved_method_id": signed, "immediate_delivery": True}
    assert page.post("/api/repeat-order.php", order).status_code == 201
    with wired.unit_of_work() as uow:
        payment = uow.payments.get(order_id)
    provider.give_back(str(payment.provider_id), is_charged_back=True)
    receive_webhook(wired, provider, payment)
    assert page.post("/api/directdebit.php", a_form()).json["error"]["code"] == "direct_debit_blocked"

    assert "may be debited again" in won(payment.id)[1]

    assert sign(page, messages)


def test_an_unknown_payment_is_reported(wired: Wiring, database: Database, provider: FakeProvider, won: Run) -> None:
    assert [won(name)[0] for name in ("tr_nobody", "nonsense", uuid4())] == [1, 1, 1]
    payment = charged_back(wired, provider, a_member(wired), messages=0)
    provider.is_down = True
    assert won(payment.id) == (1, "The provider does not answer; nothing was changed.\n")


def test_restorations_are_append_only(wired: Wiring, database: Database, provider: FakeProvider, won: Run) -> None:
    won(charged_back(wired, provider, a_member(wired), messages=0).id)

    for change in ("UPDATE restorations SET why = ''", "DELETE FROM restorations"):
        with psycopg.connect(database.dsn) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(change)


def sign(page: Browser, messages: FakeMessages) -> str:
    form = a_form()
    assert page.post("/api/directdebit.php", form).status_code == 201
    answer = page.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})
    return str(answer.json["saved_method"]["id"])


def a_form() -> dict[str, str]:
    address = Address("Voorbeeldstraat 1", "3511 AA", "Utrecht", "NL")
    owner = {"id": str(uuid4()), "account_holder": "A. Tester", "iban": "NL91 ABNA 0417 1643 00", "phone": "0612345678"}
    return owner | vars(address)
