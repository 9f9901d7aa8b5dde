"""Payments of a member that the desk sees and billing has."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.sites import Money


@dataclass(frozen=True, slots=True)
class PaymentFact:
    id: UUID
    created_at: datetime
    method: str
    status: str
    amount: Money
    returned: Money


@dataclass(frozen=True, slots=True)
class MethodFact:
    """A saved method; of card or account only the last four characters are known."""

    kind: str
    brand: str | None
    last4: str | None
    saved_at: datetime
    is_removed: bool


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    payments: tuple[PaymentFact, ...]  # the newest first
    methods: tuple[MethodFact, ...]
