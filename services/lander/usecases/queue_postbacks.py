from uuid import UUID

from lander.domain.postback import postbacks_of
from lander.storage import LanderUnit


def queue_postbacks(uow: LanderUnit, *, member_id: UUID | None = None, payment_id: UUID | None = None) -> None:
    """Queue the postbacks of a lead that are not queued yet, in the transaction of the event.

    Called after each event about a lead, whatever came before: it compares all facts with the queue. A payment that
    is reversed before its postback was tried (its hold) gets no postback at all.
    """
    facts = uow.postbacks.facts_of(member_id=member_id, payment_id=payment_id)
    if facts is None:
        return
    due = list(postbacks_of(facts))
    reversed_ids = {each.payment_id for each in facts.reversals if each.minor > 0}
    withheld = uow.postbacks.withhold_unsent(reversed_ids & facts.reported.keys())
    # No postback is sent of a payment that comes with its reversal.
    silent = withheld | (reversed_ids - facts.reported.keys())
    uow.postbacks.queue(facts, [each for each in due if each.payment_id not in silent])
