from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from profiles.domain.photo import PhotoStatus
from profiles.domain.verification import (
    DRAWN_FOR,
    WAITS_AT_MOST,
    Badge,
    FaceCheck,
    ModelVerdict,
    Pose,
    RefusalReason,
    Verification,
    VerificationState,
)
from profiles.storage.tables import PhotoRow, ProfileRow, UnreferencedMediaRow, VerificationRow

# Draws without pictures are remembered as long as they count for the limit of a day, and a while more.
DRAWS_KEPT = func.make_interval(0, 0, 1)
# Each file of a sealed picture has this name in the store.
VARIANT = "800"


class VerificationRepository:
    """The caller has the row lock of the member's profile for every change."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> list[Verification]:
        """Return the verifications of a member, newest first."""
        rows = select(VerificationRow).where(VerificationRow.member_id == member_id)
        return [_verification(row) for row in self._session.scalars(rows.order_by(VerificationRow.drawn_at.desc()))]

    def get(self, verification_id: UUID, *, locks: bool = False) -> Verification | None:
        found = select(VerificationRow).where(VerificationRow.id == verification_id)
        return self._one(found.with_for_update() if locks else found)

    def of_case(self, case_id: UUID) -> Verification | None:
        return self._one(select(VerificationRow).where(VerificationRow.case_id == case_id))

    def of_decision(self, decision_id: UUID) -> Verification | None:
        return self._one(select(VerificationRow).where(VerificationRow.decision_id == decision_id))

    def draw(self, verification_id: UUID, member_id: UUID, poses: Sequence[Pose], *, consents: bool) -> None:
        """Store a draw in place of an open one, with the member's consent to a comparison by a model. Its time is that
        of the statement, not of the transaction, which may have waited for the lock of the profile."""
        is_drawn = VerificationRow.member_id == member_id, VerificationRow.state == VerificationState.DRAWN.value
        self._session.execute(update(VerificationRow).where(*is_drawn).values(state=VerificationState.ENDED.value))
        now = func.clock_timestamp()
        values = {
            "id": verification_id,
            "member_id": member_id,
            "state": VerificationState.DRAWN.value,
            "poses": [pose.value for pose in poses],
            "drawn_at": now,
            "expires_at": now + DRAWN_FOR,
            "kept_until": now + DRAWS_KEPT,
            "consented_at": now if consents else None,
        }
        self._session.execute(insert(VerificationRow).values(values))

    def submit(self, verification_id: UUID, media: Sequence[str]) -> None:
        """Store the names of the pictures, with the photos that the profile has now, the main one first."""
        photos = (
            select(func.coalesce(func.array_agg(aggregate_order_by(PhotoRow.id, PhotoRow.position)), []))
            .where(PhotoRow.member_id == VerificationRow.member_id, PhotoRow.status != PhotoStatus.REJECTED.value)
            .scalar_subquery()
        )
        self._set(
            verification_id,
            state=VerificationState.WAITING.value,
            submitted_at=func.now(),
            media=list(media),
            photo_ids=photos,
            kept_until=None,
        )

    def note_check(self, verification_id: UUID, check: FaceCheck, verdict: ModelVerdict) -> None:
        """Store the scores of a model, and what came of them."""
        self._set(
            verification_id,
            model=check.model,
            model_verdict=verdict.value,
            model_same=check.same,
            model_pose=check.pose,
            model_live=check.live,
            model_failure=check.failure,
        )

    def withdraw_consent(self, member_id: UUID) -> None:
        """Delete the scores of a member's pictures. That a model compared them, and its name, stay with the row."""
        given = VerificationRow.member_id == member_id, VerificationRow.consented_at.is_not(None)
        none = {"model_verdict": None, "model_same": None, "model_pose": None, "model_live": None}
        withdrawn = func.coalesce(VerificationRow.consent_withdrawn_at, func.now())
        self._session.execute(
            update(VerificationRow).where(*given).values(**none, model_failure=None, consent_withdrawn_at=withdrawn)
        )

    def sample(self) -> dict[VerificationState, int]:
        """The number of clear cases that a person decided all the same, by their outcome."""
        row = VerificationRow
        decided = select(row.state, func.count()).where(row.model_verdict == ModelVerdict.SAMPLED.value)
        return {VerificationState(state): count for state, count in self._session.execute(decided.group_by(row.state))}

    def open_case(self, verification_id: UUID, case_id: UUID) -> None:
        self._set(verification_id, case_id=case_id)

    def match(self, verification_id: UUID, photo_ids: Collection[UUID]) -> None:
        """Store which of the photos show the person, while the decision can still be undone."""
        self._set(verification_id, matched_ids=sorted(photo_ids))

    def decide(
        self,
        verification_id: UUID,
        decision_id: UUID,
        reason: RefusalReason | None,
        keep: Any,
    ) -> None:
        """Store the decision. `keep` is how long pictures and row are kept."""
        state = VerificationState.REFUSED if reason else VerificationState.VERIFIED
        self._set(
            verification_id,
            state=state.value,
            reason=reason.value if reason else None,
            decision_id=decision_id,
            decided_at=func.now(),
            kept_until=func.now() + keep,
        )

    def take_back(self, member_id: UUID) -> list[Verification]:
        """End every verification of a member and release its pictures. Returns them as they were, without those of a
        doubt about the age: their pictures stay sealed until `erase_kept` finds that it is decided. Rows of tries stay
        for their term, so that taking one back brings no further try at the model."""
        own = self.of(member_id)
        row, soon = VerificationRow, func.now() + DRAWS_KEPT
        term = func.coalesce(row.kept_until, row.submitted_at + WAITS_AT_MOST)
        for each in own:
            until: ColumnElement[Any] = func.greatest(term, soon) if each.is_tried else soon
            kept: dict[str, Any] = {"kept_until": func.now()} if each.is_doubt else {"media": [], "kept_until": until}
            self._set(each.id, state=VerificationState.ENDED.value, **kept)
        ended = [each for each in own if not each.is_doubt]
        self._release([name for each in ended for name in each.media])
        return ended

    def release_files(self, member_id: UUID) -> None:
        """Mark the files of a member's pictures as unreferenced, before the rows are erased."""
        self._release([name for each in self.of(member_id) for name in each.media])

    def erase(self, verification_ids: Sequence[UUID]) -> None:
        """Delete rows, and release their pictures."""
        gone = delete(VerificationRow).where(VerificationRow.id.in_(verification_ids)).returning(VerificationRow.media)
        self._release([name for media in self._session.scalars(gone) for name in media])

    def past_keeping(self, limit: int) -> list[Verification]:
        """Return the verifications whose time of keeping is over, the oldest first."""
        return self._past(limit)

    def lock_past_keeping(self, verifications: Collection[Verification]) -> list[Verification]:
        """Lock the profiles of these verifications. Returns those whose time is still over."""
        members = sorted({each.member_id for each in verifications})
        owners = select(ProfileRow.member_id).where(ProfileRow.member_id.in_(members))
        self._session.execute(owners.order_by(ProfileRow.member_id).with_for_update())
        return self._past(None, VerificationRow.id.in_([each.id for each in verifications]))

    def keep(self, verification_ids: Collection[UUID], longer: timedelta) -> None:
        kept = update(VerificationRow).where(VerificationRow.id.in_(verification_ids))
        self._session.execute(kept.values(kept_until=func.now() + longer))

    def strip(self, verifications: Collection[Verification], longer: timedelta) -> None:
        """Release the pictures and delete the scores, and keep that a model gave the badge."""
        values: dict[str, Any] = {"media": [], "model_same": None, "model_pose": None, "model_live": None}
        for each in verifications:
            self._set(each.id, **values, kept_until=func.now() + longer)
            self._release(each.media)

    def badges_before(self, age: timedelta, limit: int) -> list[UUID]:
        """Return members whose badge was given longer ago than this."""
        given = select(ProfileRow.member_id).where(ProfileRow.verified_at <= func.now() - age)
        return list(self._session.scalars(given.limit(limit)))

    def badge(self, member_id: UUID) -> Badge:
        columns = ProfileRow.verified_at, ProfileRow.verified_photos, ProfileRow.verification_asked_at
        row = self._session.execute(select(*columns).where(ProfileRow.member_id == member_id)).one_or_none()
        return Badge(row[0], tuple(row[1] or ()), row[2]) if row else Badge(None, (), None)

    def media_in_use(self) -> list[str]:
        """The names of the files of all sealed pictures."""
        return [name for media in self._session.scalars(select(VerificationRow.media)) for name in media]

    def lock_holder(self, name: str) -> bool:
        """Lock the row of this picture, so that its file is not deleted meanwhile. False when it is gone."""
        holds = select(VerificationRow.id).where(literal(name) == VerificationRow.media.any_())
        return self._session.execute(holds.with_for_update()).first() is not None

    def _past(self, limit: int | None, *which: ColumnElement[bool]) -> list[Verification]:
        waits_too_long = and_(
            VerificationRow.state == VerificationState.WAITING.value,
            VerificationRow.submitted_at <= func.now() - WAITS_AT_MOST,
        )
        due = select(VerificationRow).where(or_(VerificationRow.kept_until <= func.now(), waits_too_long), *which)
        rows = due.order_by(VerificationRow.drawn_at).limit(limit).execution_options(populate_existing=True)
        return [_verification(row) for row in self._session.scalars(rows)]

    def _release(self, names: Sequence[str]) -> None:
        if names:
            self._session.execute(insert(UnreferencedMediaRow).values([{"media": name} for name in names]))

    def _set(self, verification_id: UUID, **values: Any) -> None:
        self._session.execute(update(VerificationRow).where(VerificationRow.id == verification_id).values(**values))

    def _one(self, query: Any) -> Verification | None:
        row = self._session.scalars(query.execution_options(populate_existing=True)).one_or_none()
        return _verification(row) if row else None


def _verification(row: VerificationRow) -> Verification:
    return Verification(
        id=row.id,
        member_id=row.member_id,
        state=VerificationState(row.state),
        poses=tuple(Pose(pose) for pose in row.poses),
        drawn_at=row.drawn_at,
        expires_at=row.expires_at,
        submitted_at=row.submitted_at,
        media=tuple(row.media),
        photo_ids=tuple(row.photo_ids),
        matched_ids=None if row.matched_ids is None else tuple(row.matched_ids),
        case_id=row.case_id,
        decision_id=row.decision_id,
        reason=RefusalReason(row.reason) if row.reason else None,
        decided_at=row.decided_at,
        kept_until=row.kept_until,
        consented_at=row.consented_at,
        consent_withdrawn_at=row.consent_withdrawn_at,
        check=_check(row),
    )


def _check(row: VerificationRow) -> FaceCheck | None:
    if row.model is None or row.model_verdict is None:
        return None
    return FaceCheck(
        row.model,
        same=row.model_same,
        pose=row.model_pose,
        live=row.model_live,
        failure=row.model_failure,
        verdict=ModelVerdict(row.model_verdict),
    )
