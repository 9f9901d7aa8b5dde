"""Refunds and credits by the support desk: once for each key, never more than was paid, two clerks at once."""

from uuid import UUID, uuid4

import pytest
from billing.domain.payer_search import PayerSearchBy
from billing.errors import NothingToWithdraw
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase, balance, debt, eur, nothing_is_off
from billing.usecases.find_payers import find_payers
from billing.usecases.support_member import give_credits, list_transfers, refund_purchase
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentReversed
from shared.kit.core import Invalid, NotFound
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once

pytestmark = pytest.mark.usefixtures("database")


def refuses(wired: Wiring, member: UUID, payment: UUID, minor: int) -> bool:
    try:
        refund(wired, member, payment, minor)
    except NothingToWithdraw:
        return True
    return False


def refund(wired: Wiring, member: UUID, payment: UUID, minor: int, key: UUID | None = None) -> None:
    refund_purchase(wired.unit_of_work(), key or uuid4(), member, payment, minor)


def test_a_part_goes_back_once_with_its_share_of_credits(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    before, key = balance(wired, ann)[0], uuid4()

    for _ in range(2):
        refund(wired, ann, payment.id, 500, key)
        pay_refunds(wired.unit_of_work, provider)

    share = payment.credits_for(eur(500))
    assert before - balance(wired, ann)[0] == share
    assert provider.refunds == {f"re_{key.hex}": (str(payment.provider_id), eur(500))}
    [event] = announced(database, PaymentReversed)
    assert (event.reason, event.amount, event.credits) == ("refund", "5.00", share)
    assert nothing_is_off(wired)
    with pytest.raises(Invalid):
        refund(wired, ann, payment.id, 600, key)


def test_a_whole_purchase_goes_back_and_spent_credits_become_debt(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 8):
        a_charge(wired, ann)
    held = balance(wired, ann)[0]

    refund(wired, ann, payment.id, payment.amount.minor)

    assert balance(wired, ann)[0] == 0
    assert debt(wired, ann) == payment.credits - held
    assert nothing_is_off(wired)


def test_of_two_clerks_at_once_one_is_refused(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)

    refused = at_once(*[lambda: refuses(wired, ann, payment.id, payment.amount.minor)] * 2)

    assert sorted(refused) == [False, True]
    pay_refunds(wired.unit_of_work, provider)
    assert len(provider.refunds) == 1
    assert nothing_is_off(wired)


def test_never_more_than_was_paid_and_never_of_another(wired: Wiring, provider: FakeProvider) -> None:
    ann, bo = a_member(wired), a_member(wired)
    payment = a_purchase(wired, provider, ann)

    for minor in (payment.amount.minor + 1, 0, -5):
        assert refuses(wired, ann, payment.id, minor)
    for member, about in ((bo, payment.id), (ann, uuid4()), (uuid4(), payment.id)):
        with pytest.raises(NotFound):
            refund(wired, member, about, 100)


def test_credits_are_given_once_as_a_kind_of_their_own(wired: Wiring) -> None:
    ann, key = a_member(wired), uuid4()
    before = balance(wired, ann)[0]

    at_once(*[lambda: give_credits(wired.unit_of_work(), key, ann, 20)] * 2)

    assert balance(wired, ann)[0] == before + 20
    found = list_transfers(wired.unit_of_work(), ann)
    newest = found.transfers[0]
    assert (found.wallet.balance, newest.kind.value, newest.credits) == (before + 20, "goodwill", 20)
    assert find_payers(wired.unit_of_work(), PayerSearchBy.PAYMENT, str(newest.id), 5) == [ann]
    assert nothing_is_off(wired)
    with pytest.raises(NotFound):
        give_credits(wired.unit_of_work(), uuid4(), uuid4(), 20)
