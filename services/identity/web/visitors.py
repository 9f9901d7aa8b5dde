"""The country of a visitor, looked up for one response and stored nowhere."""

from flask import request
from shared.kit.core import FieldError, Invalid
from shared.sites.visitor_country import country_of

from identity.web import cookies
from identity.web.context import current_site, wiring

VISITOR_HEADER = "X-Forwarded-For"


def visitor_country() -> str | None:
    """The country to which a registry assigned the visitor's IP address; None if unknown.

    Only the gateway writes the header, with one address: the visitor's (gateway/headers.py).
    """
    if not wiring().settings.is_production and (pretended := cookies.pretended_country()):
        return pretended
    return country_of(request.headers.get(VISITOR_HEADER, ""), current_site())


def selected_country() -> str:
    """The country that this site uses for the visitor."""
    return current_site().country_of(visitor_country())


def pretend_to_be_in(country: str) -> str:
    """Set the country of this browser for a day, for development. Raises Invalid in production."""
    if wiring().settings.is_production:
        raise Invalid(errors=[FieldError("geoip_country", "field_unknown")])
    cookies.pretend_country(country)
    return country
