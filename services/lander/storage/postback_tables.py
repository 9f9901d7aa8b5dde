"""The queue of postbacks, and the tests of them."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import BigInteger, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base


class PostbackRow(Base):
    """A postback to a network. `state` is queued, sent, withheld or failed; `reason` is why it was not sent.

    `tries` counts those that ended, whatever the answer, but for a busy network; `claims` all that began.
    """

    __tablename__ = "postbacks"
    __table_args__ = (
        Index("ix_postbacks_due", "next_try_at", postgresql_where=text("state = 'queued'")),
        Index("ix_postbacks_created_at", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    network: Mapped[str]
    goal: Mapped[str]
    rank: Mapped[int]
    lead_id: Mapped[int] = mapped_column(ForeignKey("leads.id"), index=True)
    payment_id: Mapped[UUID | None] = mapped_column(index=True)
    payout_minor: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str]
    state: Mapped[str] = mapped_column(server_default=text("'queued'"))
    reason: Mapped[str | None]
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    claims: Mapped[int] = mapped_column(server_default=text("0"))
    next_try_at: Mapped[datetime] = mapped_column(AwareTime)
    code: Mapped[int | None]
    milliseconds: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)


class PostbackTestRow(Base):
    """A postback with test values that a marketer asked for. `next_try_at` is NULL once it was sent."""

    __tablename__ = "postback_tests"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    network: Mapped[str]
    goal: Mapped[str]
    asked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    next_try_at: Mapped[datetime | None] = mapped_column(AwareTime, server_default=func.now())
    code: Mapped[int | None]
    milliseconds: Mapped[int | None]
    is_refused: Mapped[bool] = mapped_column(server_default=text("false"))
