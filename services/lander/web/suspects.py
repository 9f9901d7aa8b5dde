from collections.abc import Sequence
from datetime import date, timedelta

from flask import Blueprint
from pydantic import Field
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Output, endpoint

from lander.domain.suspect_sign_up import Decision, SignUpSign, SuspectGroup
from lander.usecases.decide_suspects import decide_suspects, take_back
from lander.web.context import current_marketer, wiring

suspects = Blueprint("suspects", __name__, url_prefix="/api")
SHOWN = 200


# A decision is listed, and can be taken back, for so long.
LATELY = timedelta(days=30)


class SuspectGroupOut(Output):
    """Suspect sign-ups of one network, day (UTC) and sign, with the same decision. Nobody's id."""

    network: str
    day: date
    sign: SignUpSign
    sign_ups: int
    confirmed: int
    buyers: int
    decision: Decision | None = None


class SuspectsAnswer(Output):
    groups: list[SuspectGroupOut]
    decided: list[SuspectGroupOut] = Field(description="Decided in the last thirty days")


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
    """Suspect sign-ups of this site that wait for a decision, and those decided lately, the newest day first."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        waiting, decided = uow.suspects.waiting(site, SHOWN), uow.suspects.decided(site, LATELY, SHOWN)
    return SuspectsAnswer(groups=_out(waiting), decided=_out(decided))


@suspects.put("/marketing-suspects.php")
@endpoint()
def put_marketing_suspects(body: DecideSuspects) -> DecidedAnswer:
    """Count a group with the others and tell its network, or leave it out."""
    unit, me = wiring().unit_of_work(), current_marketer()
    return DecidedAnswer(sign_ups=decide_suspects(unit, me, body.network, body.day, body.sign, body.decision))


@suspects.delete("/marketing-suspects.php")
@endpoint()
def delete_marketing_suspects(body: DecideSuspects) -> DecidedAnswer:
    """Take a decision back: its sign-ups wait again."""
    unit, me = wiring().unit_of_work(), current_marketer()
    return DecidedAnswer(sign_ups=take_back(unit, me, body.network, body.day, body.sign, body.decision))


def _out(groups: Sequence[SuspectGroup]) -> list[SuspectGroupOut]:
    return [SuspectGroupOut.model_validate(vars(each)) for each in groups]
