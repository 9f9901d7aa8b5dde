"""Accounts of staff: people of the company, who are no members, with their roles at brands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from identity.errors import StaffRoleInvalid

# `accounts.site` of staff. No site has this key, so nothing that looks for members of a site finds them.
STAFF_SITE = "*"
# The scope of a role that holds at every brand.
EVERY_SITE = "*"
INVITATION_LASTS = timedelta(days=7)
NAME_LONGEST = 80


class StaffRole(StrEnum):
    MODERATOR = "moderator"
    LEAD = "lead"  # a moderator who sees the numbers of everybody
    SUPPORT = "support"
    MARKETER = "marketer"
    FINANCE = "finance"  # sees invoices and payouts of the brand's company, and exports them
    WRITER = "writer"  # writes for fictional profiles
    READ_ONLY = "read_only"  # sees every desk and changes nothing
    OWNER = "owner"  # manages the accounts of staff, at every brand


@dataclass(frozen=True, order=True)
class GrantedRole:
    """A role at one brand, or at all of them (`EVERY_SITE`)."""

    role: StaffRole
    site: str

    def __str__(self) -> str:
        return f"{self.role.value}@{self.site}"


@dataclass(frozen=True)
class StaffMembership:
    """Part of an account of staff: the brand in whose name it gets mail, and its roles."""

    home: str
    roles: frozenset[GrantedRole]

    def roles_at(self, site: str) -> frozenset[StaffRole]:
        return frozenset(each.role for each in self.roles if each.site in (site, EVERY_SITE))

    @property
    def is_owner(self) -> bool:
        return GrantedRole(StaffRole.OWNER, EVERY_SITE) in self.roles


class StaffState(StrEnum):
    INVITED = "invited"
    EXPIRED = "expired"  # invited, and the link is too old
    ACTIVE = "active"
    OFF_BOARDED = "off_boarded"


class StaffAct(StrEnum):
    """An act on an account of staff, as recorded in the audit log."""

    INVITE = "invite"
    ACCEPT = "accept"
    BIND = "bind"  # first log-in at the company's OpenID provider
    CHANGE_ROLES = "change_roles"
    OFF_BOARD = "off_board"


@dataclass(frozen=True)
class Actor:
    """Who acts: an owner, or an operator at a terminal."""

    id: UUID | None = None
    operator: str | None = None


@dataclass(frozen=True)
class StaffPerson:
    """A line of the owners' list."""

    id: UUID
    name: str
    email: str
    home: str
    roles: tuple[GrantedRole, ...]
    invited_at: datetime
    accepted_at: datetime | None
    off_boarded_at: datetime | None
    logged_in_at: datetime | None
    has_second_factor: bool
    is_bound: bool  # logs in at the company's OpenID provider

    def state(self, at: datetime) -> StaffState:
        if self.off_boarded_at is not None:
            return StaffState.OFF_BOARDED
        if self.accepted_at is not None:
            return StaffState.ACTIVE
        return StaffState.INVITED if at < self.invited_at + INVITATION_LASTS else StaffState.EXPIRED


@dataclass(frozen=True)
class RecordedAct:
    act: StaffAct
    name: str
    actor_name: str | None  # null for an operator
    operator: str | None
    roles: tuple[str, ...]
    at: datetime


def checked_roles(roles: Iterable[tuple[StaffRole, str]], sites: Iterable[str]) -> frozenset[GrantedRole]:
    """The roles to grant. Raises StaffRoleInvalid for none, an unknown brand, and an owner of one brand alone."""
    known = {*sites, EVERY_SITE}
    granted = frozenset(GrantedRole(role, site) for role, site in roles)
    if not granted or any(each.site not in known for each in granted):
        raise StaffRoleInvalid(field="roles")
    if any(each.role is StaffRole.OWNER and each.site != EVERY_SITE for each in granted):
        raise StaffRoleInvalid(field="roles")
    return granted
