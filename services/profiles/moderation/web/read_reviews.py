"""Looks of staff without a case: listed by week for another person, who marks them as looked through."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Output, endpoint

from profiles.moderation.web.context import current_desk, wiring

read_reviews = Blueprint("read_reviews", __name__, url_prefix="/api")
LOOKS_AT_A_TIME = 200
LookId = Annotated[int, Field(ge=1, le=2**53)]


class UncasedLookOut(Output):
    id: int
    week: date = Field(description="Its Monday")
    at: datetime
    action: Literal["open_member", "read_conversation"]
    actor_id: UUID
    actor_name: str | None
    member_id: UUID
    member_name: str | None
    reason: str | None


class UncasedLooksAnswer(Output):
    looks: list[UncasedLookOut] = Field(description="The oldest first, without the caller's own")
    waiting: int


class MarkLooks(Input):
    looks: list[LookId] = Field(min_length=1, max_length=LOOKS_AT_A_TIME)


class MarkedAnswer(Output):
    marked: int


@read_reviews.get("/staff-reads.php")
@endpoint()
def get_uncased_looks() -> UncasedLooksAnswer:
    """List the looks of colleagues without a case that nobody has looked through."""
    with wiring().reads() as reads:
        looks, waiting = reads.read_reviews.waiting(current_desk(), LOOKS_AT_A_TIME)
    return UncasedLooksAnswer(
        looks=[
            UncasedLookOut(
                id=one.id,
                week=one.week.date(),
                at=one.at,
                action="open_member" if one.action.endswith("open_member") else "read_conversation",
                actor_id=one.actor_id,
                actor_name=one.actor_name,
                member_id=one.member_id,
                member_name=one.member_name,
                reason=one.reason,
            )
            for one in looks
        ],
        waiting=waiting,
    )


@read_reviews.post("/staff-reads.php")
@endpoint()
def post_marks(body: MarkLooks) -> MarkedAnswer:
    """Mark looks of colleagues as looked through."""
    with wiring().unit_of_work() as uow:
        marked = uow.read_reviews.mark(current_desk(), body.looks)
        uow.commit()
    return MarkedAnswer(marked=marked)
