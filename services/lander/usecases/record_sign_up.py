from dataclasses import replace
from datetime import datetime
from uuid import UUID

from lander.domain.lead import Arrival, Campaign, counted_network
from lander.domain.suspect_sign_up import HOURS_BEFORE, SignUpSign, is_burst
from lander.storage import LanderUnit


def record_sign_up(
    uow: LanderUnit,
    member_id: UUID,
    arrival: Arrival,
    at: datetime,
    campaign: Campaign | None,
    network: str,
    sign: SignUpSign | None = None,
) -> None:
    """Make the lead of a member, in the caller's transaction, once.

    `campaign` and `network` are parameters of the address, with the member's consent; without it `campaign` is None and
    only a network of the site's keeps its name. `sign` makes the lead suspect, and so does a burst of its network.
    """
    counted = counted_network(network or arrival.network, uow.networks.names(arrival.site))
    named = counted if campaign is None or not network else network
    if not uow.leads.sign_up(member_id, replace(arrival, network=named), campaign or Campaign(), at):
        return
    if counted and sign is None and _is_burst(uow, arrival.site, counted, at):
        sign = SignUpSign.BURST
    if sign is not None:
        uow.suspects.suspect(member_id, sign)


def _is_burst(uow: LanderUnit, site: str, network: str, at: datetime) -> bool:
    """Count the sign-up in its hour. The counter's row lock makes two of one hour count one after the other."""
    hour = at.replace(minute=0, second=0, microsecond=0)
    this_hour = uow.suspects.count_hour(site, network, hour)
    return is_burst(this_hour, uow.suspects.hours(site, network, hour - HOURS_BEFORE, hour))
