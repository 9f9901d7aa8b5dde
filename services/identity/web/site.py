from typing import Any

from flask import Blueprint, Response
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing, Output
from servicekit.web.guards import beacon
from sites import Company, Site

from identity.web.context import current_site, site_key, wiring
from identity.web.models import Empty

site = Blueprint("site", __name__, url_prefix="/api")

# What pages may know of a site's document; the rest is ours.
PRIVATE = {
    "hosts",
    "login_limit",
    "account_disclosure",
    "company",
    "packages",
    "payment_methods",
    "default_payment_methods",
}


class SettingsAnswer(Output):
    settings: dict[str, Any]


class CompanyAnswer(Output):
    company: Company


@site.get("/settings.php")
@endpoint()
def get_settings() -> SettingsAnswer:
    """The settings of the site this host belongs to."""
    return SettingsAnswer(settings=public(site_key(), current_site()))


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
def get_openapi() -> Response:
    return Response(wiring().settings.openapi_file.read_bytes(), mimetype="application/json")


def public(key: str, document: Site) -> dict[str, Any]:
    return {"domain": key, **document.model_dump(mode="json", exclude=PRIVATE)}
