from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from billing.domain.transfer import Cause, TransferKind, gift, purchase, refund_key, restoration, reversal
from billing.domain.wallet import Wallet
from hypothesis import given
from hypothesis import strategies as st
from shared.sites import SiteDirectory

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SITE = SiteDirectory().get("pairwise")
MEMBER, FACT = UUID(int=1), UUID(int=2)


def a_wallet(free_messages_left: int = 0) -> Wallet:
    return Wallet(MEMBER, "pairwise", 10, free_messages_left, is_premium=False, version=1, signed_up_at=NOW)


@given(kind=st.sampled_from(TransferKind), credits=st.integers(-(10**9), 10**9))
def test_both_sides_of_any_transfer_sum_to_zero(kind: TransferKind, credits: int) -> None:
    entries = Cause(kind, FACT, MEMBER, credits).leading_to(a_wallet()).entries()

    assert sum(amount for _, amount in entries) == 0
    assert len({account for account, _ in entries}) == (2 if credits else 0)


def test_each_fact_has_a_cause_of_its_own() -> None:
    fact, other = uuid4(), uuid4()
    causes = [
        cause.key
        for each in (fact, other)
        for cause in (
            gift(each, 6, 3),
            purchase(each, MEMBER, 20),
            reversal(each, "withdrawal", MEMBER, 20),
            reversal(each, "returned 999", MEMBER, 20),
            restoration(each, 0, MEMBER, 20),
        )
    ]

    assert len({*causes, refund_key(fact), refund_key(other)}) == len(causes) + 2
    assert gift(fact, 6, 3).key == gift(fact, 9, 9).key


def test_only_the_same_movement_counts_as_the_transfer_of_a_cause() -> None:
    cause = purchase(FACT, MEMBER, 20)
    made = cause.leading_to(a_wallet())

    assert cause.explains(made)
    assert cause.explains(replace(made, credits=15, debt=-5)), "a part of it paid debt"
    for other in (
        {"kind": TransferKind.MESSAGE},
        {"member_id": FACT},
        {"payment_id": MEMBER},
        {"partner_id": MEMBER},
        {"credits": 21},
        {"free_messages": 1},
    ):
        assert not cause.explains(replace(made, **other)), other


@pytest.mark.parametrize(("free", "credits"), [(0, 2), (1, 0), (3, 0)])
def test_the_next_message_is_free_while_there_is_a_free_one(free: int, credits: int) -> None:
    assert a_wallet(free).next_message_credits(SITE) == credits
