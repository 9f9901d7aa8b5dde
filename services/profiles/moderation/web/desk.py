"""The desk's queue: one list, each case in the hands of one person, decisions that can be undone for ten seconds."""

from uuid import UUID

from flask import Blueprint
from shared.kit.http import Nothing, endpoint

from profiles.moderation.domain.desk_queue import Case, QueueFilter
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.usecases.decide_cases import decide_cases, undo_decision
from profiles.moderation.usecases.take_case import appealed_decision, return_case, take_case
from profiles.moderation.usecases.work_on_case import add_note, assign_case
from profiles.moderation.web.case_file import case_file
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.desk_models import (
    CaseIn,
    CaseWorkAnswer,
    CaseWorkIn,
    ColleagueOut,
    ColleaguesAnswer,
    DecideCases,
    DecisionTaken,
    FraudScoreOut,
    KindCount,
    NewPhotosOut,
    OpenCaseOut,
    QueueAnswer,
    QueueItemOut,
    QueueQuery,
    UndoDecision,
    UndoneAnswer,
)
from profiles.moderation.web.moderation_models import NoteIn
from profiles.moderation.web.verification import verification_in

desk = Blueprint("desk", __name__, url_prefix="/api")
CASES_AT_A_TIME = 50


@desk.get("/staff-queue.php")
@endpoint()
def get_queue(query: QueueQuery) -> QueueAnswer:
    """The cases that wait, the most severe first, without those that somebody else has open."""
    asking = current_desk()
    with wiring().reads() as reads:
        wanted = QueueFilter(query.kind, query.language, query.site, query.label, query.assigned)
        waiting = reads.desk_queue.waiting(asking, wanted, CASES_AT_A_TIME)
        counts, mine = reads.desk_queue.counts(asking)
    return QueueAnswer(
        cases=[QueueItemOut.of(item) for item in waiting],
        kinds=[KindCount(kind=kind, waiting=number) for kind, number in sorted(counts.items())],
        assigned_to_me=mine,
        sites=list(asking.sites),
        new_photos=[_new_photos(site) for site in asking.sites],
    )


@desk.post("/staff-case.php")
@endpoint(status=201)
def post_case(body: CaseIn) -> OpenCaseOut:
    """Open a case for five minutes, or for five more; meanwhile nobody else is shown it."""
    case, until = take_case(wiring().unit_of_work(), current_desk(), body.case_id)
    with wiring().reads() as reads:
        work = reads.case_work.of(case.key)
        score = reads.fraud_scores.of(case.member_id) if case.member_id and case.reports else None
        appealed = appealed_decision(reads, case.complaint) if case.complaint else None
        return OpenCaseOut(
            **case_file(reads, case).model_dump(),
            lease_until=until,
            verification=verification_in(reads, case, appealed),
            alike=_alike(reads, case),
            assignee=ColleagueOut.of(work.assignee),
            labels=list(work.labels),
            fraud=FraudScoreOut.of(score) if score else None,
        )


@desk.put("/staff-case.php")
@endpoint()
def put_case(body: CaseWorkIn) -> CaseWorkAnswer:
    """Assign an open case to a colleague, to the caller or to nobody, label it, and name the member of a notice."""
    labels = list(dict.fromkeys(body.labels))
    is_open = assign_case(
        wiring().unit_of_work(),
        current_desk(),
        body.id,
        body.case_id,
        body.assignee_id,
        labels,
        body.note,
        body.about_id,
    )
    return CaseWorkAnswer(open=is_open)


@desk.get("/staff-colleagues.php")
@endpoint()
def get_colleagues() -> ColleaguesAnswer:
    """List the people that a case can be assigned to."""
    with wiring().reads() as reads:
        found = reads.case_work.colleagues(current_desk())
    return ColleaguesAnswer(colleagues=[ColleagueOut(id=each.id, name=each.name) for each in found])


@desk.post("/staff-notes.php")
@endpoint(status=201)
def post_note(body: NoteIn) -> Nothing:
    """Write an internal note on an opened member."""
    add_note(wiring().unit_of_work(), current_desk(), body.id, body.member_id, body.text)
    return Nothing()


@desk.delete("/staff-case.php")
@endpoint()
def delete_case(body: CaseIn) -> Nothing:
    """Return an open case to the queue."""
    return_case(wiring().unit_of_work(), current_desk(), body.case_id)
    return Nothing()


@desk.post("/staff-decision.php")
@endpoint(status=201)
def post_decision(body: DecideCases) -> DecisionTaken:
    """Decide an open case, and others that are alike; it takes effect after ten seconds."""
    due_at = decide_cases(wiring().unit_of_work(), current_desk(), body.id, body.case_id, body.also, body.verdict())
    return DecisionTaken(due_at=due_at)


@desk.delete("/staff-decision.php")
@endpoint()
def delete_decision(body: UndoDecision) -> UndoneAnswer:
    """Undo a decision before it takes effect; its cases are open at this desk again."""
    return UndoneAnswer(cases=undo_decision(wiring().unit_of_work(), current_desk(), body.id))


def _new_photos(key: str) -> NewPhotosOut:
    site = wiring().sites.get(key)
    model = wiring().classifiers.model_of(site)
    if site.photo_inspection == "desk":
        return NewPhotosOut(site=key, handling="wait", model=model)
    return NewPhotosOut(site=key, handling="classified" if model else "shown", model=model)


def _alike(reads: ModerationReads, case: Case) -> list[UUID]:
    return reads.desk_queue.alike(current_desk(), case)
