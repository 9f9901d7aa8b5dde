"""The one decision if a token is good for a request. Every process that reads tokens asks here, streams included."""

from pathlib import Path

from servicekit.errors import AuthenticationRequired
from servicekit.web.caller import Caller, TokenCheck
from servicekit.web.revocations import KnownRevocations


class Admission:
    def __init__(self, public_key: Path | None) -> None:
        self._check_token = TokenCheck(public_key) if public_key else None

    def caller(self, token: str | None, site: str | None, known: KnownRevocations, now: float) -> Caller | None:
        """The caller, or None if the token is missing, invalid, of another site than `site`, revoked, or unproven.

        `site` is the gateway's `x-pairwise-site` header. Without it no token is good: the request did not come through
        the gateway.
        """
        if not token or not site or self._check_token is None:
            return None
        try:
            caller = self._check_token(token, now)
        except AuthenticationRequired:
            return None
        if caller.site != site or known.refuses(caller.session_id, caller.issued_at, now):
            return None
        return caller
