from flask import Blueprint, Response
from shared.kit.core import NotFound
from shared.kit.http import caller, endpoint
from shared.pictures.serving import serve_file

from profiles.usecases.photos.open_photo import open_photo
from profiles.web.context import wiring

blurred = Blueprint("veiled", __name__, url_prefix="/media/veiled")


@blurred.get("/<token>.webp")
@endpoint(media_type="image/webp")
def get_veiled_photo(token: str) -> Response:
    """Return a blurred photo, by a link that was made for the caller and does not reveal the member."""
    dependencies, viewer_id = wiring(), caller().member_id
    opened = dependencies.blurred_links.open(token, viewer_id)
    if opened is None:
        raise NotFound()
    photo, expires = opened
    name, seconds_left = open_photo(dependencies.reads(), viewer_id, photo, expires)
    return serve_file(dependencies.media, name, "locked", f"private, max-age={seconds_left}, immutable")
