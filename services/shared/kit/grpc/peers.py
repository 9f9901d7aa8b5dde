from collections.abc import Callable
from dataclasses import dataclass

from shared.kit.core.settings import Settings
from shared.kit.grpc.callers import METADATA_KEY, SCHEME, CallerTokens


@dataclass(frozen=True)
class Peer:
    """Another service as its clients reach it: the address, and a source of tokens that prove the calling service."""

    address: str
    token: Callable[[], str] | None = None

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of one call: a token that proves the calling service, or nothing."""
        return ((METADATA_KEY, SCHEME + self.token()),) if self.token else ()


def peer(settings: Settings, service: str) -> Peer:
    """The peer of this name. Without CALLER_PRIVATE_KEY, as in tests, calls carry no token.

    Raises KeyError without an address in RPC_<SERVICE>, which only services named in `asks` have.
    """
    key = settings.caller_private_key
    return Peer(settings.rpc_addresses[service], CallerTokens(settings.service, service, key) if key else None)
