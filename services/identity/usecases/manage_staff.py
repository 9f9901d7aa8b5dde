"""Inviting people of the company, changing their roles, and ending their accounts. Each act is recorded."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID, uuid4

from shared.kit.core import Forbidden, NotFound, has_visible_text

from identity.domain.account import Account, Status, normal_email
from identity.domain.session import hash_secret, new_secret
from identity.domain.staff_account import (
    INVITATION_LASTS,
    NAME_LONGEST,
    STAFF_SITE,
    Actor,
    GrantedRole,
    RecordedAct,
    StaffAct,
    StaffMembership,
    StaffPerson,
    StaffRole,
    StaffState,
    checked_roles,
)
from identity.domain.token import Purpose
from identity.errors import LastOwner, NameRequired, OwnerByCommand, OwnRoles, StaffExists
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.security_events import about
from identity.storage import IdentityUnit
from identity.usecases.end_sessions import announce_revoked
from identity.usecases.request_mail import request_mail
from identity.usecases.revoke_credentials import revoke_credentials
from identity.usecases.take_member_roles import take_member_roles


@dataclass(frozen=True)
class StaffInvitation:
    email: str
    name: str
    roles: tuple[tuple[StaffRole, str], ...]
    locale: str


@dataclass(frozen=True)
class StaffList:
    people: list[StaffPerson]
    states: dict[UUID, StaffState]
    acts: list[RecordedAct]


def list_staff(uow: IdentityUnit) -> StaffList:
    """Every account of staff with its state, and the newest acts on them."""
    with uow:
        now, people = uow.now(), uow.staff.people()
        return StaffList(people, {each.id: each.state(now) for each in people}, uow.staff.acts())


def invite_staff(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    sealer: MailSealer,
    actor: Actor,
    site_key: str,
    sites: Collection[str],
    given: StaffInvitation,
) -> UUID:
    """Invite a person by mail, in the name of a brand at which they get a role. Returns the id of the account.

    The address may be a member's, too. Somebody whose account has ended gets it back, with the roles given now. Raises
    EmailInvalid, NameRequired, StaffRoleInvalid, OwnerByCommand, Forbidden, and StaffExists for an address that an
    account of staff has.
    """
    email, roles, name = normal_email(given.email), checked_roles(given.roles, sites), given.name.strip()
    if not has_visible_text(name) or len(name) > NAME_LONGEST:
        raise NameRequired(field="name")
    # Of a password that nobody knows, so that a log-in takes as long as with any other account.
    unusable = passwords.hash(new_secret())
    with uow:
        _check_actor(uow, actor)
        _check_no_new_owner(actor, roles, frozenset())
        account = Account(uuid4(), STAFF_SITE, email, name, unusable, Status.NOT_CONFIRMED, given.locale, uow.now())
        if not uow.accounts.add(account):
            earlier = uow.accounts.lock_by_address(STAFF_SITE, email)
            # Off-boarded accounts are the only ones that nothing accepts.
            if earlier is None or not earlier.is_suspended:
                raise StaffExists(field="email")
            account = earlier
        about(account.id)
        _invite(uow, sealer, account.id, unusable, _home(roles, site_key), roles, name)
        uow.staff.record(account.id, actor, StaffAct.INVITE, roles)
        uow.commit()
    return account.id


def invite_again(
    uow: IdentityUnit, passwords: Argon2Passwords, sealer: MailSealer, actor: Actor, account_id: UUID
) -> None:
    """Mail a new invitation to a person who lost the link, the password or the second factor.

    Password, second factors and sessions of the account end at once. Raises NotFound, OwnRoles and Forbidden.
    """
    unusable = passwords.hash(new_secret())
    with uow:
        account, membership = _lock_other(uow, actor, account_id)
        home = _home(membership.roles, membership.home)
        _invite(uow, sealer, account.id, unusable, home, membership.roles)
        uow.staff.record(account.id, actor, StaffAct.INVITE, membership.roles)
        uow.commit()


def change_roles(
    uow: IdentityUnit,
    actor: Actor,
    account_id: UUID,
    sites: Collection[str],
    given: Iterable[tuple[StaffRole, str]],
) -> None:
    """Set the roles of another person. Their sessions end, so that no token has the earlier ones. Mails come from a
    brand at which they still have a role, and members with their address lose roles there.

    Raises NotFound, StaffRoleInvalid, OwnRoles, OwnerByCommand, LastOwner and Forbidden.
    """
    roles = checked_roles(given, sites)
    with uow:
        account, membership = _lock_other(uow, actor, account_id)
        _check_no_new_owner(actor, roles, membership.roles)
        if membership.is_owner and not StaffMembership(membership.home, roles).is_owner:
            _check_not_last(uow, account_id)
        if roles != membership.roles:
            uow.staff.set_roles(account.id, roles)
            uow.staff.set_home(account.id, _home(roles, membership.home))
            if account.is_confirmed:
                take_member_roles(uow, account, roles)
            announce_revoked(uow, uow.sessions.end_all(account.id), uow.now())
            uow.staff.record(account.id, actor, StaffAct.CHANGE_ROLES, roles)
        uow.commit()


def off_board(uow: IdentityUnit, passwords: Argon2Passwords, actor: Actor, account_id: UUID) -> None:
    """End the account of another person: sessions, password, factors and roles, everywhere at once.

    A case that they have open returns to the queue when its lease ends. Raises NotFound, OwnRoles, LastOwner and
    Forbidden.
    """
    unusable = passwords.hash(new_secret())
    with uow:
        account, membership = _lock_other(uow, actor, account_id)
        if membership.is_owner:
            _check_not_last(uow, account_id)
        revoke_credentials(uow, account, uow.now())
        uow.staff.off_board(account.id, unusable)
        uow.devices.delete_all(account.id)
        uow.staff.record(account.id, actor, StaffAct.OFF_BOARD, ())
        uow.commit()


def _lock_other(uow: IdentityUnit, actor: Actor, account_id: UUID) -> tuple[Account, StaffMembership]:
    """Lock the account of staff that is acted on. Off-boarded ones are not found: they are invited by address."""
    about(account_id)
    if account_id == actor.id:
        raise OwnRoles()
    _check_actor(uow, actor)
    account = uow.accounts.lock(account_id)
    if account is None or account.staff is None or account.is_suspended:
        raise NotFound()
    return account, account.staff


def _check_actor(uow: IdentityUnit, actor: Actor) -> None:
    """Raise Forbidden unless the actor is an owner now. Locks every owner, so that two never remove each other."""
    if actor.id not in (*uow.staff.lock_owners(), None):
        raise Forbidden()


def _check_no_new_owner(actor: Actor, roles: frozenset[GrantedRole], earlier: frozenset[GrantedRole]) -> None:
    if actor.id is not None and any(each.role is StaffRole.OWNER for each in roles - earlier):
        raise OwnerByCommand()


def _check_not_last(uow: IdentityUnit, account_id: UUID) -> None:
    if uow.staff.active_owners() == [account_id]:
        raise LastOwner()


def _invite(
    uow: IdentityUnit,
    sealer: MailSealer,
    account_id: UUID,
    password_hash: str,
    home: str,
    roles: Iterable[GrantedRole],
    name: str | None = None,
) -> None:
    """Make the account one that only the mailed link opens, in the caller's transaction, which has locked it."""
    uow.staff.invite(account_id, home, roles)
    uow.staff.set_password(account_id, password_hash, status=Status.NOT_CONFIRMED, name=name)
    uow.staff.forget_factors(account_id)
    invited = uow.accounts.get(account_id)
    if invited is None:
        raise NotFound()
    now, secret = uow.now(), new_secret()
    revoke_credentials(uow, invited, now)
    uow.tokens.replace(account_id, Purpose.STAFF_INVITATION, hash_secret(secret), now + INVITATION_LASTS)
    request_mail(uow, sealer, invited, "staff_invitation", token=secret)


def _home(roles: frozenset[GrantedRole], site_key: str) -> str:
    """The brand in whose name the person gets mail, and whose pages the links lead to: one with a role of theirs."""
    if StaffMembership(site_key, roles).roles_at(site_key):
        return site_key
    return min(each.site for each in roles)
