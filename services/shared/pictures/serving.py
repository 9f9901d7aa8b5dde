"""Answers with stored files: their bytes, or a redirect that the gateway follows to the object store."""

from flask import Response, request

from shared.kit.core import NotFound
from shared.pictures.store import RECORDINGS, PictureStore, media_type

# Set by a gateway that follows redirects to the store (gateway/store.py): the origin of the store, and the address to
# redirect to. A gateway of an earlier release does not set it, and strips it from visitors' requests as any other does.
FOLLOWED = "x-pairwise-store"


def serve_file(store: PictureStore, name: str, variant: str, cache_control: str) -> Response:
    """Answer this file to a viewer who may see it.

    `cache_control` says how long the viewer's browser may keep it. Raises NotFound if there is no such file, and
    Unavailable if the store does not answer; behind a gateway that follows redirects it answers for the store.
    """
    if (address := _signed_address(store, name, variant, cache_control)) is not None:
        return _redirect(address)
    content = store.read(name, variant)
    if content is None:
        raise NotFound()
    response = Response(content, mimetype=media_type(variant))
    response.headers["Cache-Control"] = cache_control
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if variant in RECORDINGS:
        # Safari plays nothing from a server that answers no ranges, and every player seeks by them.
        response.make_conditional(request, accept_ranges=True, complete_length=len(content))
    return response


def _signed_address(store: PictureStore, name: str, variant: str, cache_control: str) -> str | None:
    """Where the gateway fetches the file; None if it does not, or fetches from another store than ours."""
    origin, _, base = request.headers.get(FOLLOWED, "").partition(" ")
    if not base:
        return None
    signed = store.signed(name, variant, request.method, cache_control)
    if signed is None or not signed.startswith(f"{origin}/"):
        return None
    return base + signed.removeprefix(origin)


def _redirect(address: str) -> Response:
    response = Response(status=302)
    response.autocorrect_location_header = False
    response.headers["Location"] = address
    # Should anything but our gateway ever see it.
    response.headers["Cache-Control"] = "no-store"
    return response
