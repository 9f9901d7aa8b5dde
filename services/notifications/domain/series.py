"""A series: messages of one campaign, days apart, to each member from the moment they enter it.

An ordinary campaign has no series: one message to everyone in its audience at once.
"""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from notifications.domain.campaign_document import CampaignDocument, Closed

MOST_MESSAGES, LAST_DAY = 7, 30
# A series that begins with the sign-up is for members who signed up at most this many days ago.
NEW_FOR_DAYS = 7

Day = Annotated[int, Field(ge=0, le=LAST_DAY, strict=True)]


class Stop(StrEnum):
    """What ends a series for a member, if its marketer chooses so. Without consent nothing is sent at all."""

    PURCHASE = "purchase"
    RETURN = "return"  # seen on a later day than that of the entry
    LEFT = "left"  # no longer in the audience


class Ending(StrEnum):
    """Why a member gets no more messages of a series."""

    COMPLETE = "complete"
    BOUGHT = "bought"
    RETURNED = "returned"
    LEFT = "left"
    UNSUBSCRIBED = "unsubscribed"  # or cannot be reached: the address bounced, or is not confirmed
    SUSPENDED = "suspended"
    PAUSED = "paused"
    GONE = "gone"
    STOPPED = "stopped"  # by a marketer, or with a discount code that has ended


class LaterMessage(Closed):
    day: Day
    document: CampaignDocument


class Series(Closed):
    """`day` is that of the first message, whose content is the campaign's own document. Days count from the entry."""

    starts: Literal["audience", "sign_up"] = "audience"
    stops: list[Stop] = Field(default_factory=list, max_length=len(Stop))
    day: Day = 0
    later: list[LaterMessage] = Field(default_factory=list, max_length=MOST_MESSAGES - 1)

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        if any(after <= before for before, after in zip(self.days, self.days[1:], strict=False)):
            raise ValueError("each message comes on a later day than the one before")
        if len(set(self.stops)) < len(self.stops):
            raise ValueError("a stop condition is given twice")
        return self

    @property
    def days(self) -> list[int]:
        return [self.day, *(message.day for message in self.later)]
