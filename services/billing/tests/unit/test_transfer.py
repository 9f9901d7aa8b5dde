from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from billing.domain.transfer import Transfer, TransferKind, gift_id, purchase_id, refund_id
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
    entries = Transfer.leading_to(a_wallet(), kind, FACT, credits=credits).entries()

    assert sum(amount for _, amount in entries) == 0
    assert len({account for account, _ in entries}) == (2 if credits else 0)


def test_one_fact_has_one_transfer() -> None:
    fact, other = uuid4(), uuid4()

    assert gift_id(fact) == gift_id(fact) != gift_id(other)
    assert len({gift_id(fact), refund_id(fact), purchase_id(fact), fact}) == 4


@pytest.mark.parametrize(("free", "credits"), [(0, 2), (1, 0), (3, 0)])
def test_the_next_message_is_free_while_there_is_a_free_one(free: int, credits: int) -> None:
    assert a_wallet(free).next_message_credits(SITE) == credits
