"""Time-limited credentials of a TURN server, as coturn checks them with `use-auth-secret`
(draft-uberti-behave-turn-rest)."""

import base64
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

VALID_SECONDS = 600


class RelayMode(StrEnum):
    """How the media of a call travel: through a TURN server alone, or straight from one browser to the other.

    Straight tells each the other's addresses, so it is for development alone.
    """

    RELAY = "relay"
    DIRECT = "direct"


@dataclass(frozen=True)
class RelayCredentials:
    urls: tuple[str, ...]
    username: str
    credential: str


def issue_credentials(urls: Sequence[str], secret: str, now: float) -> RelayCredentials:
    """Credentials for ten minutes. The name is random: the TURN server learns no member's id."""
    username = f"{int(now) + VALID_SECONDS}:{secrets.token_hex(8)}"
    digest = hmac.digest(secret.encode(), username.encode(), "sha1")
    return RelayCredentials(tuple(urls), username, base64.b64encode(digest).decode())
