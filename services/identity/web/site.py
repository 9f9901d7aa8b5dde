from flask import Blueprint, Response
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import beacon

from identity.web.context import current_site, site_key, wiring
from identity.web.models import CompanyAnswer, Empty, PublicSettings, SettingsAnswer

site = Blueprint("site", __name__, url_prefix="/api")


@site.get("/settings.php")
@endpoint()
def get_settings() -> SettingsAnswer:
    """The settings of the site this host belongs to."""
    return SettingsAnswer(settings=PublicSettings.of(site_key(), current_site()))


@site.get("/companyinfo.php")
@endpoint()
def get_company() -> CompanyAnswer:
    """Who runs this site."""
    return CompanyAnswer(company=current_site().company)


@site.post("/page-hidden.php")
@beacon
@endpoint(status=204)
def post_page_hidden(body: Empty) -> Nothing:
    """The page went out of sight. Nothing follows from it yet; the call is taken so that pages need not know."""
    return Nothing()


@site.get("/openapi.json")
@endpoint(media_type="application/json")
def get_openapi() -> Response:
    """This document."""
    return Response(wiring().settings.openapi_file.read_bytes(), mimetype="application/json")
