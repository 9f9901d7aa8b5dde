"""Rules of the desk: written, simulated and switched on for a site."""

from typing import Annotated, Literal, Self
from uuid import UUID

from flask import Blueprint
from pydantic import Field, StringConstraints, field_validator, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, endpoint

from profiles.moderation.domain.desk_queue import Severity
from profiles.moderation.domain.moderation import Outcome, Reason
from profiles.moderation.domain.rules import (
    LONGEST_PATTERN,
    LONGEST_WORD,
    MOST_WORDS,
    SIMULATED_DAYS,
    Conditions,
    ContentKind,
    Effect,
    Hides,
    Rule,
    RuleNumbers,
    RuleState,
    Simulated,
    Simulation,
    compiled,
    has_letters,
)
from profiles.moderation.usecases.change_rules import delete_rule, save_rule, switch_rule
from profiles.moderation.usecases.simulate_rule import simulate_rule
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.desk_models import Label, SeverityName, Short

rules = Blueprint("rules", __name__, url_prefix="/api")
Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_WORD)]


class ConditionsModel(Input):
    """Conditions that must all hold. A text has one of `words` as whole words, and a part that `pattern` finds."""

    content: list[ContentKind] = Field(min_length=1, max_length=len(ContentKind))
    words: list[Phrase] = Field([], max_length=MOST_WORDS)
    pattern: str | None = Field(
        None,
        min_length=1,
        max_length=LONGEST_PATTERN,
        description="A regular expression of RE2",
    )
    younger_than_days: int | None = Field(None, ge=1, le=365)
    reports: int | None = Field(None, ge=2, le=50, description="By different members within `reports_days`")
    reports_days: int | None = Field(None, ge=1, le=SIMULATED_DAYS)

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str | None) -> str | None:
        if pattern is not None:
            compiled(pattern)
        return pattern

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        if (self.reports is None) is not (self.reports_days is None):
            raise ValueError("a number of reports within a number of days")
        if not all(has_letters(each) for each in self.words):
            raise ValueError("words of letters or digits")
        if not self.conditions().is_given:
            raise ValueError("a condition besides the kind of content")
        return self

    def conditions(self) -> Conditions:
        return Conditions(
            frozenset(self.content),
            tuple(dict.fromkeys(self.words)),
            self.pattern,
            self.younger_than_days,
            self.reports,
            self.reports_days,
        )


class RuleIn(ConditionsModel):
    """Replaces the rule with this id. A change of anything but its name is a new version, which is off."""

    rule_id: ClientId
    site: Short
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
    severity: SeverityName | None = Field(None, description="The least severity of a case that matches")
    label: Label | None = None
    reason: Reason = Field(Reason.OTHER, description="Of the case or measure that follows")
    hides: Hides | None = Field(None, description="Until a person has decided; it takes two people to switch on")

    @model_validator(mode="after")
    def _hides_the_text_that_it_reads(self) -> Self:
        if self.hides is Hides.TEXT and self.content != [ContentKind.PROFILE]:
            raise ValueError("a rule that hides the text of a profile reads profiles alone")
        return self

    def rule(self) -> Rule:
        severity = Severity[self.severity.upper()] if self.severity else None
        effect = Effect(severity, self.label, self.reason, self.hides)
        return Rule(self.rule_id, self.site, self.name, self.conditions(), effect)


class RuleId(Input):
    rule_id: ClientId


class SimulateRule(Input):
    rule_id: ClientId
    again: bool = False


class SwitchRule(Input):
    """`version` and `seen` are those that the caller looked at."""

    rule_id: ClientId
    version: int
    seen: RuleState
    on: bool


class SimulationOut(Output):
    """`looked` of `total` members were read; the numbers are of cases."""

    done: bool
    looked: int
    total: int
    members: int
    cases: int
    broken: int = Field(description="Decided with a measure")
    nothing_wrong: int = Field(description="Dismissed")

    @staticmethod
    def of(simulation: Simulation) -> "SimulationOut":
        names = ("looked", "total", "members", "cases", "broken", "nothing_wrong")
        return SimulationOut(done=simulation.is_done, **{name: getattr(simulation, name) for name in names})


class RuleNumbersOut(Output):
    """Of the version as it is now."""

    matches: int
    broken: int
    nothing_wrong: int
    failures: int = Field(description="Times that the rule was skipped because it failed")


