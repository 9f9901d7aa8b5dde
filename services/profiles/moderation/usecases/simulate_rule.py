"""Simulation of a rule on the last 30 days: it reads what live matching reads, and changes nothing but its numbers."""

import time
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.rules import MOST_SAMPLES, MOST_SIMULATED, Rule, Simulated, Simulation, past_matches
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_action

# Members read by one query, and the time after which a request answers with its progress.
AT_A_TURN = 200
ANSWER_AFTER_SECONDS = 1.0


def simulate_rule(uow: ModerationUnit, desk: Desk, rule_id: UUID, *, again: bool) -> tuple[Rule, Sequence[Simulated]]:
    """Go on with the simulation of a rule for about a second, or begin it `again`. Returns the rule with the numbers so
    far, and those of its first matches that were read now, none of them of cases that this person is involved in. Each
    member whose words they quote is recorded. A simulation made again shows the same members. Raises NotFound."""
    ends, samples = time.monotonic() + ANSWER_AFTER_SECONDS, list[Simulated]()
    with uow:
        rule = uow.rules.find(desk, rule_id)
        if rule is None:
            raise NotFound()
        simulation = rule.simulation
        if again or simulation is None or simulation.version != rule.version:
            at = uow.now()
            simulation = Simulation(rule.version, at, uow.rules.count_members(desk.pool, at, MOST_SIMULATED))
            record_action(uow, StaffRecord(desk.actor_id, StaffAction.SIMULATE_RULE, None, rule.id, rule.name))
        involved = uow.complaints.opponents(desk.own_ids) | desk.own_ids
        while not simulation.is_done and time.monotonic() < ends:
            members = uow.rules.members(desk.pool, simulation.at, simulation.after, AT_A_TURN)
            ids = [each.member_id for each in members]
            past = uow.rules.past_reports(rule.site, ids, simulation.at)
            for member in members:
                matched = past_matches(rule, member, past.get(member.member_id, ()), simulation.at)
                if member.member_id not in involved:
                    samples += matched[: max(0, MOST_SAMPLES - simulation.cases)]
                simulation = simulation.with_member(matched)
            simulation = replace(
                simulation,
                after=ids[-1] if ids else None,
                is_done=len(members) < AT_A_TURN or simulation.looked >= MOST_SIMULATED,
            )
        uow.rules.store_simulation(rule, simulation)
        for member_id in dict.fromkeys(each.member_id for each in samples):
            record_action(uow, StaffRecord(desk.actor_id, StaffAction.SIMULATE_RULE, member_id, rule.id, rule.name))
        uow.commit()
    return replace(rule, simulation=simulation), samples
