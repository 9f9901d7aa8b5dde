"""Where a visitor seems to be. Looked up for one answer and kept nowhere."""

import ipaddress

from flask import request
from iptocc import country_code
from servicekit.errors import FieldError, Invalid
from sites import Site

from identity.web import cookies
from identity.web.context import current_site, wiring

VISITOR_HEADER = "X-Forwarded-For"
# What registries say of addresses that are in no one country.
NO_COUNTRY = ("AP", "EU", "ZZ")


def visitor_country() -> str | None:
    """The country whose registry gave out the visitor's address; None when that cannot be told.

    The gateway alone writes the header: one address, the visitor's (gateway/headers.py).
    """
    if not wiring().settings.is_production and (pretended := cookies.pretended_country()):
        return pretended
    return country_of(request.headers.get(VISITOR_HEADER, ""), current_site())


def selected_country() -> str:
    """Where the visitor counts as being on this site."""
    return current_site().country_of(visitor_country())


def pretend_to_be_in(country: str) -> str:
    """For trying a site out: this browser is in that country for a day. Production knows nothing of it."""
    if wiring().settings.is_production:
        raise Invalid(errors=[FieldError("geoip_country", "field_unknown")])
    cookies.pretend_country(country)
    return country


def country_of(address: str, site: Site) -> str | None:
    """Whoever asks from the same machine or network is where the site is."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return site.default_country
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if not found.is_global:
        return site.default_country
    country: str | None = country_code(str(found))
    return None if country in NO_COUNTRY else country
