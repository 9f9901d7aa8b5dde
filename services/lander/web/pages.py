from flask import Blueprint, Response, request
from shared.kit.core import UUID, NotFound, Unavailable
from shared.kit.http import page_form

from lander.domain.page import LivePage
from lander.domain.scene import NICHES, OF_MEMBER, Scene
from lander.errors import PageUnknown
from lander.web.context import current_site, wiring
from lander.web.rendering import assets, render_unknown, show
from lander.web.search_engines import sitemap_of

pages = Blueprint("pages", __name__, template_folder="templates")

FOR_EVER = "public, max-age=31536000, immutable"
# POST is the form of a page.
METHODS = ("GET", "POST")
SITEMAP_TYPE = "application/xml; charset=utf-8"


@pages.route("/landers/<slug>", methods=METHODS)
@pages.route("/<locale>/landers/<slug>", methods=METHODS)
@page_form
def get_lander(slug: str, locale: str = "") -> Response:
    """A landing page, or the answer to its form. Rendering counts nothing: the page's script counts the view."""
    return show(_page(slug))


@pages.route("/landers/<scene>/<slug>", methods=METHODS)
@pages.route("/<locale>/landers/<scene>/<slug>", methods=METHODS)
@page_form
def get_lander_of_scene(scene: str, slug: str, locale: str = "") -> Response:
    """The same page, below the name of its scene; or that of the scene's name, in the niche of this name."""
    niche = NICHES.get(slug)
    page = _page(scene if niche else slug)
    if page.document(page.version).scene != scene:
        raise PageUnknown()
    return show(page, niche=niche)


@pages.route("/members/<id>/landing", defaults={"scene": Scene.MEMBER}, methods=METHODS)
@pages.route("/<locale>/members/<id>/landing", defaults={"scene": Scene.MEMBER}, methods=METHODS)
@pages.route("/members/<id>/landing2", defaults={"scene": Scene.MEMBER2}, methods=METHODS)
@pages.route("/<locale>/members/<id>/landing2", defaults={"scene": Scene.MEMBER2}, methods=METHODS)
@pages.route("/members/<id>/landing2/<slug>", defaults={"scene": Scene.MEMBER2}, methods=METHODS)
@pages.route("/<locale>/members/<id>/landing2/<slug>", defaults={"scene": Scene.MEMBER2}, methods=METHODS)
@pages.route("/members/<id>/landing3", defaults={"scene": Scene.MEMBER3}, methods=METHODS)
@pages.route("/<locale>/members/<id>/landing3", defaults={"scene": Scene.MEMBER3}, methods=METHODS)
@pages.route("/members/<id>/landing3/<slug>", defaults={"scene": Scene.MEMBER3}, methods=METHODS)
@pages.route("/<locale>/members/<id>/landing3/<slug>", defaults={"scene": Scene.MEMBER3}, methods=METHODS)
@page_form
def get_member_lander(id: str, scene: Scene, slug: str = "", locale: str = "") -> Response:
    """A landing page with the card of a member, as visitors may see it."""
    niche = NICHES.get(slug)
    page = _page(scene if niche or not slug else slug, of_member=scene)
    try:
        member_id = UUID(id)
    except ValueError as error:
        raise PageUnknown() from error
    return show(page, wiring().members.public_card(member_id, current_site().pool), niche)


@pages.get("/landers/sitemap.xml")
def get_sitemap() -> Response:
    """The site's pages, each in its languages, for search engines (sitemaps.org 0.9); robots.txt names it."""
    site = current_site()
    response = Response(sitemap_of(site, wiring().catalogue.listed(site.key)), content_type=SITEMAP_TYPE)
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["Vary"] = "Host"
    return response


@pages.get("/landers/static/<path:name>")
def get_static(name: str) -> Response:
    asset = assets().find(name)
    if asset is None:
        raise NotFound()
    response = Response(asset.content, content_type=asset.media_type)
    response.headers["Cache-Control"] = FOR_EVER
    # Browsers that ask for a film in parts play it only if they get parts.
    response.make_conditional(request, accept_ranges=True, complete_length=len(asset.content))
    return response


@pages.get("/landers/")
@pages.get("/landers/<path:rest>")
def get_unknown(rest: str = "") -> Response:
    """Every other path below /landers/."""
    raise PageUnknown()


@pages.errorhandler(PageUnknown)
def answer_unknown(_: PageUnknown) -> Response:
    return render_unknown()


@pages.errorhandler(Unavailable)
def answer_unavailable(_: Unavailable) -> Response:
    response = render_unknown(503, text="unavailable")
    response.headers["Retry-After"] = "5"
    return response


def _page(slug: str, of_member: Scene | None = None) -> LivePage:
    """The live page of this slug: one of the site's, or one of a member's. Raises PageUnknown."""
    page = wiring().catalogue.page(current_site().key, slug)
    scene = page.document(page.version).scene if page else None
    if page is None or (scene != of_member if of_member else scene in OF_MEMBER):
        raise PageUnknown()
    return page
