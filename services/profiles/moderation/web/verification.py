"""Pictures of a verification at the desk, and requests for a new one."""

from typing import Annotated
from uuid import UUID

from cryptography.fernet import InvalidToken
from flask import Blueprint, Response
from pydantic import Field
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Nothing, caller, endpoint

from profiles.domain.verification import ModelVerdict, Verification
from profiles.moderation.domain.desk_queue import Case
from profiles.moderation.domain.moderation import Decision
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.usecases.verification import ask_again, check_may_see_pictures
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.desk_models import FaceCheckOut, VerificationOut
from profiles.storage.verifications import VARIANT
from profiles.web.photo_models import OwnPhotoOut

staff_verification = Blueprint("staff_verification", __name__, url_prefix="/api")


class PictureQuery(Input):
    """`number` counts the poses from 0."""

    id: UUID
    number: Annotated[int, Field(ge=0, le=9)]


class AskVerification(Input):
    id: ClientId
    case_id: UUID


@staff_verification.get("/staff-verification.php")
@endpoint(media_type="image/webp")
def get_verification_picture(query: PictureQuery) -> Response:
    """Return a picture of a verification, whose case the caller has open."""
    dependencies = wiring()
    name = check_may_see_pictures(dependencies.unit_of_work(), current_desk(), query.id, query.number)
    sealed = dependencies.media.read(name, VARIANT)
    try:
        content = dependencies.settings.verification_keys.open(sealed) if sealed else None
    except InvalidToken:
        content = None  # sealed under a key that was lost
    if content is None:
        raise NotFound()
    response = Response(content, mimetype="image/webp")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


@staff_verification.post("/staff-verification.php")
@endpoint(status=201)
def post_ask_verification(body: AskVerification) -> Nothing:
    """Ask the member of an open case to verify again; the badge ends until they have."""
    ask_again(wiring().unit_of_work(), current_desk(), body.id, body.case_id)
    return Nothing()


def verification_in(
    reads: ModerationReads, case: Case, appealed: Decision | None, *, is_review: bool = False
) -> VerificationOut | None:
    """The verification that a case or the appealed decision is about, and the evidence of a doubt about the age; in a
    review, without what came of it."""
    found = reads.verifications.of_case(case.id) if case.is_verification else None
    if appealed is not None:
        found = reads.verifications.of_decision(appealed.id)
    doubt_id = reads.complaints.doubt_of_age(case.member_id) if case.member_id else None
    if found is None and case.member_id and doubt_id in {each.id for each in case.reports}:
        found = next((each for each in reads.verifications.of(case.member_id) if each.is_doubt), None)
    if found is None or found.submitted_at is None:
        return None
    viewer_id, links, at = caller().member_id, wiring().links, reads.now()
    return VerificationOut(
        id=found.id,
        poses=list(found.poses),
        pictures=len(found.media),
        submitted_at=found.submitted_at,
        photos=[
            OwnPhotoOut.of(photo, viewer_id, links, at)
            for photo in reads.photos.own(found.member_id)
            if photo.id in found.photo_ids
        ],
        asked=not is_review and reads.verifications.badge(found.member_id).asked_at is not None,
        check=None if is_review else _check_of(found),
        by_model=found.is_by_model and not is_review,
    )


def _check_of(found: Verification) -> FaceCheckOut | None:
    """The scores of the model, but for an undecided case of the sample."""
    check = found.check
    is_blind = check is not None and check.verdict is ModelVerdict.SAMPLED and found.decided_at is None
    if check is None or is_blind:
        return None
    return FaceCheckOut(model=check.model, same=check.same, pose=check.pose, live=check.live, failure=check.failure)
