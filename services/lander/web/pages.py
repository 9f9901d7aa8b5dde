from functools import cache, partial
from typing import Any

from flask import Blueprint, Response, render_template, request
from shared.kit.errors import NotFound
from shared.kit.web import locale
from shared.languages import LANGUAGE_NAMES, LOCALES, localized_path
from shared.sites import Site

from lander.domain.scene import Scene
from lander.errors import SceneUnknown
from lander.web.addresses import address_of, language_address, signup_address
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


@pages.get("/<scene>")
@pages.get("/<scene>/<slug>")
def get_lander(scene: str, slug: str = "") -> Response:
    """A landing page. Rendering it counts nothing: its script counts the view once it is seen."""
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
    address = address_of(request.path, request.args)
    network = address.campaign.get("network", "")
    content: dict[str, Any] = {
        "scene": scene,
        "locale": language,
        "site": site,
        "say": partial(_say, language, site),
        "page": partial(localized_path, language),
        "signup": signup_address(language, address),
        "languages": {code: (LANGUAGE_NAMES[code], language_address(code, address)) for code in site.locales},
        "view": {
            "path": address.path,
            "network": network,
            "version": 0,
            "arm": 0,
            "locale": language,
            "rendering": wiring().renderings.prove(site.key, address.path, network, language),
        },
        "is_counted": address.is_counted,
        "asset": assets.address,
    }
    response = Response(render_template(template, **content), status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


def _language(site: Site) -> str:
    """The language of the URL, else of the cookie or the browser, if the site has it."""
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
