"""Request and response models of the sign-up."""

from typing import Literal
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId, Invalid
from shared.kit.http import Input, Output
from shared.languages import Locale

from identity.domain import origin
from identity.domain.account import EMAIL_LONGEST, OLDEST_YEARS
from identity.domain.member_name import NAME_LONGEST
from identity.domain.password import PASSWORD_LONGEST, PASSWORD_SHORTEST
from identity.web.models.accounts import User
from identity.web.models.invitations import CODE_LONGEST

Gender = Literal["male", "female"]


class Tracking(Input):
    """The campaign in the address of the first page. Ignored without the consent `attribution`."""

    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)
    sub1: str = Field("", max_length=200)
    sub2: str = Field("", max_length=200)
    sub3: str = Field("", max_length=200)
    sub4: str = Field("", max_length=200)
    sub5: str = Field("", max_length=200)
    lb: str = Field("", max_length=200)
    visit_id: UUID | None = None

    def as_value(self) -> origin.Tracking:
        return origin.Tracking(self.network, self.ref, self.sub1, self.sub2, self.sub3, self.sub4, self.sub5)


class Arrival(Input):
    """The landing page that led to the sign-up, as its link says. No id of a visitor."""

    page: str = Field("", max_length=100, pattern=r"^[a-z0-9/-]*$")
    version: int = Field(0, ge=0, le=2**53)
    arm: int = Field(0, ge=0, le=2**53)
    network: str = Field("", max_length=32, pattern=r"^[A-Za-z0-9._-]*$")
    opened: str = Field(
        "", max_length=64, pattern=r"^[A-Za-z0-9._-]*$", description="Proof of the page's rendering, from its script"
    )
    link: str = Field("", max_length=32, pattern=r"^[a-z0-9-]*$", description="The smart link that led to the page")

    def on(self, device: str) -> origin.Arrival:
        """The arrival on a device of this class."""
        return origin.Arrival(self.page, self.version, self.arm, self.network, self.opened, device, self.link)


class Source(Input):
    """The traffic source, for sites with `signups: with_trafficsource`. Compared once, and not stored."""

    network: str = Field("", max_length=200)
    ref: str = Field("", max_length=200)


class SignUp(Input):
    id: ClientId = Field(
        description="Idempotency key of this sign-up. The server generates the member's id: see the answer"
    )
    email: str = Field("", max_length=254)
    email_kept: bool = Field(False, description="The address is right, although `email_mistyped` suggests another one")
    name: str = Field("", max_length=200)
    date_of_birth: str = Field("", max_length=32)
    gender: Gender
    seeks: list[Gender] = Field(max_length=2, description="Stored only with the consent `matching`; empty: not said")
    password: str = Field(max_length=1000)
    town_id: int | None = Field(None, ge=1, le=2**53)
    locale: Locale | None = None
    terms_accepted: bool
    profile_id: UUID | None = Field(
        None, description="The member whose profile led to the sign-up; recipient of `signup_message`"
    )
    signup_message: str = Field("", max_length=10_000)
    tracking: Tracking | None = None
    source: Source | None = None
    arrival: Arrival | None = None
    invite: str | None = Field(None, max_length=200)
    invitation: str | None = Field(None, max_length=CODE_LONGEST, description="Code of a member's link")
    consents: list[Literal["matching", "sexuality", "marketing", "attribution"]] = Field(
        default=[], max_length=4, description="`sexuality` counts only together with `matching`"
    )

    @property
    def sent_by(self) -> origin.Source:
        """The traffic source that the site's policy asks for."""
        given = self.source or self.tracking
        return origin.Source(given.network, given.ref) if given else origin.Source()


class SignUpAnswer(Output):
    user: User | None


class CheckSignUp(Input):
    """The answers of a form that is being filled in; a field that is left out is not checked."""

    name: str | None = Field(None, max_length=200)
    email: str | None = Field(None, max_length=254)
    email_kept: bool = False
    password: str | None = Field(None, max_length=1000)


class SignUpProblem(Output):
    field: str
    code: str
    suggestion: str | None = Field(None, description="The address that `email_mistyped` takes to be meant")

    @staticmethod
    def of(problem: Invalid) -> "SignUpProblem":
        suggestion = problem.params.get("suggestion")
        return SignUpProblem(field=problem.field or "", code=problem.code, suggestion=suggestion)


class SignUpProblems(Output):
    problems: list[SignUpProblem]


class SignupLimits(Output):
    """Limits of the fields of a sign-up, for validation in pages."""

    name_longest: int = NAME_LONGEST
    email_longest: int = EMAIL_LONGEST
    password_shortest: int = PASSWORD_SHORTEST
    password_longest: int = PASSWORD_LONGEST
    oldest_years: int = OLDEST_YEARS
