"""Accounts of staff, and the staff role of members: `python -m identity.staff COMMAND`, with identity's variables.

    invite [--owner] [--role ROLE]... [--every-site] SITE ADDRESS NAME --by NAME
    list
    off-board ADDRESS --by NAME
    move SITE --by NAME      invites members who hold roles as staff, and takes the roles from their accounts
    add|remove SITE ADDRESS  the staff role of a member (accounts of before `move`)

An invited person sets a password and a second factor by the mailed link, within seven days. The first owner is invited
here; owners invite everybody else at their own desk.
"""

import argparse
import sys
from uuid import UUID

from shared.kit.core import Refusal, log_security_event, set_up_logs, variable
from shared.kit.db import Database

from identity.domain.account import normal_email
from identity.domain.staff_account import EVERY_SITE, STAFF_SITE, Actor, StaffRole
from identity.roles import Role, set_role
from identity.security_events import Action
from identity.usecases.manage_staff import StaffInvitation, invite_again, invite_staff, list_staff, off_board
from identity.usecases.move_staff import move_staff
from identity.wiring import Wiring, read_settings, wire


def set_staff(database: Database, site: str, address: str, *, is_staff: bool) -> bool:
    """Grant or revoke the role (`roles.set_role`). Returns False if there is no such account."""
    return set_role(database, site, address, Role.STAFF, granted=is_staff)


def main(arguments: list[str]) -> int:
    given = parser().parse_args(arguments)
    if given.command in ("add", "remove"):
        database = Database(variable("DATABASE_URL"))
        if not set_staff(database, given.site, given.address, is_staff=given.command == "add"):
            print(f"There is no account of {given.site} with this address.")
            return 1
        print("done")
        return 0
    try:
        return _run(wire(read_settings()), given)
    except Refusal as refusal:
        print(refusal.code)
        return 1


def _run(wiring: Wiring, given: argparse.Namespace) -> int:
    uow = wiring.unit_of_work()
    if given.command == "list":
        found = list_staff(uow)
        for each in found.people:
            factor = "two factors" if each.has_second_factor else "no second factor"
            used = f"{each.logged_in_at:%Y-%m-%d}" if each.logged_in_at else "never"
            held = " ".join(map(str, each.roles)) or "-"
            print(f"{found.states[each.id].value}\t{each.email}\t{each.name}\t{held}\t{factor}\tlast log-in {used}")
        return 0
    actor = Actor(operator=given.by)
    if given.command == "off-board":
        account = _account(wiring, given.address)
        if account is None:
            print("There is no account of staff with this address.")
            return 1
        off_board(uow, wiring.passwords, actor, account)
        log_security_event(Action.STAFF_OFF_BOARD, operator=given.by, member_id=account)
        print("done")
        return 0
    if given.site not in wiring.sites.site_keys():
        print(f"There is no site {given.site}.")
        return 1
    if given.command == "move":
        moved, left = move_staff(
            wiring.unit_of_work, wiring.passwords, wiring.mail_sealer, actor, given.site, wiring.sites.site_keys()
        )
        for address, roles in moved:
            print(f"invited {address} as {' '.join(roles)}")
        for address in left:
            print(f"left {address}: suspended, off-boarded, or a lead without the desk")
        print(f"{len(moved)} moved, {len(left)} left")
        return 0
    return _invite(wiring, actor, given)


def _invite(wiring: Wiring, actor: Actor, given: argparse.Namespace) -> int:
    """Invite, or invite again a person who lost the link: an owner cannot do that for themself."""
    scope = EVERY_SITE if given.every_site else given.site
    roles = [(StaffRole(name), scope) for name in given.role]
    if given.owner:
        roles.append((StaffRole.OWNER, EVERY_SITE))
    account, uow = _account(wiring, given.address), wiring.unit_of_work()
    if account is not None and not roles:
        invite_again(uow, wiring.passwords, wiring.mail_sealer, actor, account)
    else:
        site = wiring.sites.get(given.site)
        invitation = StaffInvitation(given.address, given.name, tuple(roles), site.domain_language)
        account = invite_staff(
            uow, wiring.passwords, wiring.mail_sealer, actor, given.site, wiring.sites.site_keys(), invitation
        )
    log_security_event(Action.STAFF_INVITE, operator=given.by, member_id=account, site=given.site)
    print("invited")
    return 0


def _account(wiring: Wiring, address: str) -> UUID | None:
    with wiring.unit_of_work() as uow:
        account = uow.accounts.find(STAFF_SITE, normal_email(address))
    return account.id if account else None


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("add", "remove"):
        role = commands.add_parser(name, help="the staff role of a member")
        role.add_argument("site")
        role.add_argument("address")
    invite = commands.add_parser("invite", help="invite a person by mail; without a role, once more")
    invite.add_argument("--owner", action="store_true", help="let them manage the accounts of staff")
    roles = [role.value for role in StaffRole if role is not StaffRole.OWNER]
    invite.add_argument("--role", action="append", default=[], choices=roles)
    invite.add_argument("--every-site", action="store_true", help="the roles hold at every brand")
    invite.add_argument("site", help="the brand in whose name the mail is sent")
    invite.add_argument("address")
    invite.add_argument("name")
    commands.add_parser("list", help="accounts of staff")
    ended = commands.add_parser("off-board", help="end an account of staff")
    ended.add_argument("address")
    move = commands.add_parser("move", help="make members with roles people of staff")
    move.add_argument("site")
    for acting in (invite, ended, move):
        acting.add_argument("--by", required=True, help="name of the operator who decides it")
    return parser


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
