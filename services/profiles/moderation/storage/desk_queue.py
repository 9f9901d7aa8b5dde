"""The cases that wait at the desk, in one list."""

from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from shared.pictures.fingerprint import HASH_BYTES
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    case,
    exists,
    false,
    func,
    literal,
    null,
    or_,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.orm import Session, aliased

from profiles.domain.photo import PhotoStatus
from profiles.domain.unmatch import SERIOUS
from profiles.moderation.domain.case_work import CaseWork, Colleague
from profiles.moderation.domain.desk_messages import NEVER_STOPS
from profiles.moderation.domain.desk_queue import (
    DECIDE_WITHIN,
    MOST_TOGETHER,
    PHOTO,
    SEVERITY_OF_KIND,
    SEVERITY_OF_REASON,
    Assigned,
    Case,
    MemberContext,
    QueueFilter,
    QueueItem,
    Severity,
)
from profiles.moderation.domain.moderation import GATHERED, REPORTS, SANCTIONS, Desk, Kind, Measure, Outcome
from profiles.moderation.domain.reports import REMEMBERED
from profiles.moderation.storage.case_work import is_work_on
from profiles.moderation.storage.desk_leases import is_decision_of, is_lease_of
from profiles.moderation.storage.desk_messages import question_times
from profiles.moderation.storage.duplicates import is_in_pair, shares_picture
from profiles.moderation.storage.tables import (
    ComplaintRow,
    ConfirmationRow,
    DecisionRow,
    DeskCaseRow,
    DeskDecisionRow,
    DeskLeaseRow,
    FraudScoreRow,
)
from profiles.storage.tables import BlockRow, PhotoRow, ProfileRow, QuarantinedPhotoRow

# Shorter texts are alike by chance.
LEAST_TEXT = 12
# Kinds of reports that are alike by their text or picture.
COMPARED = REPORTS | {Kind.DUPLICATE}
OtherPhoto = aliased(PhotoRow)
Open, Origin = aliased(ComplaintRow), aliased(ComplaintRow)


class DeskQueueRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def waiting(self, desk: Desk, wanted: QueueFilter, limit: int) -> list[QueueItem]:
        """Return the cases that this person can open: the most severe first, of those the late ones, then by fraud
        score and age."""
        found, asked = _cases(desk).subquery(), question_times()
        mine = select(DeskLeaseRow.case_id).where(
            is_lease_of(found.c.id, found.c.is_photo),
            DeskLeaseRow.holder_id == desk.actor_id,
            DeskLeaseRow.expires_at > func.now(),
        )
        listed = (
            select(
                found,
                exists(mine).label("is_mine"),
                DeskCaseRow.labels,
                DeskCaseRow.assignee_id,
                ProfileRow.name,
                _stopped(found, asked).label("stopped"),
                func.coalesce(asked.c.is_open, false()).label("asks"),
            )
            .outerjoin(asked, asked.c.case_id == found.c.id)
            .outerjoin(DeskCaseRow, is_work_on(found.c.id, found.c.is_photo))
            .outerjoin(ProfileRow, ProfileRow.member_id == DeskCaseRow.assignee_id)
            .where(_is_free(desk, found.c.id, found.c.is_photo), _is_assigned(desk, found, asked, wanted.assigned))
        )
        for column, value in ((found.c.kind, wanted.kind), (found.c.language, wanted.language)):
            if value is not None:
                listed = listed.where(column == value)
        if wanted.site is not None:
            listed = listed.where(found.c.site == wanted.site)
        if wanted.label is not None:
            listed = listed.where(literal(wanted.label) == DeskCaseRow.labels.any_())
        # Within a severity late cases come first, so that no score makes another case wait for long.
        is_late, points = _due(found, asked) < func.now(), func.coalesce(FraudScoreRow.points, 0)
        listed = listed.outerjoin(FraudScoreRow, FraudScoreRow.member_id == found.c.about_id)
        order = (found.c.severity, is_late.desc(), points.desc(), found.c.since, found.c.id)
        rows = self._session.execute(listed.order_by(*order).limit(limit))
        return [
            QueueItem(
                row.id,
                row.kind,
                Severity(row.severity),
                row.reason,
                row.language,
                row.site,
                row.since,
                row.is_mine,
                row.reports,
                CaseWork(Colleague(row.assignee_id, row.name) if row.name else None, tuple(row.labels or ())),
                row.stopped,
                row.asks,
            )
            for row in rows
        ]

    def counts(self, desk: Desk) -> tuple[dict[str, int], int]:
        """Count the cases listed to this person by kind, and those of them that are assigned to them."""
        found, asked = _cases(desk).subquery(), question_times()
        is_mine = DeskCaseRow.assignee_id == desk.actor_id
        counted = (
            select(found.c.kind, func.count().label("number"), func.count().filter(is_mine).label("mine"))
            .outerjoin(DeskCaseRow, is_work_on(found.c.id, found.c.is_photo))
            .outerjoin(asked, asked.c.case_id == found.c.id)
            .where(_is_free(desk, found.c.id, found.c.is_photo), _is_assigned(desk, found, asked, None))
        )
        rows = self._session.execute(counted.group_by(found.c.kind)).all()
        return {row.kind: row.number for row in rows}, sum(row.mine for row in rows)

    def context(
        self, member_id: UUID, warnings_count_for: timedelta, before: datetime | None = None
    ) -> MemberContext | None:
        """Return the numbers about a member; with `before`, without later decisions and reports."""
        is_before = true() if before is None else DecisionRow.decided_at < before
        is_made_before = true() if before is None else ComplaintRow.made_at < before
        is_lifted = exists().where(
            ComplaintRow.decision_id == DecisionRow.id, ComplaintRow.outcome == Outcome.ACTED.value
        )

        def warnings(is_counted: ColumnElement[bool]) -> Any:
            is_warning = and_(DecisionRow.member_id == member_id, DecisionRow.measure == Measure.WARN.value)
            return select(func.count()).where(is_warning, ~is_lifted, is_counted, is_before).scalar_subquery()

        oldest = func.now() - warnings_count_for

        def decisions(*measures: Measure) -> Any:
            return (
                select(func.count())
                .where(
                    DecisionRow.member_id == member_id,
                    DecisionRow.measure.in_([one.value for one in measures]),
                    is_before,
                )
                .scalar_subquery()
            )

        def reports(column: Any) -> Any:
            is_report = ComplaintRow.kind.in_([kind.value for kind in REPORTS])
            return select(func.count()).where(column == member_id, is_report, is_made_before).scalar_subquery()

        row = self._session.execute(
            select(
                ProfileRow.joined_at,
                ProfileRow.language,
                warnings(DecisionRow.decided_at > oldest).label("warnings"),
                warnings(DecisionRow.decided_at <= oldest).label("warnings_expired"),
                decisions(*SANCTIONS).label("sanctions"),
                decisions(Measure.REJECT_PHOTO).label("rejected_photos"),
                reports(ComplaintRow.about_id).label("reports_about"),
                reports(ComplaintRow.reporter_id).label("reports_by"),
                select(func.count())
                .where(
                    BlockRow.blocked_id == member_id,
                    BlockRow.reason.in_([one.value for one in SERIOUS]),
                    BlockRow.blocked_at > func.now() - REMEMBERED,
                )
                .scalar_subquery()
                .label("unmatched_for_cause"),
            ).where(ProfileRow.member_id == member_id)
        ).one_or_none()
        return MemberContext(*row) if row else None

    def alike(self, desk: Desk, of: Case) -> list[UUID]:
        """Return the other cases with the same picture, or with the same text, that this person can open."""
        found = self._same_text(desk, of) if of.complaint else self._same_picture(desk, of.id)
        free = found.where(_is_free(desk, found.selected_columns.id, literal(of.key.is_photo)))
        return list(self._session.scalars(free.order_by(found.selected_columns.id).limit(MOST_TOGETHER)))

    def _same_picture(self, desk: Desk, photo_id: UUID) -> Select[Any]:
        """Waiting photos whose first perceptual hash, that of the whole picture, is the same."""
        this, other = (func.substring(row.fingerprint, 1, HASH_BYTES) for row in (PhotoRow, OtherPhoto))
        return (
            select(OtherPhoto.id)
            .join(PhotoRow, this == other)
            .join(ProfileRow, and_(ProfileRow.member_id == OtherPhoto.member_id, ProfileRow.pool == desk.pool))
            .where(
                PhotoRow.id == photo_id,
                OtherPhoto.id != photo_id,
                OtherPhoto.status == PhotoStatus.PENDING.value,
                OtherPhoto.member_id.not_in(desk.own_ids),
            )
        )

    def _same_text(self, desk: Desk, of: Case) -> Select[Any]:
        """Cases of which every report has the kind and reason of a report of this case, and its words, a reported
        message of the same words, or the same picture of several accounts. Appeals and other cases that a rule opened
        are decided one by one: their texts are made of few sentences."""
        same: list[ColumnElement[bool]] = []
        pictures = [each.id for each in of.reports if each.kind is Kind.DUPLICATE]
        if pictures:
            same.append(shares_picture(pictures, ComplaintRow.id))
        for each in of.reports:
            sent = {one["text"] for one in each.evidence if _is_sent(one, each.about_id)}
            same += [ComplaintRow.evidence.contains([{"text": one}]) for one in sent if len(one) >= LEAST_TEXT]
            if len(each.text) >= LEAST_TEXT and each.kind in REPORTS:
                same.append(func.lower(ComplaintRow.text) == each.text.lower())
        kinds = {(each.kind.value, each.reason) for each in of.reports if each.kind in COMPARED and each.about_id}
        is_alike = and_(or_(literal(False), *same), tuple_(ComplaintRow.kind, ComplaintRow.reason).in_(sorted(kinds)))
        cases = _complaint_cases(desk, is_alike).subquery()
        return select(cases.c.id).where(cases.c.is_alike, cases.c.id != of.id)


