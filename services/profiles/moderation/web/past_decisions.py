"""Past decisions at the desk: search, export, and the numbers of the people who made them."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field, StringConstraints
from shared.kit.core import csv_of
from shared.kit.http import Input, Output, caller, endpoint, locale

from profiles.moderation.domain.moderation import Measure, Reason
from profiles.moderation.domain.past_decisions import DecisionFilter, PastDecision
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.domain.templates import Template
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.web.context import current_desk, wiring

past_decisions = Blueprint("past_decisions", __name__, url_prefix="/api")
SHOWN_MOST = 100
IN_FILE_MOST = 10_000
# Without the stated facts, which are words about a person.
COLUMNS = (
    *("number", "decided_at", "measure", "reason", "ground", "template", "until", "actor_name", "appeal", "member_id"),
)


class FindDecisions(Input):
    """Which decisions; days are UTC. The kinds of the search are recorded, its values are not."""

    member_id: UUID | None = None
    actor_id: UUID | None = None
    reason: Reason | None = None
    measure: Measure | None = None
    first: date | None = None
    last: date | None = None
    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=100)] | None = None
    before: int | None = Field(
        None, ge=0, le=2**63 - 1, description="The last number of the page, or of the part of the file, before"
    )
    as_file: bool = False


class PastDecisionOut(Output):
    id: UUID
    number: int
    member_id: UUID
    member_name: str
    actor_id: UUID | None
    actor_name: str | None
    measure: Measure
    reason: str | None
    ground: str | None
    template: Template | None
    facts: str | None
    until: datetime | None
    decided_at: datetime
    appeal: str | None = Field(description="open, acted, dismissed; null when there is none")


class PastDecisionsAnswer(Output):
    decisions: list[PastDecisionOut] = Field(description="The newest first, at most a hundred; empty with `as_file`")
    more: bool = Field(False, description="Whether there are older ones, which `before` asks for")
    file: str | None = Field(
        description="CSV for the reader's spreadsheet, without the stated facts; with `as_file`. Parts that `before`"
        " asks for have no heading: put together they are the whole file"
    )
    last_number: int | None = Field(None, description="Of this page or part")


class NumbersQuery(Input):
    days: int = Field(30, ge=1, le=365)


class DeskNumbersOut(Output):
    actor_id: UUID
    name: str | None
    decided: int
    median_seconds: int | None = Field(description="From a report to its decision")
    undone: int
    overturned: int = Field(description="On appeal")
    reviewed: int = Field(0, description="Decisions of the quality sample that another person made again")
    agreed: int = Field(0, description="Those of them in which both decided the same")


class DeskNumbersAnswer(Output):
    people: list[DeskNumbersOut] = Field(description="The caller alone; everybody for a lead")
    lead: bool = Field(True, description="Whether the caller is a lead")


# A POST, so that words and ids of members stay out of access logs.
@past_decisions.post("/staff-decisions.php")
@endpoint()
def post_decision_search(body: FindDecisions) -> PastDecisionsAnswer:
    """Search past decisions, or export them."""
    wanted = DecisionFilter(**body.model_dump(exclude={"as_file"}))
    desk = current_desk()
    with wiring().unit_of_work() as uow:
        most = IN_FILE_MOST if body.as_file else SHOWN_MOST
        found = uow.past_decisions.find(desk, wanted, most + 1)
        found, has_more = found[:most], len(found) > most
        kinds = " ".join(filter(None, [wanted.kinds, "file" if body.as_file else ""]))
        record_action(
            uow,
            StaffRecord(desk.actor_id, StaffAction.FIND_DECISION, wanted.member_id, None, None, kinds, len(found)),
        )
        uow.commit()
    last_number = found[-1].number if found else None
    if body.as_file:
        is_first = body.before is None
        file = csv_of([*([COLUMNS] if is_first else []), *_cells(found)], locale())
        file = file if is_first else file.removeprefix("\ufeff")
        return PastDecisionsAnswer(decisions=[], more=has_more, file=file, last_number=last_number)
    shown = [PastDecisionOut(**{name: getattr(each, name) for name in PastDecisionOut.model_fields}) for each in found]
    return PastDecisionsAnswer(decisions=shown, more=has_more, file=None, last_number=last_number)


@past_decisions.get("/staff-numbers.php")
@endpoint()
def get_numbers(query: NumbersQuery) -> DeskNumbersAnswer:
    """Return the caller's numbers; to a lead, those of each person at the desk."""
    desk, is_lead = current_desk(), caller().is_lead
    with wiring().reads() as reads:
        people = reads.past_decisions.numbers(desk, query.days, None if is_lead else desk.actor_id)
    return DeskNumbersAnswer(
        lead=is_lead,
        people=[
            DeskNumbersOut(
                actor_id=each.actor_id,
                name=each.name,
                decided=each.decided,
                median_seconds=None if each.median_seconds is None else round(each.median_seconds),
                undone=each.undone,
                overturned=each.overturned,
                reviewed=each.reviewed,
                agreed=each.agreed,
            )
            for each in people
        ],
    )


def _cells(found: Iterable[PastDecision]) -> Iterable[list[str]]:
    for each in found:
        values = [getattr(each, name) for name in COLUMNS]
        yield [value.isoformat() if isinstance(value, datetime) else str(value or "") for value in values]
