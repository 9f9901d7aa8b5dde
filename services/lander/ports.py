"""What the lander needs of other services."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol
from uuid import UUID

from lander.domain.member_card import MemberCard
from lander.domain.money import RevenueDay
from lander.domain.postback import PostbackRequest


class RevenueSource(Protocol):
    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        """Billing's own sums of each day from `first` until before `after`. Raises Unavailable."""
        ...


class MemberCards(Protocol):
    def public_card(self, member_id: UUID, pool: int) -> MemberCard:
        """The card of a member as visitors of this pool may see it. Raises PageUnknown and Unavailable."""
        ...


class PictureChecks(Protocol):
    def check(self, member_id: UUID, upload: bytes, fingerprint: bytes, picture: bytes) -> None:
        """Raises Forbidden (`picture_blocked`) for a picture that was rejected as illegal or is on a hash list, and
        Unavailable. `picture` is our file of it."""
        ...


@dataclass(frozen=True)
class PostbackAnswer:
    """`code` is None where there was no answer; `is_refused` where our own egress let nothing out."""

    code: int | None
    milliseconds: int
    retry_after: timedelta | None = None
    is_refused: bool = False


class PostbackSender(Protocol):
    def send(self, request: PostbackRequest, hosts: Sequence[str]) -> PostbackAnswer:
        """Send one request to one of these hosts, within five seconds."""
        ...
