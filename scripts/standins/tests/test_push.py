"""The push service's endpoints and its page."""

import base64
import time
from typing import Any

import http_ece
import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from standins.tests.running import StandIn


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


KEY = ec.generate_private_key(ec.SECP256R1())
PUBLIC = text(KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization(push: StandIn, **changes: Any) -> str:
    claims = {"aud": push.url, "exp": int(time.time()) + 3600, "sub": "mailto:support@pairwise.example", **changes}
    return f"vapid t={jwt.encode(claims, KEY, algorithm='ES256')}, k={PUBLIC}"


def headers(push: StandIn, **changes: str) -> dict[str, str]:
    return {"TTL": "60", "Content-Encoding": "aes128gcm", "Authorization": authorization(push), **changes}


def a_device(push: StandIn, vapid: str = PUBLIC) -> Any:
    return httpx.post(f"{push.url}/dev/push/devices", json={"vapid": vapid}).json()


def test_a_push_for_its_own_device_only_is_read(push: StandIn) -> None:
    device = a_device(push)
    given = device["subscription"]
    encrypted = http_ece.encrypt(
        b'{"title": "Pairwise", "body": "New like!"}   ',
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=base64.urlsafe_b64decode(given["keys"]["p256dh"] + "="),
        auth_secret=base64.urlsafe_b64decode(given["keys"]["auth"] + "=="),
        version="aes128gcm",
    )

    answer = httpx.post(given["endpoint"], content=encrypted, headers=headers(push, Topic="like", Urgency="low"))
    httpx.post(given["endpoint"], content=b"not for this device", headers=headers(push))

    assert (answer.status_code, answer.headers["ttl"]) == (201, "60")
    assert answer.headers["location"].startswith(push.url)
    unread, shown = httpx.get(f"{push.url}/dev/push.json", params={"device": device["device"]}).json()
    assert unread["content"] is None
    assert shown["content"] == {"title": "Pairwise", "body": "New like!"}
    assert (shown["urgency"], shown["topic"], shown["sender"]) == ("low", "like", "mailto:support@pairwise.example")
    assert "New like!" in httpx.get(f"{push.url}/dev/push").text


def test_a_device_may_keep_its_keys_to_itself(push: StandIn) -> None:
    made = httpx.post(f"{push.url}/subscribe")

    assert made.status_code == 201
    assert httpx.post(made.headers["location"], content=b"x", headers=headers(push)).status_code == 201
    [kept] = httpx.get(f"{push.url}/dev/push.json").json()
    assert (kept["content"], kept["body"]) == (None, text(b"x"))


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"TTL": ""}, 400),
        ({"TTL": "soon"}, 400),
        ({"Topic": "x" * 33}, 400),
        ({"Urgency": "now"}, 400),
        ({"Content-Encoding": "aesgcm"}, 400),
        ({"Authorization": ""}, 403),
        ({"Authorization": "vapid t=a.b.c, k=d"}, 403),
    ],
)
def test_a_wrong_push_is_refused(push: StandIn, changes: dict[str, str], status: int) -> None:
    endpoint = a_device(push)["subscription"]["endpoint"]

    assert httpx.post(endpoint, content=b"x", headers=headers(push, **changes)).status_code == status
    assert httpx.get(f"{push.url}/dev/push.json").json() == []


@pytest.mark.parametrize("changes", [{"aud": "https://elsewhere.example"}, {"exp": 1}, {"exp": 4_000_000_000}])
def test_a_token_for_elsewhere_or_another_time_is_refused(push: StandIn, changes: dict[str, Any]) -> None:
    endpoint = a_device(push)["subscription"]["endpoint"]
    signed = headers(push, Authorization=authorization(push, **changes))

    assert httpx.post(endpoint, content=b"x", headers=signed).status_code == 403


def test_a_device_takes_pushes_of_whom_it_subscribed_to(push: StandIn) -> None:
    endpoint = a_device(push, vapid="another")["subscription"]["endpoint"]

    assert httpx.post(endpoint, content=b"x", headers=headers(push)).status_code == 403


def test_too_much_is_too_much(push: StandIn) -> None:
    endpoint = a_device(push)["subscription"]["endpoint"]

    assert httpx.post(endpoint, content=b"x" * 4097, headers=headers(push)).status_code == 413


def test_devices_go_and_services_are_busy_when_asked_to(push: StandIn) -> None:
    device = a_device(push)
    endpoint, switch = device["subscription"]["endpoint"], f"{push.url}/dev/push/devices/{device['device']}"

    httpx.post(switch, json={"answers": 429, "retry_after": "7"})
    busy = httpx.post(endpoint, content=b"x", headers=headers(push))
    httpx.post(switch, json={"gone": True})

    assert (busy.status_code, busy.headers["retry-after"]) == (429, "7")
    assert httpx.post(endpoint, content=b"x", headers=headers(push)).status_code == 410
    assert httpx.post(f"{push.url}/push/nobody", content=b"x", headers=headers(push)).status_code == 404
    assert httpx.post(switch, json={"explode": True}).status_code == 422


def test_a_topic_holds_the_newest_and_outlives_a_kill(push: StandIn) -> None:
    endpoint = a_device(push)["subscription"]["endpoint"]
    for _ in range(2):
        httpx.post(endpoint, content=b"x", headers=headers(push, Topic="one"))

    push.restart_after_kill()

    assert [each["replaced"] for each in httpx.get(f"{push.url}/dev/push.json").json()] == [False, True]
