"""The web push client against a push service that speaks the real protocol."""

import base64
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from notifications.clients.web_push import PAYLOAD_BYTES, WebPush, _retry_after
from notifications.domain.push import PushContent, PushSubscription
from notifications.domain.push_kinds import PushKind
from notifications.ports import PushDeferred, PushRejected, PushServiceUnavailable, SubscriptionExpired
from notifications.settings import NotificationSettings
from notifications.tests.conftest import VAPID_KEY
from pydantic import ValidationError
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.kit.testing.environment import environment_of
from standins.tests.running import StandIn

CONTENT = PushContent(PushKind.MESSAGE, "Pairwise", "Masz 3 nowe wiadomości", "conversation:1", "/pl/chats/1", 3, False)
HOSTS = ("fcm.googleapis.com",)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn("standins.push", Path(tmp_path_factory.mktemp("push")), {})
    standin.start()
    yield standin
    standin.stop()


@pytest.fixture
def client(service: StandIn) -> WebPush:
    return WebPush(SigningKeys(VAPID_KEY), HOSTS, service.url)


@pytest.fixture
def device(service: StandIn, client: WebPush) -> Any:
    return httpx.post(f"{service.url}/dev/push/devices", json={"vapid": client.public_key}).json()


def subscription(device: Any, **changes: str) -> PushSubscription:
    given = device["subscription"]
    return PushSubscription(**{"endpoint": given["endpoint"], **given["keys"], **changes})


def send(client: WebPush, to: PushSubscription, topic: str = "conversation:1") -> None:
    client.send(to, CONTENT, topic=topic, contact="support@pairwise.example")


def test_only_the_device_decrypts_a_push(service: StandIn, client: WebPush, device: Any) -> None:
    send(client, subscription(device))

    [came] = httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()
    assert came["content"] == CONTENT.payload()
    assert (came["ttl"], came["urgency"], came["sender"]) == (86_400, "normal", "mailto:support@pairwise.example")
    # Neither topic nor length tells of the content.
    assert "conversation" not in came["topic"]
    assert len(came["body"]) > PAYLOAD_BYTES


def test_a_ring_is_urgent_and_kept_while_it_rings(service: StandIn, client: WebPush, device: Any) -> None:
    ring = PushContent(PushKind.CALL, "Pairwise", "Incoming call", "call:1", "/en/chats/1", 1, False)
    client.send(subscription(device), ring, topic="call:1", contact="support@pairwise.example")

    [came] = httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()
    assert (came["ttl"], came["urgency"]) == (30, "high")


def test_one_topic_is_one_name_and_another_is_another(service: StandIn, client: WebPush, device: Any) -> None:
    for topic in ("conversation:1", "conversation:1", "conversation:2"):
        send(client, subscription(device), topic)

    last, second, first = httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()
    assert first["topic"] == second["topic"] != last["topic"]
    assert (first["replaced"], second["replaced"]) == (True, False)


@pytest.mark.parametrize(
    ("behaviour", "raised"),
    [
        ({"gone": True}, SubscriptionExpired),
        ({"answers": 404}, SubscriptionExpired),
        ({"answers": 429, "retry_after": "30"}, PushDeferred),
        ({"answers": 500}, PushDeferred),
        ({"answers": 400}, PushRejected),
        ({"answers": 307}, PushRejected),
    ],
    ids=str,
)
def test_each_answer_has_its_meaning(
    service: StandIn, client: WebPush, device: Any, behaviour: dict[str, Any], raised: type[Exception]
) -> None:
    httpx.post(f"{service.url}/dev/push/devices/{device['device']}", json=behaviour)

    with pytest.raises(raised) as refused:
        send(client, subscription(device))
    if isinstance(refused.value, PushDeferred) and "retry_after" in behaviour:
        assert refused.value.retry_after == timedelta(seconds=30)


def test_connections_are_kept(client: WebPush, device: Any) -> None:
    for _ in range(3):
        send(client, subscription(device))

    adapter: Any = client._session.get_adapter(device["subscription"]["endpoint"])
    [pool] = [adapter.poolmanager.pools[key] for key in adapter.poolmanager.pools.keys()]  # noqa: SIM118 - not a dict
    assert (pool.num_connections, pool.num_requests) == (1, 3)


def test_a_push_service_that_does_not_answer_is_left_alone() -> None:
    client = WebPush(SigningKeys(VAPID_KEY), HOSTS, "http://127.0.0.1:1")
    for _ in range(4):
        with pytest.raises(PushDeferred):
            send(client, PushSubscription("http://127.0.0.1:1/push/x", KEY, AUTH))

    with pytest.raises(PushServiceUnavailable):
        send(client, PushSubscription("http://127.0.0.1:1/push/x", KEY, AUTH))


