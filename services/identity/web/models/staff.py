"""Request and response models of accounts of staff."""

from datetime import datetime
from uuid import UUID

from pydantic import Field
from shared.kit.http import Input, Output
from shared.mail_address import shown_address

from identity.domain.account import Account
from identity.domain.staff_account import (
    GrantedRole,
    RecordedAct,
    StaffAct,
    StaffPerson,
    StaffRole,
    StaffState,
)
from identity.qr import qr_path
from identity.usecases.manage_staff import StaffList
from identity.usecases.set_up_authenticator import NewAuthenticator
from identity.web.models.accounts import User
from identity.web.models.second_factor import QrPicture

MOST_ROLES = 100


class RoleGiven(Input):
    role: StaffRole
    site: str = Field(max_length=64, description="key of a brand, or `*` for all of them")


class InviteStaff(Input):
    email: str = Field(max_length=254)
    name: str = Field(max_length=200)
    roles: list[RoleGiven] = Field(max_length=MOST_ROLES)


class ChangeStaff(Input):
    """With `roles` they are set; without, a new invitation is mailed."""

    id: UUID
    roles: list[RoleGiven] = Field([], max_length=MOST_ROLES)

    @property
    def sets_roles(self) -> bool:
        """Whether roles were sent: none at all is a request to set none, which is refused, and no new invitation."""
        return "roles" in self.model_fields_set


class OffBoard(Input):
    id: UUID


class ShowStaffInvitation(Input):
    token: str = Field(max_length=200)


class AcceptStaffInvitation(Input):
    token: str = Field(max_length=200)
    password: str = Field(max_length=1000)
    code: str = Field(max_length=40, description="a code of the authenticator app")


class RoleOut(Output):
    role: StaffRole
    site: str

    @staticmethod
    def of(granted: GrantedRole) -> "RoleOut":
        return RoleOut(role=granted.role, site=granted.site)


class StaffOut(Output):
    id: UUID
    name: str
    email: str
    roles: list[RoleOut]
    state: StaffState
    invited_at: datetime
    logged_in_at: datetime | None
    second_factor: bool
    company_account: bool = Field(description="whether they log in at the company's OpenID provider")

    @staticmethod
    def of(person: StaffPerson, state: StaffState) -> "StaffOut":
        return StaffOut(
            id=person.id,
            name=person.name,
            email=shown_address(person.email),
            roles=[RoleOut.of(each) for each in person.roles],
            state=state,
            invited_at=person.invited_at,
            logged_in_at=person.logged_in_at,
            second_factor=person.has_second_factor,
            company_account=person.is_bound,
        )


class StaffActOut(Output):
    act: StaffAct
    name: str
    by: str | None = Field(description="name of the owner, or of the operator at a terminal")
    roles: list[str]
    at: datetime

    @staticmethod
    def of(act: RecordedAct) -> "StaffActOut":
        return StaffActOut(
            act=act.act, name=act.name, by=act.actor_name or act.operator, roles=list(act.roles), at=act.at
        )


class StaffAnswer(Output):
    people: list[StaffOut]
    acts: list[StaffActOut] = Field(description="the newest 100, newest first")
    sites: list[str]

    @staticmethod
    def of(found: StaffList, sites: list[str]) -> "StaffAnswer":
        return StaffAnswer(
            people=[StaffOut.of(each, found.states[each.id]) for each in found.people],
            acts=[StaffActOut.of(each) for each in found.acts],
            sites=sites,
        )


class StaffInvitationAnswer(Output):
    name: str
    email: str
    roles: list[StaffRole]
    secret: str
    address: str
    qr: QrPicture

    @staticmethod
    def of(account: Account, app: NewAuthenticator) -> "StaffInvitationAnswer":
        size, path = qr_path(app.uri)
        return StaffInvitationAnswer(
            name=account.name,
            email=shown_address(account.email),
            roles=sorted(account.roles),
            secret=app.secret,
            address=app.uri,
            qr=QrPicture(size=size, path=path),
        )


class AcceptedAnswer(Output):
    user: User
    recovery_codes: list[str]
