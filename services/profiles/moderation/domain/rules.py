"""Rules of the desk: conditions that must all hold for a content, and what follows from a match."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

import re2
from shared.contact_details import latin_shapes

from profiles.moderation.domain.desk_queue import Severity
from profiles.moderation.domain.moderation import Outcome, Reason

# Rules of a site.
MOST_RULES = 50
MOST_WORDS = 200
LONGEST_WORD = 60
LONGEST_PATTERN = 200
# Characters of a content that rules read, and of the excerpt that a pattern found.
MOST_READ = 20_000
LONGEST_EXCERPT = 80
MOST_FOUND = 10
# Days of the past that a simulation reads, and its members at most.
SIMULATED_DAYS = 30
MOST_SIMULATED = 20_000
MOST_SAMPLES = 20
# Memory of a compiled pattern: a larger one is refused.
PATTERN_BYTES = 1 << 20
WORD = re.compile(r"\w+")


class ContentKind(StrEnum):
    PROFILE = "profile"  # the text of a profile: when it changes, and when its member is reported
    MESSAGE = "message"  # messages of the reported member that came with a report
    SIGN_UP = "sign_up"  # the name of a new member


class RuleState(StrEnum):
    OFF = "off"
    PROPOSED = "proposed"  # acts, and waits for a second person
    ON = "on"


class Hides(StrEnum):
    """Measure of a rule until a person has decided."""

    TEXT = "text"
    PROFILE = "profile"


class PatternRefused(ValueError):
    """The pattern is no regular expression of linear time (RE2), or needs too much memory."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without case and accents, in letters by their shape."""

    text: str
    words: str  # each between two blanks
    vocabulary: frozenset[str]

    def has(self, phrase: "Folded") -> bool:
        """Whether the words of a phrase are in the text, one after the other. Most phrases end at their words alone."""
        return phrase.vocabulary <= self.vocabulary and phrase.words in self.words


def folded(text: str) -> Folded:
    shapes = latin_shapes(text[:MOST_READ])
    words = WORD.findall(shapes)
    return Folded(shapes, f" {' '.join(words)} ", frozenset(words))


@dataclass(frozen=True)
class Content:
    """A text of a member that rules read."""

    kind: ContentKind
    text: str

    @cached_property
    def folded(self) -> Folded:
        """Computed once for all rules that read the text."""
        return folded(self.text)


@dataclass(frozen=True, slots=True)
class Report:
    reporter_id: UUID
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The account of the member, and the reports about them, when the content arrives."""

    at: datetime
    joined_at: datetime
    reports: Sequence[Report] = ()

    def reporters(self, days: int) -> int:
        """Count the members who reported the member within these days."""
        since = self.at - timedelta(days=days)
        return len({each.reporter_id for each in self.reports if since < each.made_at <= self.at})


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions that must all hold; those that are None or empty are not asked for."""

    content: frozenset[ContentKind]
    words: tuple[str, ...] = ()
    pattern: str | None = None
    younger_than_days: int | None = None
    reports: int | None = None
    reports_days: int | None = None

    @property
    def is_given(self) -> bool:
        """Whether something is asked for besides the kind of content."""
        return bool(self.words or self.pattern or self.younger_than_days or self.reports)

    def found_in(self, contents: Iterable[Content], known: Circumstances) -> tuple[str, ...] | None:
        """The words found in these contents, empty where none are asked for; None unless all conditions hold."""
        read = [each for each in contents if each.kind in self.content]
        if not read or not self._holds(known):
            return None
        if not (self.words or self.pattern):
            return ()
        for each in read:
            found = self._words_in(each.folded)
            if found is not None:
                return found
        return None

    def _holds(self, known: Circumstances) -> bool:
        if self.younger_than_days and known.at - known.joined_at >= timedelta(days=self.younger_than_days):
            return False
        return not self.reports or known.reporters(self.reports_days or SIMULATED_DAYS) >= self.reports

    def _words_in(self, text: Folded) -> tuple[str, ...] | None:
        found: list[str] = []
        if self.words:
            found = [word for word, phrase in zip(self.words, _phrases(self.words), strict=True) if text.has(phrase)]
            if not found:
                return None
        if self.pattern:
            match = compiled(self.pattern).search(text.text)
            if match is None:
                return None
            found.append(match.group()[:LONGEST_EXCERPT])
        return tuple(found[:MOST_FOUND])


@lru_cache(maxsize=MOST_RULES)
def _phrases(words: tuple[str, ...]) -> tuple[Folded, ...]:
    return tuple(map(folded, words))


def has_letters(words: str) -> bool:
    return bool(folded(words).vocabulary)


