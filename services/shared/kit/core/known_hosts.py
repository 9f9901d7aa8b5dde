"""Addresses of hosts that a setting names."""

from collections.abc import Sequence
from urllib.parse import urlsplit


def is_known(url: str, hosts: Sequence[str]) -> bool:
    """Whether this is an https address, on its usual port and without a login, of one of these hosts."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None:
        return False
    return any(host.endswith(known[1:]) if known.startswith("*.") else host == known for known in hosts)
