"""Request and response models of accounts."""

from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from pydantic import Field
from shared.kit.http import Input, Output
from shared.languages import Locale
from shared.mail_address import shown_address
from shared.sites import Site

from identity.domain.account import Account
from identity.domain.staff_account import StaffRole


class LogIn(Input):
    email: str = Field(max_length=254)
    password: str = Field(max_length=1000)
    code: str | None = Field(None, max_length=40, description="a one-time code or a recovery code")


class ChangeUser(Input):
    """Only the fields sent are changed."""

    language: Locale | None = None
    name: str | None = Field(None, max_length=200)


class DeleteUser(Input):
    password: str = Field(max_length=1000)


class Reactivate(Input):
    token: str = Field(max_length=200)


class AskReactivation(Input):
    email: str = Field(max_length=254)


class ReactivatedAnswer(Output):
    reactivated: Literal[True] = True


class User(Output):
    id: UUID
    email: str
    name: str
    status: Literal["not_confirmed", "active"]
    language: Locale
    credits: int
    wallet_version: int = Field(
        description="Number of the wallet's change that `credits` is from, as in chat's `Price`"
    )
    paid_user: bool
    signup_date: datetime
    signup_seconds_ago: int
    notifications_disabled: list[str]
    terms_due: bool
    desks: list[StaffRole] | None = Field(
        description="Roles at this site of a person of staff, who is no member; null for members"
    )
    matching_due: bool = Field(description="Whether the consent `matching` has not been asked for yet")

    @staticmethod
    def of(account: Account, site: Site) -> "User":
        return User(
            id=account.id,
            email=shown_address(account.email),
            name=account.name,
            status="active" if account.is_confirmed else "not_confirmed",
            language=account.locale,
            credits=account.credits,
            wallet_version=account.credits_version,
            paid_user=account.is_premium,
            signup_date=account.signed_up_at,
            signup_seconds_ago=max(0, int((datetime.now(UTC) - account.signed_up_at).total_seconds())),
            notifications_disabled=[account.mail_suppressed] if account.mail_suppressed else [],
            terms_due=account.staff is None and account.owes_consent(site.terms_at),
            desks=sorted(account.roles) if account.staff else None,
            matching_due=account.staff is None and account.matching_due,
        )


class UserQuery(Input):
    visitor: Literal["1"] | None = Field(
        None, description="With 1 the answer to a caller without a session is null instead of an error"
    )


class UserAnswer(Output):
    user: User


class AnyoneAnswer(Output):
    """`user` is null for visitors."""

    user: User | None


class DeletedAnswer(Output):
    reactivate_until: datetime
