from dataclasses import replace
from datetime import datetime
from uuid import UUID

from lander.domain.lead import Arrival, Campaign, counted_network
from lander.storage import LanderUnit


def record_sign_up(
    uow: LanderUnit, member_id: UUID, arrival: Arrival, at: datetime, campaign: Campaign | None, network: str
) -> None:
    """Make the lead of a member, in the caller's transaction, once.

    `campaign` and `network` are parameters of the address, with the member's consent; without it `campaign` is None and
    only a network of the site's keeps its name.
    """
    if campaign is None or not network:
        network = counted_network(arrival.network, uow.networks.names(arrival.site))
    uow.leads.sign_up(member_id, replace(arrival, network=network), campaign or Campaign(), at)
