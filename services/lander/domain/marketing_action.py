"""The audit log of the marketing desk: a change a marketer made, with the thing as it was before and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Marketer:
    """A caller at the marketing desk of one site. Nothing of another site is read or changed for them."""

    member_id: UUID
    site: str


@dataclass(frozen=True)
class MarketingAction:
    """`action` is a kind of thing and a verb (`network.change`), `subject` names the thing.

    `before` is None for a thing that was made, `after` for one that was taken away.
    """

    action: str
    subject: str
    before: Values | None = None
    after: Values | None = None


@dataclass(frozen=True)
class RecordedAction:
    id: int
    actor_id: UUID
    at: datetime
    action: MarketingAction
