"""Make, list and revoke invites: `python -m identity.invites make --name Ann [--days 14] [--site pairwise]`."""

import argparse
from datetime import timedelta
from uuid import UUID, uuid4

from shared.kit.core import log_security_event, set_up_logs

from identity.domain.invite import new_token
from identity.domain.session import hash_secret
from identity.security_events import Action
from identity.wiring import Wiring, read_settings, wire

LONGEST_DAYS = 365


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make an invite and print its link, which is shown this once")
    make.add_argument("--name", required=True, help="name of the invited person, shown on the page")
    make.add_argument("--days", type=int, default=14, choices=range(1, LONGEST_DAYS + 1), metavar="1-365")
    make.add_argument("--site", default="pairwise")
    shown = commands.add_parser("list", help="show all invites of a site")
    shown.add_argument("--site", default="pairwise")
    revoke = commands.add_parser("revoke", help="let an invite work no longer")
    revoke.add_argument("id", type=UUID)
    given = parser.parse_args(arguments)

    wiring = wire(read_settings())
    match given.command:
        case "make":
            print(make_invite(wiring, given.site, given.name, given.days))
        case "list":
            print("\n".join(list_invites(wiring, given.site)))
        case "revoke":
            print(revoke_invite(wiring, given.id))


def make_invite(wiring: Wiring, site: str, name: str, days: int) -> str:
    """The link of a new invite. The database stores only a hash of its token."""
    token = new_token()
    with wiring.unit_of_work() as uow:
        invite_id = uuid4()
        uow.invites.add(invite_id, site, name, hash_secret(token), timedelta(days=days))
        uow.commit()
    log_security_event(Action.INVITE_MAKE, site=site, target_id=invite_id)
    return f"{wiring.sites.get(site).base_url}/{token}"


def list_invites(wiring: Wiring, site: str) -> list[str]:
    with wiring.unit_of_work() as uow:
        now = uow.now()
        return [
            f"{invite.id}  {invite.state(now):8}  until {invite.expires_at:%Y-%m-%d}  {invite.name}"
            for invite in uow.invites.all(site)
        ]


def revoke_invite(wiring: Wiring, invite_id: UUID) -> str:
    with wiring.unit_of_work() as uow:
        is_revoked = uow.invites.revoke(invite_id)
        uow.commit()
    if is_revoked:
        log_security_event(Action.INVITE_REVOKE, target_id=invite_id)
    return "revoked" if is_revoked else "there is no open invite with this id"


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    main()
