import json

from flask import Blueprint, Response
from shared.kit.http import endpoint
from shared.sites.theme import theme_css, turned

from identity.web.context import current_site, site_key, wiring
from identity.web.models.site import CompanyAnswer, PublicSettings, SettingsAnswer, SettingsQuery
from identity.web.visitors import pretend_to_be_in, visitor_country

site = Blueprint("site", __name__, url_prefix="/api")


@site.get("/settings.php")
@endpoint()
def get_settings(query: SettingsQuery) -> SettingsAnswer:
    """The settings of this host's site, and the country of the visitor."""
    country = pretend_to_be_in(query.geoip_country) if query.geoip_country else visitor_country()
    push_key = wiring().settings.push_public_key
    return SettingsAnswer(settings=PublicSettings.of(site_key(), current_site(), country, push_key))


@site.get("/companyinfo.php")
@endpoint()
def get_company() -> CompanyAnswer:
    """The company that runs the site."""
    return CompanyAnswer(company=current_site().company)


@site.get("/theme.css")
@endpoint(media_type="text/css")
def get_theme() -> Response:
    """The colours of the site's hue, where they differ from the design's. Pages load it before rendering."""
    response = Response(theme_css(current_site().hue), mimetype="text/css")
    response.headers["Cache-Control"] = "public, max-age=300"
    response.headers["Vary"] = "Host"
    return response


@site.get("/manifest.webmanifest")
@endpoint(media_type="application/manifest+json")
def get_manifest() -> Response:
    """The web app manifest: name, colours and icons of the installed app."""
    shown = current_site()
    manifest = {
        "name": shown.name,
        "short_name": shown.name,
        "description": shown.description,
        "id": "/",
        "start_url": "/?source=app",
        "scope": "/",
        "display": "standalone",
        "lang": shown.domain_language,
        "background_color": "#FBF9F7",
        "theme_color": turned("#006775", shown.hue),
        "icons": [
            {"src": "/icons/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/icons/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    response = Response(json.dumps(manifest, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "public, max-age=300"
    return response


@site.get("/openapi.json")
@endpoint(media_type="application/json")
def get_openapi() -> Response:
    """This document."""
    return Response(wiring().settings.openapi_file.read_bytes(), mimetype="application/json")
