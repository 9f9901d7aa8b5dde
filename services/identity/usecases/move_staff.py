"""Moving roles that members hold to accounts of staff at the same addresses."""

from collections.abc import Callable, Collection

from identity.domain.account import Account
from identity.domain.staff_account import STAFF_SITE, Actor, StaffRole
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.manage_staff import StaffInvitation, change_roles, invite_staff
from identity.usecases.take_member_roles import clear_roles


def move_staff(
    units: Callable[[], IdentityUnit],
    passwords: Argon2Passwords,
    sealer: MailSealer,
    actor: Actor,
    site_key: str,
    sites: Collection[str],
) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Invite each member of the site who holds roles as a person of staff, and take the roles from their account.

    The invitation comes first, so that a failure between the two leaves the roles, and the next run finishes them. A
    person who has an account of staff already gets the roles there. Sessions of the member end. Left as they
    are: suspended members, people whose account of staff has ended, and leads who may not open the desk. Returns the
    addresses moved, with the roles, and those left.
    """
    with units() as uow:
        holders = uow.accounts.role_holders(site_key)
    moved, left = [], []
    for account in holders:
        roles = roles_of(account)
        given = [(role, site_key) for role in roles]
        with units() as uow:
            existing = uow.accounts.find(STAFF_SITE, account.email)
        if not roles or account.is_suspended or (existing is not None and existing.is_suspended):
            left.append(account.email)
            continue
        if existing is None or existing.staff is None:
            invitation = StaffInvitation(account.email, account.name, tuple(given), account.locale)
            invite_staff(units(), passwords, sealer, actor, site_key, sites, invitation)
        else:
            wanted = {*given, *((each.role, each.site) for each in existing.staff.roles)}
            change_roles(units(), actor, existing.id, sites, wanted)
        _take(units(), account)
        moved.append((account.email, [role.value for role in roles]))
    return moved, left


def roles_of(account: Account) -> list[StaffRole]:
    """The roles that a member's account holds, as those of an account of staff. A lead is one with the desk alone."""
    held = {
        StaffRole.MODERATOR: account.is_staff and not account.is_lead,
        StaffRole.LEAD: account.is_lead and account.is_staff,
        StaffRole.SUPPORT: account.is_support,
        StaffRole.MARKETER: account.is_marketer,
        StaffRole.WRITER: account.is_writer,
    }
    return [role for role, is_held in held.items() if is_held]


def _take(uow: IdentityUnit, member: Account) -> None:
    with uow:
        uow.accounts.lock(member.id)
        clear_roles(uow, member.id, member.site)
        uow.commit()
