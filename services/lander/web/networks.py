from flask import Blueprint
from shared.kit.http import Nothing, endpoint

from lander.usecases.change_network import add_network, enter_cost, import_costs, pay_network
from lander.web.context import current_marketer, wiring
from lander.web.network_models import (
    AddNetwork,
    CostOut,
    CostsAnswer,
    CostsImported,
    EnterCost,
    ImportCosts,
    NetworkOut,
    NetworksAnswer,
    PayNetwork,
    UnknownNetworkOut,
)

networks = Blueprint("networks", __name__, url_prefix="/api")
COSTS_SHOWN, UNKNOWN_SHOWN = 200, 20


@networks.get("/marketing-networks.php")
@endpoint()
def get_marketing_networks() -> NetworksAnswer:
    """The networks of this site and what each is paid for, and names in links that were not added."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        found, unknown = uow.networks.of_site(site), uow.networks.unknown(site, UNKNOWN_SHOWN)
    return NetworksAnswer(
        networks=[NetworkOut.of(each) for each in found],
        unknown=[UnknownNetworkOut.model_validate(vars(each)) for each in unknown],
    )


@networks.post("/marketing-networks.php")
@endpoint(status=201)
def post_marketing_network(body: AddNetwork) -> Nothing:
    """Count a network by its name from now on."""
    add_network(wiring().unit_of_work(), current_marketer(), body.name, body.expected_daily)
    wiring().catalogue.forget()
    return Nothing()


@networks.put("/marketing-networks.php")
@endpoint()
def put_marketing_network(body: PayNetwork) -> Nothing:
    """Set what a network is paid for, and the sign-ups a day it declared."""
    unit, me = wiring().unit_of_work(), current_marketer()
    pay_network(unit, me, body.name, body.payout(), body.expected_daily)
    return Nothing()


@networks.get("/marketing-costs.php")
@endpoint()
def get_marketing_costs() -> CostsAnswer:
    """What networks of this site cost, by day, newest first."""
    with wiring().unit_of_work().reading() as uow:
        found = uow.costs.newest(current_marketer().site, COSTS_SHOWN)
    return CostsAnswer(costs=[CostOut.of(each) for each in found])


@networks.post("/marketing-costs.php")
@endpoint()
def post_marketing_costs(body: ImportCosts) -> CostsImported:
    """Enter the costs of a CSV file: all of its lines, or none if one has a problem."""
    return CostsImported.of(import_costs(wiring().unit_of_work(), current_marketer(), body.csv))


@networks.put("/marketing-costs.php")
@endpoint()
def put_marketing_cost(body: EnterCost) -> Nothing:
    """Set what a network cost on a day."""
    enter_cost(wiring().unit_of_work(), current_marketer(), body.network, body.day, body.minor, body.currency)
    return Nothing()
