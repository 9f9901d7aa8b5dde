"""What identity reads and answers over HTTP."""

from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from pydantic import Field
from servicekit.web.endpoint import Input, Output
from sites.model import Locale

from identity.domain.account import Account

Gender = Literal["male", "female"]


class Tracking(Input):
    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)
    sub1: str = Field("", max_length=200)
    sub2: str = Field("", max_length=200)
    sub3: str = Field("", max_length=200)
    visit_id: UUID | None = None


class SignUp(Input):
    id: UUID
    email: str = Field(max_length=254)
    name: str = Field(max_length=200)
    date_of_birth: str = Field(max_length=32)
    gender: Gender
    seeks: list[Gender] = Field(min_length=1, max_length=2)
    password: str = Field(max_length=1000)
    town_id: int | None = Field(None, ge=1, le=2**53)
    locale: Locale | None = None
    terms_accepted: bool
    tracking: Tracking | None = None


class LogIn(Input):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)


class ChangeUser(Input):
    language: Locale


class DeleteUser(Input):
    password: str = Field(max_length=1000)


class Activate(Input):
    token: str = Field(max_length=200)


class Empty(Input):
    """A body without fields."""


class User(Output):
    id: UUID
    email: str
    name: str
    status: Literal["not_confirmed", "active"]
    language: str
    credits: int
    paid_user: bool
    signup_date: datetime
    signup_seconds_ago: int
    notifications_disabled: list[str]

    @staticmethod
    def of(account: Account) -> "User":
        return User(
            id=account.id,
            email=account.email,
            name=account.name,
            status="active" if account.is_confirmed else "not_confirmed",
            language=account.locale,
            credits=account.credits,
            paid_user=account.is_premium,
            signup_date=account.signed_up_at,
            signup_seconds_ago=max(0, int((datetime.now(UTC) - account.signed_up_at).total_seconds())),
            notifications_disabled=[],
        )


class UserAnswer(Output):
    user: User


class DeletedAnswer(Output):
    reactivate_until: datetime


class ActivatedAnswer(Output):
    activated: bool


class SentAgainAnswer(Output):
    sent_again_at: datetime