@lru_cache(maxsize=MOST_RULES)
def compiled(pattern: str) -> Any:
    """Compile a pattern for folded texts: its own letters are folded one by one, so that `\\W` stays what it is.

    RE2 takes linear time for every pattern. Raises PatternRefused.
    """
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = PATTERN_BYTES
    shapes = "".join(each if each.isascii() else latin_shapes(each) for each in pattern)
    try:
        return re2.compile(shapes, options)
    except re2.error as refused:
        raise PatternRefused() from refused


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a match: the case gets at least this severity, and this label; `hides` acts until a person has
    decided, for `reason`."""

    severity: Severity | None = None
    label: str | None = None
    reason: Reason = Reason.OTHER
    hides: Hides | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a site. A change of its conditions or its effect is a new version, which is off until it was simulated
    and switched on."""

    id: UUID
    site: str
    name: str
    conditions: Conditions
    effect: Effect
    version: int = 1
    state: RuleState = RuleState.OFF
    proposed_by: UUID | None = None
    simulation: "Simulation | None" = None

    @property
    def is_simulated(self) -> bool:
        return self.simulation is not None and self.simulation.is_done and self.simulation.version == self.version


@dataclass(frozen=True, slots=True)
class Simulation:
    """Matches that a version of a rule would have had. `after` is the last member read."""

    version: int
    at: datetime
    total: int
    looked: int = 0
    after: UUID | None = None
    is_done: bool = False
    members: int = 0
    cases: int = 0
    broken: int = 0  # cases decided with a measure
    nothing_wrong: int = 0

    def with_member(self, matched: "Sequence[Simulated]") -> "Simulation":
        """The numbers after one more member with these matches, one of each case."""
        outcomes = [each.outcome for each in matched]
        return replace(
            self,
            looked=self.looked + 1,
            members=self.members + bool(matched),
            cases=self.cases + len(matched),
            broken=self.broken + outcomes.count(Outcome.ACTED),
            nothing_wrong=self.nothing_wrong + outcomes.count(Outcome.DISMISSED),
        )

    def to_row(self) -> dict[str, Any]:
        names = ("version", "total", "looked", "is_done", "members", "cases", "broken", "nothing_wrong")
        after = str(self.after) if self.after else None
        return {**{name: getattr(self, name) for name in names}, "at": self.at.isoformat(), "after": after}

    @staticmethod
    def of_row(row: Mapping[str, Any]) -> "Simulation":
        after = UUID(row["after"]) if row["after"] else None
        return Simulation(**{**row, "at": datetime.fromisoformat(row["at"]), "after": after})


@dataclass(frozen=True, slots=True)
class PastReport:
    """A report of the past with its outcome: acted, dismissed, or None while it is open."""

    id: UUID
    number: int
    case_id: UUID | None
    made_at: datetime
    evidence: Sequence[Mapping[str, Any]]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Simulated:
    """A case that a rule would have matched. Without a report, the text or the name of the member matched; the outcome
    is that of the newest decided report about them."""

    member_id: UUID
    found: tuple[str, ...]
    report_id: UUID | None = None
    number: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class RuleMember:
    """A member as rules know them: name, text of the profile, and reports about them."""

    member_id: UUID
    joined_at: datetime
    name: str
    text: str
    reports: Sequence[Report] = field(default=())


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that a case matched, as it was then."""

    rule_id: UUID
    name: str
    version: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """Matches of a rule, their cases decided with a measure and without, and the times that it failed."""

    matches: int = 0
    broken: int = 0
    nothing_wrong: int = 0
    failures: int = 0


def contents_of_report(about_id: UUID, evidence: Iterable[Mapping[str, Any]], profile_text: str) -> tuple[Content, ...]:
    """The contents of a report: the messages of the reported member that it was made about, and their profile."""
    sent = (each for each in evidence if each.get("sender_id") == str(about_id) and not each.get("around"))
    # Of a call the text says its facts.
    written = (each["text"] for each in sent if each.get("text") and each.get("kind") != "call")
    messages = (Content(ContentKind.MESSAGE, text) for text in written)
    return (Content(ContentKind.PROFILE, profile_text), *messages)


def past_matches(rule: Rule, member: RuleMember, past: Sequence[PastReport], at: datetime) -> list[Simulated]:
    """The cases of a member that the rule would have matched within the simulated days: each report when it was made,
    with the text of the profile as it is now; the text itself, and the name of a member who joined in these days."""
    cases: dict[UUID | None, Simulated] = {}
    for report in past:
        contents = contents_of_report(member.member_id, report.evidence, member.text)
        known = Circumstances(report.made_at, member.joined_at, member.reports)
        found = rule.conditions.found_in(contents, known)
        if found is not None:
            # Reports closed together have the case in common; open ones are one case.
            matched = Simulated(member.member_id, found, report.id, report.number, report.outcome)
            cases.setdefault(report.case_id or (report.id if report.outcome else None), matched)
    if cases:
        return list(cases.values())
    contents = (Content(ContentKind.PROFILE, member.text),)
    found = rule.conditions.found_in(contents, Circumstances(at, member.joined_at, member.reports))
    if found is None and at - member.joined_at < timedelta(days=SIMULATED_DAYS):
        name = (Content(ContentKind.SIGN_UP, member.name),)
        found = rule.conditions.found_in(name, Circumstances(member.joined_at, member.joined_at, member.reports))
    decided = [each.outcome for each in past if each.outcome]
    return [] if found is None else [Simulated(member.member_id, found, outcome=decided[-1] if decided else None)]
