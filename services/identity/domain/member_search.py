"""Search for members by the moderation desk, and the networks that it can search by."""

import ipaddress
from enum import StrEnum

from shared.kit.core import Invalid

# A stored network: finer ones would be addresses, coarser ones whole providers.
IPV4_PREFIX, IPV6_PREFIX = 24, 48
# One search compares at most so many stored networks: a /16 of IPv4, a /40 of IPv6.
MOST_NETWORKS = 256


class SearchBy(StrEnum):
    EMAIL = "email"
    DEVICE = "device"
    NETWORK = "network"


def stored_network(address: str) -> str | None:
    """The /24 or /48 of an IP address; None for a text that is none."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    prefix = IPV4_PREFIX if found.version == 4 else IPV6_PREFIX
    return str(ipaddress.ip_network((found, prefix), strict=False))


def networks_of(text: str) -> list[str]:
    """The stored networks of an IP address or a range. Raises Invalid for another text and for a broader range."""
    try:
        asked = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise Invalid(field="text") from error
    prefix = IPV4_PREFIX if asked.version == 4 else IPV6_PREFIX
    if asked.prefixlen >= prefix:
        return [str(asked.supernet(new_prefix=prefix))]
    if 2 ** (prefix - asked.prefixlen) > MOST_NETWORKS:
        raise Invalid(field="text")
    return [str(each) for each in asked.subnets(new_prefix=prefix)]
