from datetime import date
from uuid import UUID

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.suspect_sign_up import Decision, SignUpSign
from lander.storage import LanderUnit
from lander.usecases.queue_postbacks import queue_postbacks

# Decided in one transaction each, so that row locks are held briefly.
AT_A_STEP = 200
# The reason of postbacks that are withheld by a decision.
SUSPECT = "suspect"


def decide_suspects(
    uow: LanderUnit, marketer: Marketer, network: str, day: date, sign: SignUpSign, decision: Decision
) -> int:
    """Decide the waiting sign-ups of a network, day and sign. Returns their number. Raises NotFound without any.

    Genuine ones are counted with the others, and their postbacks are queued; fraud has no postback. Of two marketers
    at once each decides the rows it locks first.
    """
    decided = 0
    while True:
        with uow:
            members = uow.suspects.decide(marketer.site, network, day, sign, decision, AT_A_STEP)
            if members:
                subject = f"{network or '-'} {day} {sign}"
                action = MarketingAction(f"suspects.{decision}", subject, None, {"sign_ups": len(members)})
                uow.actions.record(marketer, action)
            for member_id in members:
                if member_id is not None:
                    _tell(uow, member_id, decision)
            uow.commit()
        decided += len(members)
        if len(members) < AT_A_STEP:
            break
    if decided == 0:
        raise NotFound()
    return decided


def take_back(
    uow: LanderUnit, marketer: Marketer, network: str, day: date, sign: SignUpSign, decision: Decision
) -> int:
    """Let the sign-ups of a decided group wait again. Returns their number. Raises NotFound without any.

    They are counted apart again, and their queued postbacks wait, also those that the decision withheld. What a network
    was told before stays told.
    """
    undone = 0
    while True:
        with uow:
            members = uow.suspects.take_back(marketer.site, network, day, sign, decision, AT_A_STEP)
            if members:
                subject, before = f"{network or '-'} {day} {sign}", {"decision": decision, "sign_ups": len(members)}
                uow.actions.record(marketer, MarketingAction("suspects.take_back", subject, before))
            for member_id in members:
                if member_id is not None:
                    uow.postbacks.queue_withheld(member_id, SUSPECT)
            uow.commit()
        undone += len(members)
        if len(members) < AT_A_STEP:
            break
    if undone == 0:
        raise NotFound()
    return undone


def _tell(uow: LanderUnit, member_id: UUID, decision: Decision) -> None:
    if decision is Decision.GENUINE:
        queue_postbacks(uow, member_id=member_id)
    else:
        uow.postbacks.withhold_of(member_id, SUSPECT)
