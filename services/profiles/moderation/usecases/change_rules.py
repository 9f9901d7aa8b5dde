"""Changes of the desk's rules: storing, switching and deleting them. Each is recorded."""

from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.rules import Rule, RuleState
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, RuleNotSimulated, SecondPersonNeeded, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.staff_access import record_action


def save_rule(uow: ModerationUnit, desk: Desk, rule: Rule) -> None:
    """Store a rule, or the next version of it, which is off. A new name alone leaves version and state.

    Raises Invalid for a site of another desk, for an id that another desk has, and when the site has too many rules.
    """
    with uow:
        if rule.site not in desk.sites:
            raise invalid_field("site")
        before = uow.rules.lock(desk, rule.id)
        if before is not None and before.site != rule.site:
            raise invalid_field("site")
        if before is not None and (before.conditions, before.effect) == (rule.conditions, rule.effect):
            rule = replace(before, name=rule.name)
        elif before is not None:
            rule = replace(rule, version=before.version + 1)
        if not uow.rules.save(rule):
            raise invalid_field("rule_id")
        _record(uow, desk, StaffAction.CHANGE_RULE, rule, "saved")
        uow.commit()


def delete_rule(uow: ModerationUnit, desk: Desk, rule_id: UUID) -> None:
    """Delete a rule. Raises NotFound."""
    with uow:
        rule = _locked(uow, desk, rule_id)
        uow.rules.delete(rule)
        _record(uow, desk, StaffAction.CHANGE_RULE, rule, "deleted")
        uow.commit()


def switch_rule(uow: ModerationUnit, desk: Desk, rule_id: UUID, version: int, seen: RuleState, on: bool) -> None:
    """Switch the version of a rule on or off that this person has `seen` in this state. One that acts is proposed
    first, and switched on by a second person.

    The row is locked, so of two people at once one is late. Raises NotFound, AlreadyDecided for another version or
    state than the one seen, RuleNotSimulated, and SecondPersonNeeded when the caller proposed it.
    """
    with uow:
        rule = _locked(uow, desk, rule_id)
        if (rule.version, rule.state) != (version, seen) or (on and rule.state is RuleState.ON):
            raise AlreadyDecided()
        state = _next_state(desk, rule) if on else RuleState.OFF
        is_confirmed = state is RuleState.ON and rule.effect.hides is not None
        # An earlier version may have been proposed by another person.
        is_proposed = rule.state is RuleState.PROPOSED
        proposer = None if state is RuleState.OFF else rule.proposed_by if is_proposed else desk.actor_id
        uow.rules.switch(rule, state, proposer, desk.actor_id if is_confirmed else None)
        _record(uow, desk, StaffAction.SWITCH_RULE, rule, state)
        uow.commit()


def _next_state(desk: Desk, rule: Rule) -> RuleState:
    if not rule.is_simulated:
        raise RuleNotSimulated()
    if rule.effect.hides is None:
        return RuleState.ON
    if rule.state is not RuleState.PROPOSED:
        return RuleState.PROPOSED
    if rule.proposed_by in desk.own_ids:
        raise SecondPersonNeeded()
    return RuleState.ON


def _locked(uow: ModerationUnit, desk: Desk, rule_id: UUID) -> Rule:
    rule = uow.rules.lock(desk, rule_id)
    if rule is None:
        raise NotFound()
    return rule


def _record(uow: ModerationUnit, desk: Desk, action: StaffAction, rule: Rule, what: str) -> None:
    reason = f"{rule.name}, version {rule.version}: {what}"
    record_action(uow, StaffRecord(desk.actor_id, action, None, rule.id, reason))
