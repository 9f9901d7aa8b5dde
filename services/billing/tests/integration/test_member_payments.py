"""Payments for the moderation desk: members by a telephone number or a payment, and the payments of one."""

from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import psycopg
import pytest
from billing.domain.payer_search import PayerSearchBy
from billing.rpc.member_payments import MemberPaymentServicer
from billing.tests.direct_debit import IBAN, PHONE, a_form
from billing.tests.makers import FakeMessages
from billing.usecases.find_payers import find_payers
from billing.wiring import Wiring
from pairwise.billing.v1.members_pb2 import FindPayersRequest, ListPaymentsRequest
from shared.kit.core import Invalid, Malformed
from shared.kit.testing.web import Browser

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def ann(browser: Browser, messages: FakeMessages) -> UUID:
    member_id = uuid4()
    assert browser.as_member(member_id).post("/api/directdebit.php", a_form()).status_code == 201
    return member_id


def find(wired: Wiring, by: str, text: str) -> list[UUID]:
    return find_payers(wired.unit_of_work(), PayerSearchBy(by), text, 20)


@pytest.mark.parametrize("text", [PHONE, "06 1234 5678", "0031 6 12345678", "5678", "345678", "+31 (0)6-12345678"[7:]])
def test_a_number_or_its_end_finds_its_member(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "phone", text) == [ann]


@pytest.mark.parametrize("text", ["5679", "9995678", "+32 6 12345678"])
def test_another_number_finds_nobody(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "phone", text) == []


def test_an_account_its_end_and_its_mandate_find_their_member(wired: Wiring, ann: UUID) -> None:
    [[reference]] = rows(wired, "SELECT mandate_reference FROM direct_debits")

    for text in (IBAN, "nl91 abna 0417 1643 00", IBAN[-4:], reference, reference.lower()):
        assert find(wired, "payment", text) == [ann], text
    assert find(wired, "payment", "DE89370400440532013000") == []


def test_a_payment_is_found_by_its_id_its_beginning_and_the_id_of_its_provider(wired: Wiring) -> None:
    bo = uuid4()
    payment = a_payment(wired, bo, provider_id="tr_7UhSN1zuXS")

    for text in (str(payment), str(payment)[:8], payment.hex[:13], "tr_7UhSN1zuXS"):
        assert find(wired, "payment", text) == [bo], text
    assert find(wired, "payment", "tr_7Uh") == []


@pytest.mark.parametrize(
    ("by", "text"), [("phone", "678"), ("phone", "tele"), ("phone", ""), ("payment", "abc"), ("payment", "x" * 65)]
)
def test_too_little_to_search_by_is_refused(wired: Wiring, by: str, text: str) -> None:
    with pytest.raises(Invalid):
        find(wired, by, text)


def test_the_desk_reads_payments_and_methods_without_ids_of_the_provider(wired: Wiring) -> None:
    bo = uuid4()
    payment = a_payment(wired, bo, provider_id="tr_7UhSN1zuXS")

    answer = MemberPaymentServicer(wired).ListPayments(ListPaymentsRequest(member_id=str(bo)), Mock())

    [shown] = answer.payments
    assert (shown.id, shown.minor, shown.currency, shown.status) == (str(payment), 1999, "EUR", "completed")
    assert "tr_" not in str(answer)
    assert not MemberPaymentServicer(wired).ListPayments(ListPaymentsRequest(member_id=str(uuid4())), Mock()).payments


def test_malformed_requests_are_refused(wired: Wiring) -> None:
    servicer = MemberPaymentServicer(wired)

    with pytest.raises(Malformed):
        servicer.FindPayers(FindPayersRequest(by="shoe", text="12345"), Mock())
    with pytest.raises(Malformed):
        servicer.ListPayments(ListPaymentsRequest(member_id="nobody"), Mock())


def a_payment(wired: Wiring, member_id: UUID, provider_id: str) -> UUID:
    payment = uuid4()
    with psycopg.connect(wired.database.dsn, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO payments (id, member_id, site, body_hash, package_id, credits, amount, currency, method,"
            " locale, status, provider_id, ask_after) VALUES (%s, %s, 'pairwise', '', 'p', 40, 19.99, 'EUR', 'ideal',"
            " 'en', 'completed', %s, 'infinity')",
            (payment, member_id, provider_id),
        )
    return payment


def rows(wired: Wiring, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(wired.database.dsn) as connection:
        return connection.execute(query).fetchall()
