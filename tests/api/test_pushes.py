"""From a message to the notification on a device, through the whole product and the real protocol."""

import base64
import json
from typing import Any
from uuid import uuid4

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.member import PASSWORD, Member, until
from tests.product import Product

MESSAGES, LIKES = "New message from someone new", "New like!"


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser that keeps its keys to itself, as real ones do."""

    def __init__(self, product: Product, owner: Member) -> None:
        key = owner.get("settings")["settings"]["push_public_key"]
        made = httpx.post(f"{product.base_url}/dev/push/devices", json={"vapid": key}).json()
        self._product, self.name = product, made["device"]
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes ok"
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": made["subscription"]["endpoint"],
            "keys": {"p256dh": text(public), "auth": text(self._secret)},
        }

    def shows(self) -> list[dict[str, Any]]:
        came = httpx.get(f"{self._product.base_url}/dev/push.json", params={"device": self.name}).json()
        return [json.loads(self._read(raw(one["body"]))) for one in came]

    def _read(self, body: bytes) -> bytes:
        return bytes(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"))


def subscribe(member: Member, device: Device) -> httpx.Response:
    return member.http.post("/api/user.php?push=1", json={"subscription": device.subscription})


def test_a_device_receives_what_happened_and_nothing_of_what_was_said(product: Product) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        device = Device(product, bo)
        assert subscribe(bo, device).status_code == 201

        ann.call("POST", "like", id=str(uuid4()), profile_id=bo.id)
        until(lambda: [one for one in device.shows() if one["body"] == LIKES])
        sent = ann.write(bo.id, "a secret between us")
        [notification] = until(lambda: [one for one in device.shows() if one["type"] == "conversation"])

        assert notification["body"] == MESSAGES
        assert notification["path"] == f"/en/chats/{sent['conversation']['id']}"
        assert not {"secret", "Ann"} & set(str(notification).replace("'", " ").split())

        # Logged out, the device is told nothing more; the one that logs in instead is.
        shown = len(device.shows())
        bo.http.get("/api/logout.php")
        bo.call("POST", "user", email=bo.email, password=PASSWORD)
        other = Device(product, bo)
        subscribe(bo, other)
        ann.write(bo.id, "another secret")
        until(other.shows)
        assert len(device.shows()) == shown


def test_nobody_makes_us_send_to_addresses_of_their_own(product: Product) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann")
        device = Device(product, ann)
        device.subscription["endpoint"] = "https://10.0.0.1/latest/meta-data"

        answer = subscribe(ann, device)

        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "push_service_unknown")
