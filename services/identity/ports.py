"""Outside parties that identity calls, each with a fake in the tests."""

from typing import Protocol
from uuid import UUID

from identity.domain.age_assurance import AgeOutcome, AgeSession
from identity.domain.openid import OpenIdLogIn, ProvenIdentity


class AgeProvider(Protocol):
    """Proves that members are old enough.

    Both methods raise AgeProviderUnavailable when it is down, late, or its answer cannot be parsed.
    """

    @property
    def name(self) -> str:
        """The name that is stored with an outcome."""

    def start(self, attempt_id: UUID, *, min_age: int, return_url: str, locale: str) -> AgeSession:
        """Begin a session; the same attempt gets the same session. The provider learns no name and no address."""

    def outcome(self, session_id: str, attempt_id: UUID) -> AgeOutcome | None:
        """The outcome of the session that was begun for this attempt; None while it is open, or ended without one."""


class OpenIdProvider(Protocol):
    """The OpenID provider of the company, at which people of staff log in.

    The methods raise OidcUnavailable when there is none, it is down or late, or its answer cannot be parsed.
    """

    @property
    def is_offered(self) -> bool:
        """Whether there is one."""

    def begin(self, return_url: str) -> OpenIdLogIn:
        """The provider's page for a log-in, and the secrets of it, which only this browser may have."""

    def identity(self, log_in: OpenIdLogIn, code: str) -> ProvenIdentity:
        """Exchange the code of the provider's answer. Raises OidcRefused for a code or a token that is not valid."""

    def log_out_url(self, return_url: str) -> str | None:
        """The provider's page that ends its own session; None where it has none."""
