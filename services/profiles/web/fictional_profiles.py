"""Fictional profiles at the desk of the people who write for them."""

from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Output, caller, endpoint
from shared.members import MemberSummary
from shared.pictures import process_image

from profiles.domain.photo import PhotoRules
from profiles.usecases.photos.add_photo import PhotoDependencies, add_photo
from profiles.web.card_models import card_out
from profiles.web.context import current_site, current_site_key, wiring
from profiles.web.photo_models import OwnPhotoOut, PhotoAnswer

fictional_profiles = Blueprint("fictional_profiles", __name__, url_prefix="/api")
SHOWN = 200


class FictionalProfilesAnswer(Output):
    profiles: list[MemberSummary] = Field(description="The newest first, at most 200")


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
        cards = reads.cards.public(reads.profiles.fictional(pool, SHOWN))
    viewer_id, links = caller().member_id, dependencies.links
    return FictionalProfilesAnswer(profiles=[card_out(card, viewer_id, links) for card in cards])


@fictional_profiles.post("/fictional-photo.php")
@endpoint(status=201)
def post_fictional_photo(form: FictionalPhotoForm) -> PhotoAnswer:
    """Add a photo to a fictional profile, checked as the photos of members are."""
    dependencies, site, pool = wiring(), current_site(), _pool()
    with dependencies.reads() as reads:
        if form.profile_id not in reads.profiles.fictional(pool, SHOWN, form.profile_id):
            raise NotFound()
    room = PhotoDependencies(
        dependencies.unit_of_work,
        dependencies.media,
        process_image,
        dependencies.pause,
        current_site_key(),
        dependencies.classifiers.check_of(site),
    )
    rules = PhotoRules(limit=site.photos_premium, is_automatic=site.photo_inspection == "automatic")
    photo = add_photo(room, form.profile_id, form.id, form.photo, lambda _: rules)
    with dependencies.reads() as reads:
        return PhotoAnswer(photo=OwnPhotoOut.of(photo, caller().member_id, dependencies.links, reads.now()))


def _pool() -> int:
    """The pool of the caller's site. Raises NotFound where the site has no fictional profiles."""
    if not current_site().fictional_profiles:
        raise NotFound()
    return wiring().sites.pool_of(caller().site)
