from datetime import date

from flask import Blueprint
from pydantic import Field
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Output, endpoint

from lander.domain.suspect_sign_up import Decision, SignUpSign
from lander.usecases.decide_suspects import decide_suspects
from lander.web.context import current_marketer, wiring

suspects = Blueprint("suspects", __name__, url_prefix="/api")
SHOWN = 200


class SuspectGroupOut(Output):
    """Suspect sign-ups of one network, day (UTC) and sign. Nobody's id."""

    network: str
    day: date
    sign: SignUpSign
    sign_ups: int
    confirmed: int
    buyers: int


class SuspectsAnswer(Output):
    groups: list[SuspectGroupOut]


class DecideSuspects(Input):
    network: str = Field(max_length=200)
    day: CalendarDate
    sign: SignUpSign
    decision: Decision


class DecidedAnswer(Output):
    sign_ups: int


@suspects.get("/marketing-suspects.php")
@endpoint()
def get_marketing_suspects() -> SuspectsAnswer:
    """Suspect sign-ups of this site that wait for a decision, the newest day first."""
    with wiring().unit_of_work().reading() as uow:
        found = uow.suspects.waiting(current_marketer().site, SHOWN)
    return SuspectsAnswer(groups=[SuspectGroupOut.model_validate(vars(each)) for each in found])


@suspects.put("/marketing-suspects.php")
@endpoint()
def put_marketing_suspects(body: DecideSuspects) -> DecidedAnswer:
    """Count a group with the others and tell its network, or leave it out for good."""
    unit, me = wiring().unit_of_work(), current_marketer()
    return DecidedAnswer(sign_ups=decide_suspects(unit, me, body.network, body.day, body.sign, body.decision))