def _complaint_cases(desk: Desk, is_alike: ColumnElement[bool]) -> Select[Any]:
    """The complaints that this person may decide, open reports about one member as one case: named by the first of
    them, with the kind, the reason and the rank of the most severe. A report joins by being there: nothing is stored,
    so of two at once neither can miss the other."""
    by_kind = [(ComplaintRow.kind == kind.value, rank.value) for kind, rank in SEVERITY_OF_KIND.items()]
    by_reason = [(ComplaintRow.reason == reason.value, rank.value) for reason, rank in SEVERITY_OF_REASON.items()]
    own = case(*by_kind, *by_reason, else_=Severity.OTHER.value)
    severity = func.least(own, ComplaintRow.severity)  # ignores null, where no rule gave one
    is_gathered = and_(ComplaintRow.kind.in_([kind.value for kind in GATHERED]), ComplaintRow.about_id.is_not(None))
    subject = case((is_gathered, ComplaintRow.about_id), else_=ComplaintRow.id)
    each = (
        select(
            func.first_value(ComplaintRow.id).over(partition_by=subject, order_by=ComplaintRow.number).label("id"),
            ComplaintRow.kind,
            severity.label("severity"),
            ComplaintRow.reason,
            ComplaintRow.locale,
            ComplaintRow.site,
            func.min(ComplaintRow.made_at).over(partition_by=subject).label("since"),
            func.count().over(partition_by=subject).label("reports"),
            ComplaintRow.about_id,
            func.bool_and(is_alike).over(partition_by=subject).label("is_alike"),
            func.bool_or(~_may_decide(desk)).over(partition_by=subject).label("is_own"),
            func.row_number().over(partition_by=subject, order_by=(severity, ComplaintRow.number)).label("place"),
        )
        .where(ComplaintRow.decided_at.is_(None), ComplaintRow.site.in_(desk.sites))
        .subquery()
    )
    return select(
        each.c.id,
        literal(False).label("is_photo"),
        each.c.kind,
        each.c.severity,
        each.c.reason,
        each.c.locale.label("language"),
        each.c.site,
        each.c.since,
        each.c.reports,
        each.c.is_alike,
        each.c.about_id,
    ).where(each.c.place == 1, ~each.c.is_own)


def _cases(desk: Desk) -> Any:
    complaints = _complaint_cases(desk, literal(False))

    def photos(table: Any, is_waiting: Any) -> Any:
        return (
            select(
                table.id,
                literal(True).label("is_photo"),
                literal(PHOTO).label("kind"),
                literal(Severity.OTHER.value).label("severity"),
                null().label("reason"),
                ProfileRow.language.label("language"),
                null().label("site"),
                table.added_at.label("since"),
                literal(0).label("reports"),
                literal(False).label("is_alike"),
                null().label("about_id"),
            )
            .join(ProfileRow, and_(ProfileRow.member_id == table.member_id, ProfileRow.pool == desk.pool))
            .where(is_waiting, ~_is_among(table.member_id, _involved(desk)))
        )

    pending = photos(PhotoRow, PhotoRow.status == PhotoStatus.PENDING.value)
    released = photos(QuarantinedPhotoRow, QuarantinedPhotoRow.released_at.is_not(None))
    return union_all(complaints, pending, released)


