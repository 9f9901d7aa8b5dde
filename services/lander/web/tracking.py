"""Counting views. `Sec-GPC: 1` (Global Privacy Control) objects: then nothing is counted."""

from flask import Blueprint, request
from shared.kit.web import endpoint
from shared.kit.web.endpoint import Nothing
from shared.kit.web.rate_limit import limiter
from shared.kit.web.source import source

from lander.domain.lead import counted_network
from lander.domain.suspicion import is_program
from lander.domain.view import APP, View, page_of
from lander.renderings import CONTINUED_WITHIN_SECONDS, VIEWED_WITHIN_SECONDS
from lander.usecases.count_view import count_continuation, count_view
from lander.web.context import current_site, wiring
from lander.web.models import ContinueVisit, Seen, Track

tracking = Blueprint("tracking", __name__, url_prefix="/api")


@tracking.post("/track.php")
@endpoint(status=202)
def post_track(body: Track) -> Nothing:
    """Count a view of a page, without an id of the visitor."""
    if not _objects():
        is_suspect = _is_suspect(body, body.path, "page_view", VIEWED_WITHIN_SECONDS)
        count_view(wiring().unit_of_work(), _view(body, body.path, is_suspect))
    return Nothing()


@tracking.put("/track.php")
@endpoint(status=202)
def put_track(body: ContinueVisit) -> Nothing:
    """Count that a visitor went on after a page: its view is no bounce."""
    if body.path is not None and not _objects():
        is_suspect = _is_suspect(body, body.path, "page_step", CONTINUED_WITHIN_SECONDS)
        count_continuation(wiring().unit_of_work(), _view(body, body.path, is_suspect))
    return Nothing()


def _objects() -> bool:
    return request.headers.get("Sec-GPC", "") == "1"


def _view(body: Seen, path: str, is_suspect: bool) -> View:
    site = current_site()
    return View(
        site=site.key,
        page=page_of(path),
        version=0,
        arm=0,
        network=counted_network(body.network, wiring().catalogue.networks(site.key)),
        locale=body.locale if body.locale in site.locales else "",
        is_suspect=is_suspect,
    )


def _is_suspect(body: Seen, path: str, limit: str, within_seconds: int) -> bool:
    """Whether a program made this request: by its name, without the headers of a browser or the token of a rendering,
    with a token that was used, or among too many of its source.

    A browser sends the languages its owner reads, and Origin with each POST and PUT.
    """
    headers = request.headers
    if is_program(headers.get("User-Agent", "")) or not (headers.get("Accept-Language") and headers.get("Origin")):
        return True
    if page_of(path) == APP:
        return not limiter().allows("app_view", {"source": source()})
    told = (current_site().key, path, body.network, body.locale)
    if not wiring().renderings.is_proven(body.rendering, within_seconds, *told):
        return True
    return not limiter().allows(limit, {"rendering": body.rendering, "source": source()})
