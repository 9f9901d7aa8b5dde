"""Proof that a page was rendered for the view that is being counted, and of when, for the sign-up it leads to.

Each rendering carries a token: its time, 72 random bits and a keyed hash over both and the view. It is made, sent back
and forgotten; nothing else refers to it. Without it a view is suspect, so that figures cannot be moved by requests that
never asked for a page. The proof for the sign-up has no random bits: it holds the time of the rendering, and whether a
program asked for the page.
"""

import hmac
import json
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from shared import base64url
from shared.kit.core import SigningKeys

from lander.domain.suspect_sign_up import Opening

# A page counts its view while it loads, and the step from it when its visitor has read it. Both are windows of
# gateway/limits.yaml too: within them each token counts once.
VIEWED_WITHIN_SECONDS = 600
CONTINUED_WITHIN_SECONDS = 3600
HASH_BYTES = 16
LONGEST_TOKEN = 64
PROGRAM = "p"


class Renderings:
    """Makes and checks the tokens of renderings."""

    def __init__(self, keys: SigningKeys, clock: Callable[[], float] = time.time) -> None:
        self._keys, self._clock = keys, clock

    def prove(self, *view: str) -> str:
        """A token for a page rendered now; `view` is the report that the page will send."""
        head = f"{int(self._clock()):x}.{secrets.token_urlsafe(9)}"
        return f"{head}.{base64url.encode(self._keys.sign(_message(head, view))[:HASH_BYTES])}"

    def is_proven(self, token: str, within_seconds: int, *view: str) -> bool:
        """Whether this token was made for this view, at most `within_seconds` ago."""
        head, _, signature = token.rpartition(".")
        made = [base64url.encode(full[:HASH_BYTES]) for full in self._keys.every_signature(_message(head, view))]
        if not any(hmac.compare_digest(signature.encode(), each.encode()) for each in made):
            return False
        return 0 <= self._clock() - int(head.partition(".")[0], 16) <= within_seconds

    def open(self, *page: str, is_program: bool) -> str:
        """A proof that this page (its site, version and arm included) was rendered now."""
        head = f"{int(self._clock()):x}{PROGRAM if is_program else ''}"
        return f"{head}.{base64url.encode(self._keys.sign(_message(head, ('opened', *page)))[:HASH_BYTES])}"

    def opening(self, proof: str, *page: str) -> Opening | None:
        """The rendering that is proven; None if this is no proof of one of this page."""
        head, _, signature = proof.rpartition(".")
        made = self._keys.every_signature(_message(head, ("opened", *page)))
        if not any(hmac.compare_digest(signature, base64url.encode(each[:HASH_BYTES])) for each in made):
            return None
        at = datetime.fromtimestamp(int(head.removesuffix(PROGRAM), 16), UTC)
        return Opening(at, head.endswith(PROGRAM))


def _message(head: str, view: tuple[str, ...]) -> bytes:
    return json.dumps(["rendering", head, *view]).encode()
