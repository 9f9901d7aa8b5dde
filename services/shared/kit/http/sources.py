"""The network of a request: the subject `source` of rate limits and security events."""

import ipaddress

from flask import current_app, request

from shared.kit.core.keys import SigningKeys

# Overwritten by the gateway, so it holds one address, and nothing that the client has sent.
ADDRESS_HEADER = "X-Forwarded-For"
IPV6_PREFIX = 64
UNKNOWN = "unknown"


def network_of(address: str) -> str:
    """The network of an address: an IPv4 address itself, or the /64 that a provider gives to one IPv6 customer."""
    try:
        parsed = ipaddress.ip_address(address.strip())
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed)


def source() -> str:
    """The network of the current request."""
    return network_of(request.headers.get(ADDRESS_HEADER, ""))


def hash_network(keys: SigningKeys, network: str) -> str:
    """A network as a keyed hash, for logs and tables: equal networks are equal, none can be guessed without the key."""
    return keys.sign(b"network\0" + network.encode()).hex()[:16]


def hashed_source() -> str:
    """The network of the current request as a keyed hash (SOURCE_KEYS)."""
    keys: SigningKeys = current_app.extensions["source_keys"]
    return hash_network(keys, source())