def test_a_refused_connection_is_retried() -> None:
    with pytest.raises(PushDeferred):
        send(
            WebPush(SigningKeys(VAPID_KEY), HOSTS, "http://127.0.0.1:1"),
            PushSubscription("http://127.0.0.1:1/push/x", KEY, AUTH),
        )


@pytest.mark.parametrize(
    "endpoint", ["http://127.0.0.1:1/x", "https://evil.test/x", "https://fcm.googleapis.com:8443/x", "file:///x"]
)
def test_no_push_is_sent_outside_the_allow_list(endpoint: str) -> None:
    client = WebPush(SigningKeys(VAPID_KEY), HOSTS)

    assert not client.is_known(endpoint)
    with pytest.raises(PushRejected):
        send(client, PushSubscription(endpoint, KEY, AUTH))


def test_a_key_that_is_none_is_a_device_that_is_gone(client: WebPush, device: Any) -> None:
    with pytest.raises(SubscriptionExpired):
        send(client, subscription(device, p256dh="BA" + "A" * 85))


@pytest.mark.parametrize(
    ("header", "delay"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("30", timedelta(seconds=30)),
        ("999999999", timedelta(days=1)),
        ("Thu, 01 Jan 1970 00:00:00 GMT", timedelta()),
    ],
)
def test_retry_after_is_read_from_any_header(header: str | None, delay: timedelta | None) -> None:
    assert _retry_after(header) == delay


def test_production_refuses_a_push_service_on_this_machine() -> None:
    given = environment_of(
        "notifications",
        PAIRWISE_ENV="production",
        PAIRWISE_PUBLIC_URL="https://pairwise.test",
        DATABASE_URL="postgresql://x/y",
        SMS_PROVIDER="none",
    )
    assert NotificationSettings.from_environment(**given).push_stand_in is None

    with pytest.raises(ValidationError, match="PUSH_STAND_IN_URL"):
        NotificationSettings.from_environment(**given, PUSH_STAND_IN_URL="http://127.0.0.1:9")


# A device: a point on the curve, and a secret.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_device_of_the_earlier_key_is_still_reached(service: StandIn, device: Any) -> None:
    client = WebPush(SigningKeys(f"{new_key()} {VAPID_KEY}"), HOSTS, service.url)

    send(client, subscription(device))

    assert len(httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()) == 1


def decoded_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(body: bytes, device: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Decrypt as a browser does (RFC 8291, 3.4, and RFC 8188), written from the standards without our library."""
    salt, record_size, id_length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + id_length], body[21 + id_length :]
    assert len(sealed) <= record_size, "one record"

    def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    own = device.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = device.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    key_material = derive(shared, auth, b"WebPush: info\0" + own + sender, 32)
    key = derive(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(key_material, salt, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert plain[-1:] == b"\2", "the last record ends with 2"
    return plain[:-1]


def test_the_decoder_reads_the_example_of_the_standard() -> None:
    """RFC 8291, 5."""
    device = ec.derive_private_key(
        int.from_bytes(decoded_base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    body = decoded_base64url(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )

    assert (
        decoded(body, device, decoded_base64url("BTBZMqHH6r4Tts7J_aSIgg"))
        == b"When I grow up, I want to be a watermelon"
    )


def test_a_browser_reads_the_bytes_and_a_push_service_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    device, auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
    point = device.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    sent: dict[str, Any] = {}

    def post(self: requests.Session, url: str, **given: Any) -> requests.Response:
        sent.update(given, url=url)
        answer = requests.Response()
        answer.status_code, answer.raw = 201, BytesIO()
        return answer

    monkeypatch.setattr(requests.Session, "post", post)
    client, endpoint = WebPush(SigningKeys(VAPID_KEY), HOSTS), "https://fcm.googleapis.com/fcm/send/x"

    send(client, PushSubscription(endpoint, base64url(point), base64url(auth)))

    plain = decoded(sent["data"], device, auth)
    assert (json.loads(plain), len(plain)) == (CONTENT.payload(), PAYLOAD_BYTES)
    token, key = re.fullmatch(r"vapid t=([^\s,]+),\s*k=(\S+)", sent["headers"]["Authorization"]).groups()
    head, claims, signature = token.split(".")
    raw = decoded_base64url(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded_base64url(key))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(decoded_base64url(claims))
    assert (said["aud"], said["sub"]) == ("https://fcm.googleapis.com", "mailto:support@pairwise.example")
    assert (key, sent["headers"]["Content-Encoding"]) == (client.public_key, "aes128gcm")
