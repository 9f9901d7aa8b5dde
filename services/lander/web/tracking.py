"""Counting views. `Sec-GPC: 1` (Global Privacy Control) objects: then nothing is counted."""

from flask import Blueprint, request
from shared.kit.http import ADDRESS_HEADER, Nothing, device_class, endpoint, limiter, source
from shared.sites.visitor_country import country_of

from lander.domain.lead import counted_network
from lander.domain.suspicion import Suspicion, is_program
from lander.domain.view import APP, View, slug_of
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
        count_view(wiring().unit_of_work(), _view(body, body.path, "page_view", VIEWED_WITHIN_SECONDS))
    return Nothing()


@tracking.put("/track.php")
@endpoint(status=202)
def put_track(body: ContinueVisit) -> Nothing:
    """Count that a visitor went on after a page: its view is no bounce."""
    if body.path is not None and not _objects():
        view = _view(body, body.path, "page_step", CONTINUED_WITHIN_SECONDS)
        count_continuation(wiring().unit_of_work(), view)
    return Nothing()


def _objects() -> bool:
    return request.headers.get("Sec-GPC", "") == "1"


def _view(body: Seen, path: str, limit: str, within_seconds: int) -> View:
    site, slug = current_site(), slug_of(path)
    page = slug if wiring().catalogue.page(site.key, slug) else APP
    link = (body.link,) if body.link else ()
    signed = (site.key, path, body.network, body.locale, str(body.version), str(body.arm), *link)
    is_proven = page != APP and wiring().renderings.is_proven(body.rendering, within_seconds, *signed)
    return View(
        site=site.key,
        page=page,
        # A version and an arm are those of a rendering, or none.
        version=body.version if is_proven else 0,
        arm=body.arm if is_proven else 0,
        network=counted_network(body.network, wiring().catalogue.networks(site.key)),
        locale=body.locale if body.locale in site.locales else "",
        suspicion=_suspicion(body, page, limit, is_proven=is_proven),
        country=country_of(request.headers.get(ADDRESS_HEADER, ""), site) or "",
        device=device_class(),
        link=body.link if body.link in wiring().catalogue.links(site.key) else "",
    )


def _suspicion(body: Seen, page: str, limit: str, *, is_proven: bool) -> Suspicion | None:
    """Why a program seems to have made this request; None if nothing says so.

    A browser sends the languages its owner reads, and Origin with each POST and PUT.
    """
    headers = request.headers
    if is_program(headers.get("User-Agent", "")):
        return Suspicion.PROGRAM
    if not (headers.get("Accept-Language") and headers.get("Origin")):
        return Suspicion.HEADERS
    if page == APP:
        return None if limiter().allows("app_view", {"source": source()}) else Suspicion.TOO_MANY
    if not is_proven:
        return Suspicion.RENDERING
    is_allowed = limiter().allows(limit, {"rendering": body.rendering, "source": source()})
    return None if is_allowed else Suspicion.TOO_MANY
