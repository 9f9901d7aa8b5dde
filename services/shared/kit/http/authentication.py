"""Authentication of a request by its token: the one decision for all processes, streams included."""

from pathlib import Path

from shared.kit.core.errors import AuthenticationRequired
from shared.kit.core.revocations import KnownRevocations
from shared.kit.http.callers import Caller, TokenVerifier


class TokenAuthentication:
    def __init__(self, public_key: Path | None) -> None:
        self._verify_token = TokenVerifier(public_key) if public_key else None

    def caller(self, token: str | None, site: str | None, known: KnownRevocations, now: float) -> Caller | None:
        """The caller; None for a token that is missing, invalid, revoked, unproven, or of another site than `site`.

        `site` is the gateway's `x-pairwise-site` header. Without it every token is refused: the request did not
        come through the gateway.
        """
        if not token or not site or self._verify_token is None:
            return None
        try:
            caller = self._verify_token(token, now)
        except AuthenticationRequired:
            return None
        if caller.site != site or known.refuses(caller.session_id, caller.issued_at, now):
            return None
        return caller
