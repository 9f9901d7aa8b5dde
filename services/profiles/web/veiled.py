from flask import Blueprint, Response
from servicekit.errors import NotFound
from servicekit.web import caller, endpoint

from profiles.usecases.open_photo import open_photo
from profiles.web.context import wiring

veiled = Blueprint("veiled", __name__, url_prefix="/media/veiled")


@veiled.get("/<token>.webp")
@endpoint(media_type="image/webp")
def get_veiled_photo(token: str) -> Response:
    """A blurred photo of somebody, by a link that was made for the caller and does not say of whom."""
    held, viewer_id = wiring(), caller().member_id
    opened = held.veiled.open(token, viewer_id)
    if opened is None:
        raise NotFound()
    photo, expires = opened
    name, seconds_left = open_photo(held.reads(), viewer_id, photo, expires)
    content = held.media.read(name, "locked")
    if content is None:
        raise NotFound()
    response = Response(content, mimetype="image/webp")
    response.headers["Cache-Control"] = f"private, max-age={seconds_left}, immutable"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
