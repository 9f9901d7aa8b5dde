"""A provider's service that knows illegal pictures, over HTTP: docs/illegal-pictures.md has the protocol.

The sandbox speaks it, too (scripts/standins/matcher).
"""

import base64
import threading
from typing import Any

import requests
from shared.kit.core import CircuitBreaker, Unavailable, logger
from shared.kit.http import session_to

from profiles.domain.hash_list import NAME, HashKind, Upload
from profiles.settings import ProfilesSettings

# With the wait for a turn less than the deadlines of chat and lander, which ask for their pictures.
CONNECT_SECONDS, READ_SECONDS, QUEUE_SECONDS = 1, 4, 2.0
# Calls of this process at the same time, so that a slow provider leaves threads for other requests.
CALLS = 4
NO_KEY = "none"
# Tells the provider's lists from the operator's own in evidence and cases.
PREFIX = "matcher:"
DIGEST_KINDS = {kind.length: kind.value for kind in (HashKind.MD5, HashKind.SHA1, HashKind.SHA256)}


class HttpPictureMatcher:
    """Calls the provider at `PICTURE_MATCHER_URL`, and reaches no other host. It learns the picture alone."""

    def __init__(self, settings: ProfilesSettings) -> None:
        key = settings.picture_matcher_api_key.get_secret_value()
        self._headers = {} if key == NO_KEY else {"Authorization": f"Bearer {key}"}
        self._url = settings.picture_matcher_url.rstrip("/") + "/v1/matches"
        # The address may be in the operator's own network.
        self._session = session_to(self._url, only_public=False, is_idempotent=True)
        self._breaker, self._turns = CircuitBreaker(), threading.BoundedSemaphore(CALLS)

    def find(self, upload: Upload) -> str | None:
        if not upload.picture or not self._turns.acquire(timeout=QUEUE_SECONDS):
            raise Unavailable()
        try:
            return self._answer(upload)
        finally:
            self._turns.release()

    def _answer(self, upload: Upload) -> str | None:
        if not self._breaker.allows_call():
            raise Unavailable()
        body: dict[str, Any] = {
            "hashes": {DIGEST_KINDS[len(each)]: each.hex() for each in upload.digests if len(each) in DIGEST_KINDS},
            "picture": base64.b64encode(upload.picture).decode(),
        }
        status = None
        try:
            answer = self._session.post(
                self._url,
                json=body,
                headers=self._headers,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
                allow_redirects=False,
            )
            status = answer.status_code
            if status != 200:
                raise requests.HTTPError
            found = _list_of(answer.json())
        except (requests.RequestException, ValueError, KeyError, TypeError) as error:
            self._breaker.failed()
            logger().warning("picture_matcher_unavailable", problem=type(error).__name__, status=status)
            raise Unavailable() from error
        self._breaker.succeeded()
        return found


def _list_of(answer: Any) -> str | None:
    """The name of the provider's list. Raises ValueError, KeyError or TypeError for another answer than documented."""
    match = answer["match"]
    if match is None:
        return None
    name = match["list"]
    if not NAME.fullmatch(name):
        raise ValueError("no name of a list")
    return PREFIX + str(name)
