"""The country of an address, by the registries' assignments."""

import ipaddress

from iptocc import country_code

from shared.sites.model import Site

# Values of the registries for addresses without a single country.
NO_COUNTRY = ("AP", "EU", "ZZ")


def country_of(address: str, site: Site) -> str | None:
    """The country of an IP address; for private addresses the default country of the site."""
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