class RuleOut(Output):
    id: UUID
    site: str
    name: str
    version: int
    state: RuleState
    content: list[ContentKind]
    words: list[str]
    pattern: str | None
    younger_than_days: int | None
    reports: int | None
    reports_days: int | None
    severity: SeverityName | None
    label: str | None
    reason: Reason
    hides: Hides | None
    can_confirm: bool = Field(description="Whether it waits for a second person, who can be the caller")
    simulation: SimulationOut | None = Field(description="Of this version")
    numbers: RuleNumbersOut

    @staticmethod
    def of(rule: Rule, numbers: RuleNumbers, viewer_id: UUID) -> "RuleOut":
        wanted, effect, simulation = rule.conditions, rule.effect, rule.simulation
        is_current = simulation is not None and simulation.version == rule.version
        names = ("words", "pattern", "younger_than_days", "reports", "reports_days")
        return RuleOut(
            id=rule.id,
            site=rule.site,
            name=rule.name,
            version=rule.version,
            state=rule.state,
            content=sorted(wanted.content),
            **{name: getattr(wanted, name) for name in names},
            severity=None if effect.severity is None else effect.severity.name.lower(),  # type: ignore[arg-type]
            label=effect.label,
            reason=effect.reason,
            hides=effect.hides,
            can_confirm=rule.state is RuleState.PROPOSED and rule.proposed_by != viewer_id,
            simulation=SimulationOut.of(simulation) if simulation and is_current else None,
            numbers=RuleNumbersOut(**{name: getattr(numbers, name) for name in RuleNumbersOut.model_fields}),
        )


class RulesAnswer(Output):
    rules: list[RuleOut]
    sites: list[str]


class SampleOut(Output):
    """A match to open: a case, or a member where the text or the name of the profile matched."""

    member_id: UUID
    found: list[str]
    case_id: UUID | None
    number: int | None
    outcome: Literal["acted", "dismissed"] | None

    @staticmethod
    def of(sample: Simulated) -> "SampleOut":
        return SampleOut(
            member_id=sample.member_id,
            found=list(sample.found),
            case_id=sample.report_id,
            number=sample.number,
            outcome=None if sample.outcome is None else Outcome(sample.outcome).value,
        )


class SimulationAnswer(Output):
    simulation: SimulationOut
    samples: list[SampleOut] = Field(description="Of the first 20 matches, those that this request found")


@rules.get("/staff-rules.php")
@endpoint()
def get_rules() -> RulesAnswer:
    """List the rules of the desk's sites with the numbers of their matches."""
    desk = current_desk()
    with wiring().reads() as reads:
        found = reads.rules.of_desk(desk)
        numbers = reads.rules.numbers(found)
    shown = [RuleOut.of(each, numbers.get(each.id, RuleNumbers()), desk.actor_id) for each in found]
    return RulesAnswer(rules=shown, sites=list(desk.sites))


@rules.put("/staff-rules.php")
@endpoint()
def put_rule(body: RuleIn) -> Nothing:
    """Store a rule, which is off until it was simulated and switched on."""
    save_rule(wiring().unit_of_work(), current_desk(), body.rule())
    return Nothing()


@rules.delete("/staff-rules.php")
@endpoint()
def remove_rule(body: RuleId) -> Nothing:
    """Delete a rule."""
    delete_rule(wiring().unit_of_work(), current_desk(), body.rule_id)
    return Nothing()


@rules.post("/staff-rule-simulation.php")
@endpoint()
def post_simulation(body: SimulateRule) -> SimulationAnswer:
    """Simulate a rule on the last 30 days, about a second at a time: asked again until it is done."""
    rule, samples = simulate_rule(wiring().unit_of_work(), current_desk(), body.rule_id, again=body.again)
    assert rule.simulation is not None  # noqa: S101 - it has begun
    return SimulationAnswer(
        simulation=SimulationOut.of(rule.simulation), samples=[SampleOut.of(each) for each in samples]
    )


@rules.put("/staff-rule-state.php")
@endpoint()
def put_rule_state(body: SwitchRule) -> Nothing:
    """Switch a rule on or off; one that acts is switched on by two people."""
    switch_rule(wiring().unit_of_work(), current_desk(), body.rule_id, body.version, body.seen, body.on)
    return Nothing()
