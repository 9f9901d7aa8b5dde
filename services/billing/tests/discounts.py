"""Orders and codes in the tests of discounts."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from billing.domain.payment import Payment
from billing.storage.tables import DiscountCodeRow, WalletRow
from shared.kit.core import Refusal
from shared.kit.db import Database
from sqlalchemy import func, text, update
from sqlalchemy.orm import Session

Order = Callable[..., Payment]


def a_code(database: Database, code: str = "SUMMER", percentage: int = 10, **fields: Any) -> str:
    with Session(database.engine) as session:
        session.add(DiscountCodeRow(code=code, percentage=percentage, **fields))
        session.commit()
    return code


def signed_up(database: Database, member_id: UUID, ago: str, **fields: Any) -> None:
    with Session(database.engine) as session:
        since = func.now() - text(f"interval '{ago}'")
        session.execute(update(WalletRow).where(WalletRow.member_id == member_id).values(signed_up_at=since, **fields))
        session.commit()


def refused(step: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        step()
    return refusal.value.code
