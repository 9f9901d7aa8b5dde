import json

from flask import Blueprint, Response, request
from shared.kit.core import NotFound
from shared.kit.http import endpoint
from shared.sites.files import site_file
from shared.sites.theme import turned

from identity.web.context import current_site, site_key, wiring
from identity.web.models.site import CompanyAnswer, PublicSettings, SettingsAnswer, SettingsQuery, SiteFileQuery
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
    """The site's colours, fonts and logo, where they differ from the product's. Pages load it before rendering."""
    return _following_the_site(Response(current_site().css, mimetype="text/css"))


@site.get("/site-file.php")
@endpoint(media_type="application/octet-stream")
def get_site_file(query: SiteFileQuery) -> Response:
    """A file of the site's own, for the web app's server, which has the product's. 404 where the site has none."""
    found = site_file(current_site().brand, query.file)
    if found is None:
        raise NotFound()
    content, media_type = found
    response = Response(content, content_type=media_type)
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return _following_the_site(response)


@site.get("/manifest.webmanifest")
@endpoint(media_type="application/manifest+json")
def get_manifest() -> Response:
    """The web app manifest: name, colours and icons of the installed app."""
    shown = current_site()
    address = shown.brand.address
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
            {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": address("icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": address("icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": address("icon-maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    response = Response(json.dumps(manifest, ensure_ascii=False), mimetype="application/manifest+json")
    return _following_the_site(response)


def _following_the_site(response: Response) -> Response:
    """Let browsers keep an answer about the site for a few seconds: a change of its folder is seen within ten."""
    response.headers["Cache-Control"] = "public, max-age=5"
    response.headers["Vary"] = "Host"
    response.add_etag()
    response.make_conditional(request)
    return response


@site.get("/openapi.json")
@endpoint(media_type="application/json")
def get_openapi() -> Response:
    """This document."""
    return Response(wiring().settings.openapi_file.read_bytes(), mimetype="application/json")
