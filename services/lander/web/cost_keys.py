"""Costs by API: the key at the marketing desk, and the call of a program that has it."""

from datetime import datetime

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Nothing, Output, endpoint, webhook

from lander.usecases.change_cost_key import make_cost_key, revoke_cost_key, send_costs
from lander.web.context import current_marketer, current_site, wiring
from lander.web.network_models import CostsImported, ImportCosts

cost_keys = Blueprint("cost_keys", __name__, url_prefix="/api")


class CostKeyAnswer(Output):
    made_at: datetime | None = Field(description="None without a key")


class MadeCostKey(Output):
    key: str = Field(description="Shown once; the server keeps its hash")


class SendCosts(ImportCosts):
    key: str = Field(max_length=100, description="From the marketing desk")


@cost_keys.get("/marketing-cost-key.php")
@endpoint()
def get_marketing_cost_key() -> CostKeyAnswer:
    """Whether programs have a key for costs of this site."""
    with wiring().unit_of_work().reading() as uow:
        return CostKeyAnswer(made_at=uow.cost_keys.made_at(current_marketer().site))


@cost_keys.post("/marketing-cost-key.php")
@endpoint(status=201)
def post_marketing_cost_key() -> MadeCostKey:
    """Make the key by which a program enters costs; it ends an earlier one."""
    return MadeCostKey(key=make_cost_key(wiring().unit_of_work(), current_marketer()))


@cost_keys.delete("/marketing-cost-key.php")
@endpoint()
def delete_marketing_cost_key() -> Nothing:
    """Revoke the key."""
    revoke_cost_key(wiring().unit_of_work(), current_marketer())
    return Nothing()


@cost_keys.post("/costs.php")
@webhook
@endpoint()
def post_costs(body: SendCosts) -> CostsImported:
    """Enter the costs of a CSV file by a key: all of its lines, or none if one has a problem."""
    return CostsImported.of(send_costs(wiring().unit_of_work(), current_site().key, body.key, body.csv))