def _is_sent(message: dict[str, Any], member_id: UUID | None) -> bool:
    return message.get("sender_id") == str(member_id) and not message.get("around")


def _involved(desk: Desk) -> CompoundSelect[Any]:
    """The person at the desk, and the members with an open complaint by or about them."""
    is_open = Open.decided_at.is_(None)
    return union_all(
        *(select(literal(each)) for each in sorted(desk.own_ids)),
        select(Open.about_id).where(Open.reporter_id.in_(desk.own_ids), is_open),
        select(Open.reporter_id).where(Open.about_id.in_(desk.own_ids), is_open),
    )


def _is_among(column: Any, members: CompoundSelect[Any]) -> ColumnElement[bool]:
    """Whether a member is one of these. False for nobody, and where these have a null."""
    return func.coalesce(column.in_(members), false())


def _may_decide(desk: Desk) -> ColumnElement[bool]:
    """Whether a complaint has no party that is this person or their opponent, and is no appeal against a decision of
    theirs; as `check_may_decide`."""
    involved = _involved(desk)
    is_own = select(DecisionRow.id).where(
        DecisionRow.id == ComplaintRow.decision_id, DecisionRow.actor_id.in_(desk.own_ids)
    )
    is_reported = (
        select(Origin.id)
        .join(DecisionRow, or_(Origin.id == DecisionRow.complaint_id, Origin.case_id == DecisionRow.complaint_id))
        .where(
            DecisionRow.id == ComplaintRow.decision_id,
            or_(_is_among(Origin.reporter_id, involved), _is_among(Origin.about_id, involved)),
        )
    )
    is_shared = select(ConfirmationRow.decision_id).where(
        or_(
            ConfirmationRow.decision_id == ComplaintRow.decision_id,
            ConfirmationRow.final_decision_id == ComplaintRow.decision_id,
        ),
        or_(ConfirmationRow.proposed_by.in_(desk.own_ids), ConfirmationRow.settled_by.in_(desk.own_ids)),
    )
    return and_(
        ~_is_among(ComplaintRow.reporter_id, involved),
        ~_is_among(ComplaintRow.about_id, involved),
        ~is_in_pair(desk.own_ids, ComplaintRow.id),
        ~exists(is_reported),
        ~exists(is_own),
        ~exists(is_shared),
    )


def _is_free(desk: Desk, case_id: Any, is_photo: Any) -> ColumnElement[bool]:
    """Whether nobody else has the case open, and no decision about it is on its way."""
    taken = select(DeskLeaseRow.case_id).where(
        is_lease_of(case_id, is_photo),
        DeskLeaseRow.holder_id != desk.actor_id,
        DeskLeaseRow.expires_at > func.now(),
    )
    decided = select(DeskDecisionRow.case_id).where(is_decision_of(case_id, is_photo))
    return and_(~exists(taken), ~exists(decided))


def _stopped(found: Any, asked: Any) -> ColumnElement[timedelta]:
    """For how long the time of a case stopped for a question to its reporter."""
    never = found.c.severity.in_([rank.value for rank in NEVER_STOPS])
    return case((never, timedelta()), else_=func.coalesce(asked.c.stopped, timedelta()))


def _due(found: Any, asked: Any) -> ColumnElement[Any]:
    """The time until which a case should be decided."""
    within = case({rank.value: literal(time) for rank, time in DECIDE_WITHIN.items()}, value=found.c.severity)
    return cast(ColumnElement[Any], found.c.since + within + _stopped(found, asked))


def _is_assigned(desk: Desk, found: Any, asked: Any, wanted: Assigned | None) -> ColumnElement[bool]:
    """Whether a case is in the list that was asked for, by its assignee in `desk_cases`."""
    if wanted is Assigned.ANYONE:
        return true()
    if wanted is Assigned.MINE:
        return DeskCaseRow.assignee_id == desk.actor_id
    is_free = func.coalesce(DeskCaseRow.assignee_id, desk.actor_id) == desk.actor_id
    return or_(is_free, _due(found, asked) < func.now())
