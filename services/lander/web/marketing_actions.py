from flask import Blueprint
from shared.kit.http import endpoint

from lander.web.context import current_marketer, wiring
from lander.web.marketing_models import ActionsQuery, MarketingActionOut, MarketingActionsAnswer

marketing_actions = Blueprint("marketing_actions", __name__, url_prefix="/api")
ACTIONS_AT_A_TIME = 50


@marketing_actions.get("/marketing-actions.php")
@endpoint()
def get_marketing_actions(query: ActionsQuery) -> MarketingActionsAnswer:
    """Changes made at the marketing desk of this site, newest first."""
    marketer = current_marketer()
    with wiring().unit_of_work().reading() as uow:
        found = uow.actions.newest(marketer.site, query.before, ACTIONS_AT_A_TIME + 1)
    shown = [MarketingActionOut.of(each, marketer.member_id) for each in found[:ACTIONS_AT_A_TIME]]
    return MarketingActionsAnswer(actions=shown, has_more=len(found) > ACTIONS_AT_A_TIME)
