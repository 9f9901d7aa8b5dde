from uuid import UUID

from flask import Blueprint, Response, request
from shared.kit.core import NotFound
from shared.kit.http import caller, endpoint
from shared.pictures.serving import serve_file

from profiles.usecases.photos.open_photo import open_photo
from profiles.web.context import wiring

media = Blueprint("media", __name__, url_prefix="/media")


@media.get("/<uuid:photo>/<variant>.webp")
@endpoint(media_type="image/webp")
def get_photo(photo: UUID, variant: str) -> Response:
    """Return one size of a photo, by a link that was made for the caller. Every invalid link is the same 404."""
    dependencies, asking = wiring(), caller()
    viewer_id = asking.member_id
    expires = dependencies.links.expiry_of(photo, variant, viewer_id, request.args)
    if expires is None:
        raise NotFound()
    pool = dependencies.sites.pool_of(asking.site) if asking.is_staff or asking.is_reader else None
    name, seconds_left = open_photo(dependencies.reads(), viewer_id, photo, expires, desk_pool=pool)
    return serve_file(dependencies.media, name, variant, f"private, max-age={seconds_left}, immutable")
