"""Web push: RFC 8030 (delivery), RFC 8291 (encryption, by pywebpush), RFC 8292 (VAPID, by py-vapid).

pywebpush's own HTTP client is not used: requests go through our egress with its allow-list of hosts.
"""

import hmac
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from urllib.parse import urlsplit

import requests
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException
from shared import base64url
from shared.kit.core import CircuitBreaker, SigningKeys, is_known
from shared.kit.http import session_to_hosts

from notifications.domain.push import PushContent, PushSubscription
from notifications.ports import PushDeferred, PushRejected, PushServiceUnavailable, SubscriptionExpired

CONNECT_SECONDS, READ_SECONDS = 2.0, 3.0
# Kept to each host: one for each thread that sends (usecases/send_pushes.py).
CONNECTIONS = 32
SHORT_ANSWER_BYTES = 4096
# For how long a push service that did not answer several times in a row is left alone.
OPEN_SECONDS = 10.0
# Push services refuse tokens valid for more than 24 hours (RFC 8292, 2).
TOKEN_SECONDS, TOKEN_RENEWAL_SECONDS = 12 * 3600, 3600
# Every push has this length, so that it discloses nothing of the content.
PAYLOAD_BYTES = 1024
# A subscription made for another key of ours: 403 by RFC 8292, and 401 or 400 by some push services.
WRONG_KEY_STATUSES = (400, 401, 403)


class WebPush:
    """Sends pushes to the known push services, encrypted for one device."""

    def __init__(self, keys: SigningKeys, hosts: Sequence[str], stand_in: str | None = None) -> None:
        # A subscription is bound to the key that was current when it was made, so every key of the ring is tried.
        self._signers = [_VapidSigner(key) for key in keys.raw]
        self.public_key = self._signers[0].public_key
        self._topic_key = hmac.digest(keys.raw[0], b"topics", "sha256")
        self._hosts, self._stand_in = tuple(hosts), stand_in
        self._session = session_to_hosts(hosts, stand_in, connections=CONNECTIONS)
        # By host, so that one that does not answer costs the others nothing. Endpoints come from browsers: any host of
        # the allow-list's domains, so the number is bounded.
        self._breaker = lru_cache(256)(lambda host: CircuitBreaker(OPEN_SECONDS))

    def is_known(self, endpoint: str) -> bool:
        if self._stand_in and endpoint.startswith(f"{self._stand_in}/"):
            return True
        return is_known(endpoint, self._hosts)

    def send(self, device: PushSubscription, content: PushContent, *, topic: str, contact: str) -> None:
        if not self.is_known(device.endpoint):
            raise PushRejected("endpoint outside the allow-list")
        headers = {
            "TTL": str(int(content.kind.rules.expires_after.total_seconds())),
            "Urgency": content.kind.rules.urgency,
            # A keyed hash: the push service must not learn the conversation (RFC 8030, 5.4: at most 32 characters).
            "Topic": base64url.encode(hmac.digest(self._topic_key, topic.encode(), "sha256")[:18]),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        body = _encrypted(device, content)
        for signer in self._signers:
            answer = self._post(device.endpoint, body, headers | signer.headers(device.endpoint, contact))
            if answer.status_code not in WRONG_KEY_STATUSES:
                break
        _raise_for_status(answer)

    def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> requests.Response:
        host = urlsplit(endpoint).netloc
        breaker = self._breaker(host)
        if not breaker.allows_call():
            raise PushServiceUnavailable(host)
        try:
            answer = self._answer(endpoint, body, headers)
        except requests.RequestException as error:
            breaker.failed()
            raise PushDeferred(type(error).__name__) from error
        breaker.succeeded()
        return answer

    def _answer(self, endpoint: str, body: bytes, headers: dict[str, str]) -> requests.Response:
        with self._session.post(
            endpoint,
            data=body,
            headers=headers,
            timeout=(CONNECT_SECONDS, READ_SECONDS),
            allow_redirects=False,
            stream=True,
        ) as answer:
            # A connection is kept once its answer has been read. A long one is not worth it, and is not read.
            next(answer.iter_content(SHORT_ANSWER_BYTES), None)
            return answer


def _encrypted(device: PushSubscription, content: PushContent) -> bytes:
    payload = json.dumps(content.payload(), ensure_ascii=False).encode().ljust(PAYLOAD_BYTES)
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        return bytes(WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(payload, "aes128gcm")["body"])
    except (ValueError, IndexError, InvalidKey, WebPushException) as error:
        raise SubscriptionExpired("invalid key of a device") from error


class _VapidSigner:
    """Signs with one key the tokens that identify the operator to a push service. Each is used until it expires."""

    def __init__(self, private_key: bytes) -> None:
        self._vapid = Vapid02.from_raw(base64url.encode(private_key).encode())
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64url.encode(point)
        self._signed: dict[tuple[str, str], tuple[float, dict[str, str]]] = {}

    def headers(self, endpoint: str, contact: str) -> dict[str, str]:
        """The Authorization header for one push service."""
        parts, now = urlsplit(endpoint), time.time()
        audience = f"{parts.scheme}://{parts.netloc}"
        expires_at, headers = self._signed.get((audience, contact), (0.0, {}))
        if expires_at < now + TOKEN_RENEWAL_SECONDS:
            expires_at = now + TOKEN_SECONDS
            headers = self._vapid.sign({"aud": audience, "exp": int(expires_at), "sub": f"mailto:{contact}"})
            self._signed[audience, contact] = expires_at, headers
        return headers


def _raise_for_status(answer: requests.Response) -> None:
    status = answer.status_code
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise SubscriptionExpired(str(status))
    if status == 429 or status >= 500 or status == 408:
        raise PushDeferred(str(status), _retry_after(answer.headers.get("Retry-After")))
    raise PushRejected(str(status))


def _retry_after(header: str | None) -> timedelta | None:
    """Seconds or a date (RFC 9110, 10.2.3); None for anything else."""
    if not header:
        return None
    if header.isascii() and header.isdigit():
        return timedelta(seconds=min(int(header), 86_400))
    try:
        at = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(timedelta(), (at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC))
