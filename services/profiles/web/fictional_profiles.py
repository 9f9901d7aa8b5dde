"""Fictional profiles at the desk of the people who write for them."""

from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId, Invalid, NotFound, has_visible_text
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.members import MemberSummary
from shared.pictures import process_image

from profiles.domain.photo import PhotoRules
from profiles.usecases.photos.add_photo import PhotoDependencies, add_photo
from profiles.usecases.profile.change_profile import change_profile
from profiles.usecases.profile.check_text import TextRules
from profiles.web.card_models import summary_fields
from profiles.web.context import current_site, current_site_key, wiring
from profiles.web.photo_models import OwnPhotoOut, PhotoAnswer

fictional_profiles = Blueprint("fictional_profiles", __name__, url_prefix="/api")
SHOWN = 200


class FictionalProfileOut(MemberSummary):
    about: str


class FictionalProfilesAnswer(Output):
    profiles: list[FictionalProfileOut] = Field(description="The newest first, at most 200")


class ChangeFictionalProfile(Input):
    profile_id: UUID
    about: str = Field(min_length=1, max_length=1000)


class FictionalPhotoForm(Input):
    id: ClientId
    profile_id: UUID
    photo: bytes


@fictional_profiles.get("/fictional-profiles.php")
@endpoint()
def get_fictional_profiles() -> FictionalProfilesAnswer:
    """The fictional profiles of the site that members can see."""
    dependencies, pool = wiring(), _pool()
    with dependencies.reads() as reads:
        texts = reads.profiles.fictional(pool, SHOWN)
        cards = reads.cards.public(list(texts))
    viewer_id, links = caller().member_id, dependencies.links
    return FictionalProfilesAnswer(
        profiles=[FictionalProfileOut(**summary_fields(card, viewer_id, links), about=texts[card.id]) for card in cards]
    )


@fictional_profiles.put("/fictional-profiles.php")
@endpoint()
def put_fictional_profile(body: ChangeFictionalProfile) -> Nothing:
    """Change the text of a fictional profile, checked as the texts of members are."""
    dependencies, site = wiring(), current_site()
    _check_fictional(body.profile_id)
    if not has_visible_text(body.about):
        raise Invalid(field="about")
    rules = TextRules(site.key, holds=site.contact_details == "hold")
    change_profile(dependencies.unit_of_work(), dependencies.pause, body.profile_id, {"about": body.about}, rules)
    return Nothing()


@fictional_profiles.post("/fictional-photo.php")
@endpoint(status=201)
def post_fictional_photo(form: FictionalPhotoForm) -> PhotoAnswer:
    """Add a photo to a fictional profile, checked as the photos of members are."""
    dependencies, site = wiring(), current_site()
    _check_fictional(form.profile_id)
    room = PhotoDependencies(
        dependencies.unit_of_work,
        dependencies.media,
        process_image,
        dependencies.pause,
        current_site_key(),
        dependencies.picture_guard,
        dependencies.classifiers.check_of(site),
    )
    rules = PhotoRules(limit=site.photos_premium, is_automatic=site.photo_inspection == "automatic")
    photo = add_photo(room, form.profile_id, form.id, form.photo, lambda _: rules)
    with dependencies.reads() as reads:
        return PhotoAnswer(photo=OwnPhotoOut.of(photo, caller().member_id, dependencies.links, reads.now()))


def _check_fictional(profile_id: UUID) -> None:
    """Raises NotFound for a profile that is not a fictional one of the caller's site."""
    with wiring().reads() as reads:
        if profile_id not in reads.profiles.fictional(_pool(), 1, profile_id):
            raise NotFound()


def _pool() -> int:
    """The pool of the caller's site. Raises NotFound where the site has no fictional profiles."""
    if not current_site().fictional_profiles:
        raise NotFound()
    return wiring().sites.pool_of(caller().site)
