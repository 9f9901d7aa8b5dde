from functools import cache, partial
from typing import Any

from flask import Blueprint, Response, render_template, request
from servicekit.errors import NotFound
from servicekit.texts import LOCALES
from servicekit.web import locale
from sites import Site

from lander.domain.scene import Scene
from lander.errors import SceneUnknown
from lander.web.addresses import language_address, page, parameters, signup_address, visit_of
from lander.web.assets import Assets
from lander.web.context import current_site, wiring

pages = Blueprint("pages", __name__, url_prefix="/landers", template_folder="templates")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
FOR_EVER = "public, max-age=31536000, immutable"

LANGUAGES = {
    "nl": "Nederlands",
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
    "da": "Dansk",
    "sv": "Svenska",
    "nb": "Norsk",
    "fi": "Suomi",
}


@pages.get("/<scene>")
@pages.get("/<scene>/<slug>")
def get_lander(scene: str, slug: str = "") -> Response:
    """A landing page. Rendering it notes nothing: the page tells, once someone sees it."""
    if scene not in list(Scene):
        raise SceneUnknown()
    return _render("lander.html", scene=scene)


@pages.get("/static/<path:name>")
def get_static(name: str) -> Response:
    asset = _assets().find(name)
    if asset is None:
        raise NotFound()
    response = Response(asset.content, content_type=asset.media_type)
    response.headers["Cache-Control"] = FOR_EVER
    return response


@pages.errorhandler(SceneUnknown)
def answer_unknown(_: SceneUnknown) -> Response:
    return _render("unknown.html", status=404, scene=Scene.VIDEO)


def _render(template: str, *, scene: str, status: int = 200) -> Response:
    site, assets = current_site(), _assets()
    language = _language(site)
    visit = visit_of(request.path, request.args)
    content: dict[str, Any] = {
        "scene": scene,
        "locale": language,
        "site": site,
        "say": partial(_say, language, site),
        "page": partial(page, language),
        "signup": signup_address(language, visit),
        "languages": {code: (LANGUAGES[code], language_address(code, visit)) for code in site.locales},
        "visit": {**parameters(visit), "path": visit.path},
        "asset": assets.address,
    }
    response = Response(render_template(template, **content), status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


def _language(site: Site) -> str:
    """What the address asks for, or the member's cookie or browser, as far as this site speaks it."""
    for wanted in (request.args.get("lang", ""), locale()):
        if wanted in LOCALES and wanted in site.locales:
            return wanted
    return site.domain_language


def _say(language: str, site: Site, key: str) -> str:
    params = {
        "site": site.name,
        "min_age": site.min_age,
        "free_messages": site.free_messages,
        "message_credits": site.message_credits,
    }
    return wiring().texts.find(key, language, params) or key


def _assets() -> Assets:
    settings = wiring().settings
    return _read_assets(settings.styles_dir, settings.fonts_dir)


_read_assets = cache(Assets)
