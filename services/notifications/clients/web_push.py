"""Web push: RFC 8030 (delivery), 8291 and 8188 (encryption for one device), 8292 (who we are)."""

import base64
import hmac
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import http_ece
import jwt
import requests
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from servicekit.egress import is_known, session_to_hosts
from servicekit.keys import SigningKeys

from notifications.domain.push import LASTS, Told
from notifications.ports import DeviceGone, PushNotTaken, PushRefused, PushSubscription

CONNECT_SECONDS, READ_SECONDS = 2.0, 3.0
# A token says who we are to one push service; longer than 24 hours is refused by them.
TOKEN_SECONDS, TOKEN_SPARE_SECONDS = 12 * 3600, 3600
# Every push is as long as the others: its length says nothing of what it is.
PAYLOAD_BYTES = 1024
# RFC 8292 asks for 403; some push services answer 401 or 400.
OF_ANOTHER_KEY = (400, 401, 403)


class WebPush:
    """Hands pushes to the known push services, encrypted so that only the device reads them."""

    def __init__(self, keys: SigningKeys, hosts: Sequence[str], stand_in: str | None = None) -> None:
        # A browser's subscription is bound to the key that was in use when it was made.
        self._senders = [_Sender(key) for key in keys.raw]
        self.public_key = self._senders[0].public_key
        self._topic_key = hmac.digest(keys.raw[0], b"topics", "sha256")
        self._hosts, self._stand_in = tuple(hosts), stand_in
        self._session = session_to_hosts(hosts, stand_in)

    def knows(self, endpoint: str) -> bool:
        if self._stand_in and endpoint.startswith(f"{self._stand_in}/"):
            return True
        return is_known(endpoint, self._hosts)

    def send(self, device: PushSubscription, told: Told, *, topic: str, contact: str) -> None:
        if not self.knows(device.endpoint):
            raise PushRefused("not a push service we know")
        headers = {
            "TTL": str(int(LASTS.total_seconds())),
            "Urgency": told.notice.urgency,
            # Under a name that means nothing to anyone else (RFC 8030, 5.4: at most 32 characters).
            "Topic": _text(hmac.digest(self._topic_key, topic.encode(), "sha256")[:18]),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        body = self._encrypted(device, told)
        for sender in self._senders:
            answer = self._post(device.endpoint, body, headers | sender.proof(device.endpoint, contact))
            if answer.status_code not in OF_ANOTHER_KEY:
                break
        _judge(answer)

    def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> requests.Response:
        try:
            with self._session.post(
                endpoint,
                data=body,
                headers=headers,
                timeout=(CONNECT_SECONDS, READ_SECONDS),
                allow_redirects=False,
                stream=True,  # what it says besides its status is not read
            ) as answer:
                return answer
        except requests.RequestException as error:
            raise PushNotTaken(type(error).__name__) from error

    def _encrypted(self, device: PushSubscription, told: Told) -> bytes:
        payload = json.dumps(told.payload(), ensure_ascii=False).encode().ljust(PAYLOAD_BYTES)
        try:
            return bytes(
                http_ece.encrypt(
                    payload,
                    private_key=ec.generate_private_key(ec.SECP256R1()),
                    dh=_bytes(device.p256dh),
                    auth_secret=_bytes(device.auth),
                    version="aes128gcm",
                )
            )
        except (ValueError, InvalidKey) as error:
            raise DeviceGone("a key that is none") from error


class _Sender:
    """Proves to push services that we are the sender a subscription was made for (RFC 8292), with one key."""

    def __init__(self, private_key: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private_key, "big"), ec.SECP256R1())
        self.public_key = _text(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        self._tokens: dict[tuple[str, str], tuple[float, str]] = {}

    def proof(self, endpoint: str, contact: str) -> dict[str, str]:
        """The header for one push service."""
        return {"Authorization": f"vapid t={self._token(endpoint, contact)}, k={self.public_key}"}

    def _token(self, endpoint: str, contact: str) -> str:
        parts, now = urlsplit(endpoint), time.time()
        audience = f"{parts.scheme}://{parts.netloc}"
        until, token = self._tokens.get((audience, contact), (0.0, ""))
        if until < now + TOKEN_SPARE_SECONDS:
            until = now + TOKEN_SECONDS
            claims = {"aud": audience, "exp": int(until), "sub": f"mailto:{contact}"}
            token = jwt.encode(claims, self._key, algorithm="ES256")
            self._tokens[audience, contact] = until, token
        return token


def _judge(answer: requests.Response) -> None:
    status = answer.status_code
    if 200 <= status < 300:
        return
    if status in (404, 410):
        raise DeviceGone(str(status))
    if status == 429 or status >= 500 or status == 408:
        raise PushNotTaken(str(status), _pause(answer.headers.get("Retry-After")))
    raise PushRefused(str(status))


def _pause(retry_after: str | None) -> timedelta | None:
    """Seconds or a date (RFC 9110, 10.2.3); None for anything else."""
    if not retry_after:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return timedelta(seconds=min(int(retry_after), 86_400))
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(timedelta(), (at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
