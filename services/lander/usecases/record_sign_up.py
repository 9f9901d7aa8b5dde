from dataclasses import replace
from datetime import datetime
from uuid import UUID

from lander.domain.lead import Arrival, Campaign, counted_network
from lander.domain.suspect_sign_up import SignUpSign
from lander.storage import LanderUnit
from lander.usecases.judge_hour import judge_hour


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
    link = arrival.link if uow.links.is_known(arrival.site, arrival.link) else ""
    if not uow.leads.sign_up(member_id, replace(arrival, network=named, link=link), campaign or Campaign(), at):
        return
    if sign is not None:
        uow.suspects.suspect(member_id, sign)
    elif counted:
        judge_hour(uow, member_id)
