from collections.abc import Callable
from dataclasses import dataclass

from servicekit.rpc.callers import METADATA_KEY, SCHEME, CallerTokens
from servicekit.settings import Settings


@dataclass(frozen=True)
class Peer:
    """Another service as a client reaches it: its address, and the tokens that prove which service calls."""

    address: str
    token: Callable[[], str] | None = None

    def metadata(self) -> tuple[tuple[str, str], ...]:
        return ((METADATA_KEY, SCHEME + self.token()),) if self.token else ()


def peer(settings: Settings, service: str) -> Peer:
    """The service of this name. Without CALLER_PRIVATE_KEY, as in tests, calls carry no token.

    Raises KeyError when its address was not told, which is so for services that `asks` does not name.
    """
    key = settings.caller_private_key
    return Peer(settings.rpc_addresses[service], CallerTokens(settings.service, service, key) if key else None)
