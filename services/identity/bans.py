"""Ban an address at the request of its owner: `python -m identity.bans add|lift SITE ADDRESS [--days 365]`.

While the ban lasts no account can be opened with the address on any site of the pool. An existing account stays: its
owner deletes it, or the desk suspends it. Bans by the desk come with a suspension and are lifted with it.
"""

import argparse
import sys
from datetime import timedelta

from shared.kit.core import log_security_event, set_up_logs

from identity.domain.account import normal_email
from identity.domain.ban import LASTS, Cause
from identity.security_events import Action
from identity.wiring import Wiring, read_settings, wire


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("add", "lift"))
    parser.add_argument("site")
    parser.add_argument("address", type=normal_email)
    parser.add_argument("--days", type=int, default=LASTS.days, choices=range(1, LASTS.days + 1), metavar="1-1095")
    given = parser.parse_args(arguments)
    wiring = wire(read_settings())
    if given.action == "add":
        add_ban(wiring, given.site, given.address, given.days)
    elif not lift_ban(wiring, given.site, given.address):
        print("There is no such ban.")
        return 1
    print("done")
    return 0


def add_ban(wiring: Wiring, site: str, address: str, days: int) -> None:
    with wiring.unit_of_work() as uow:
        end = uow.now() + timedelta(days=days)
        uow.bans.add(Cause.OWN_WISH, wiring.sites.pool_of(site), address, (), end, member_id=None)
        uow.commit()
    log_security_event(Action.BAN_ADD, site=site, reason=Cause.OWN_WISH.value)


def lift_ban(wiring: Wiring, site: str, address: str) -> bool:
    with wiring.unit_of_work() as uow:
        is_lifted = uow.bans.lift_address(Cause.OWN_WISH, wiring.sites.pool_of(site), address)
        uow.commit()
    if is_lifted:
        log_security_event(Action.BAN_LIFT, site=site, reason=Cause.OWN_WISH.value)
    return is_lifted


if __name__ == "__main__":
    set_up_logs("identity", "operator")
    sys.exit(main(sys.argv[1:]))
