"""Verification by a live gesture over HTTP; docs/architecture/verification.md says what it proves."""

from datetime import datetime
from functools import partial
from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.pictures import Crop, delete_media, process_image

from profiles.domain.verification import Pose, RefusalReason, Verification, VerificationState
from profiles.errors import AddressUnconfirmed, NotOffered
from profiles.usecases.verification.draw_poses import draw_for
from profiles.usecases.verification.submit_pictures import PictureDependencies, submit_pictures
from profiles.usecases.verification.take_back import take_back, withdraw_consent
from profiles.usecases.verification.view_verification import view_verification
from profiles.web.context import current_site, current_site_key, wiring

verification = Blueprint("verification", __name__, url_prefix="/api")


class DrawPosesIn(Input):
    id: ClientId
    consents: bool = Field(
        False,
        description="To the comparison of the faces by the model of `model`, for these pictures; otherwise a person",
    )


class WithdrawIn(Input):
    only_consent: bool = Field(False, description="The consent to the model, and neither pictures nor a person's badge")


class VerificationForm(Input):
    """`id` is of the draw; a picture for each of its poses, in their order."""

    id: UUID
    first: bytes
    second: bytes


class DrawOut(Output):
    id: UUID
    poses: list[Pose]
    expires_at: datetime
    seconds_left: int = Field(description="Until `expires_at`, by the server's clock")
    consents: bool = Field(description="To the comparison by the model")

    @staticmethod
    def of(drawn: Verification, at: datetime) -> "DrawOut":
        left = max(0, int((drawn.expires_at - at).total_seconds()))
        return DrawOut(
            id=drawn.id,
            poses=list(drawn.poses),
            expires_at=drawn.expires_at,
            seconds_left=left,
            consents=drawn.may_compare,
        )


class RefusalOut(Output):
    reason: RefusalReason
    decided_at: datetime


class ModelOut(Output):
    """The model of the site, as its operator names it."""

    name: str
    version: str


class VerificationAnswer(Output):
    """`draw` is the open one. `badge` is what others see: `shown`; `other_photo` while the main photo is one that was
    not compared; `asked` until the member verifies again, as the desk asked; `none`."""

    draw: DrawOut | None
    waiting_since: datetime | None
    refusal: RefusalOut | None = Field(description="The last decision, when it was one")
    verified_at: datetime | None
    badge: Literal["none", "shown", "other_photo", "asked"]
    kept_until: datetime | None = Field(description="When the pictures of the last decision are erased")
    compared: list[UUID] = Field(description="Own photos with which the badge is shown")
    has_photo: bool = Field(description="The profile has a photo to compare with")
    model: ModelOut | None = Field(None, description="May compare the pictures if the member consents; null: people do")
    consented_at: datetime | None = Field(None, description="To the model, for pictures or a badge; until withdrawn")
    by_model: bool = Field(False, description="The model gave the badge, not a person")


@verification.get("/verification.php")
@endpoint()
def get_verification() -> VerificationAnswer:
    """Return the caller's verification."""
    if not current_site().verification:
        raise NotOffered()
    dependencies = wiring()
    own = view_verification(dependencies.reads(), dependencies.pause, caller().member_id)
    newest, badge = own.newest, own.badge
    state = newest.state if newest else None
    model = dependencies.face_checks.offered(current_site())
    shown: Literal["none", "shown", "other_photo", "asked"] = "none"
    if badge.asked_at is not None:
        shown = "asked"
    elif badge.verified_at is not None:
        shown = "shown" if badge.is_shown_with(own.main_photo_id) else "other_photo"
    return VerificationAnswer(
        draw=DrawOut.of(newest, own.at) if newest and state is VerificationState.DRAWN else None,
        waiting_since=newest.submitted_at if newest and state is VerificationState.WAITING else None,
        refusal=RefusalOut(reason=newest.reason, decided_at=newest.decided_at)
        if newest and newest.reason and newest.decided_at
        else None,
        verified_at=badge.verified_at,
        badge=shown,
        kept_until=newest.kept_until if newest and newest.media else None,
        compared=list(badge.matched_ids),
        has_photo=own.has_photo,
        model=ModelOut(name=model.name, version=model.version) if model else None,
        consented_at=own.consented_at,
        by_model=own.is_by_model,
    )


@verification.put("/verification.php")
@endpoint()
def put_draw(body: DrawPosesIn) -> DrawOut:
    """Draw two poses for five minutes, in place of those drawn before."""
    _check_offered()
    dependencies = wiring()
    if body.consents and dependencies.face_checks.offered(current_site()) is None:
        raise NotOffered()
    uow, member_id = dependencies.unit_of_work(), caller().member_id
    drawn = draw_for(uow, dependencies.pause, member_id, body.id, consents=body.consents)
    with dependencies.reads() as reads:
        return DrawOut.of(drawn, reads.now())


@verification.post("/verification.php")
@endpoint(status=201)
def post_verification_pictures(form: VerificationForm) -> Nothing:
    """Give the desk a picture for each pose."""
    _check_offered()
    dependencies = wiring()
    room = PictureDependencies(
        dependencies.unit_of_work,
        dependencies.media,
        dependencies.settings.verification_keys,
        partial(process_image, cut=Crop.WHOLE),
        current_site_key(),
        dependencies.picture_guard,
        dependencies.face_checks.compare_of(current_site()),
    )
    submit_pictures(room, caller().member_id, form.id, [form.first, form.second])
    return Nothing()


@verification.delete("/verification.php")
@endpoint()
def delete_verification(body: WithdrawIn) -> Nothing:
    """Withdraw from verification: the badge ends, and the pictures are deleted at once. Or withdraw only the consent to
    the model: its scores are deleted, and so are a badge and pictures that no person compared."""
    dependencies = wiring()
    withdraw = withdraw_consent if body.only_consent else take_back
    names = withdraw(dependencies.unit_of_work(), caller().member_id)
    delete_media(dependencies.unit_of_work, dependencies.media, names)
    return Nothing()


def _check_offered() -> None:
    if not current_site().verification:
        raise NotOffered()
    if not caller().is_confirmed:
        raise AddressUnconfirmed()
