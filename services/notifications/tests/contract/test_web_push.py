"""The web push client against a push service that speaks the real protocol."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from notifications.clients.web_push import PAYLOAD_BYTES, WebPush, _pause
from notifications.domain.push import Notice, Told
from notifications.ports import DeviceGone, PushNotTaken, PushRefused, PushSubscription
from notifications.settings import NotificationSettings
from notifications.tests.conftest import VAPID_KEY
from pydantic import ValidationError
from servicekit.keys import SigningKeys, new_key
from standins.tests.running import StandIn

TOLD = Told(Notice.MESSAGE, "Pairwise", "Masz 3 nowe wiadomości", "conversation:1", "/pl/chats/1", 3, False)
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
    client.send(to, TOLD, topic=topic, contact="support@pairwise.example")


def test_the_device_reads_what_was_told_and_nobody_else(service: StandIn, client: WebPush, device: Any) -> None:
    send(client, subscription(device))

    [came] = httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()
    assert came["content"] == TOLD.payload()
    assert (came["ttl"], came["urgency"], came["sender"]) == (86_400, "normal", "mailto:support@pairwise.example")
    # What it is about is neither in the topic nor in the length.
    assert "conversation" not in came["topic"]
    assert len(came["body"]) > PAYLOAD_BYTES


def test_one_topic_is_one_name_and_another_is_another(service: StandIn, client: WebPush, device: Any) -> None:
    for topic in ("conversation:1", "conversation:1", "conversation:2"):
        send(client, subscription(device), topic)

    last, second, first = httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()
    assert first["topic"] == second["topic"] != last["topic"]
    assert (first["replaced"], second["replaced"]) == (True, False)


@pytest.mark.parametrize(
    ("behaviour", "raised"),
    [
        ({"gone": True}, DeviceGone),
        ({"answers": 404}, DeviceGone),
        ({"answers": 429, "retry_after": "30"}, PushNotTaken),
        ({"answers": 500}, PushNotTaken),
        ({"answers": 400}, PushRefused),
        ({"answers": 307}, PushRefused),
    ],
    ids=str,
)
def test_each_answer_has_its_meaning(
    service: StandIn, client: WebPush, device: Any, behaviour: dict[str, Any], raised: type[Exception]
) -> None:
    httpx.post(f"{service.url}/dev/push/devices/{device['device']}", json=behaviour)

    with pytest.raises(raised) as refused:
        send(client, subscription(device))
    if isinstance(refused.value, PushNotTaken) and "retry_after" in behaviour:
        assert refused.value.pause == timedelta(seconds=30)


def test_nobody_there_is_tried_again() -> None:
    with pytest.raises(PushNotTaken):
        send(
            WebPush(SigningKeys(VAPID_KEY), HOSTS, "http://127.0.0.1:1"),
            PushSubscription("http://127.0.0.1:1/push/x", KEY, AUTH),
        )


@pytest.mark.parametrize(
    "endpoint", ["http://127.0.0.1:1/x", "https://evil.test/x", "https://fcm.googleapis.com:8443/x", "file:///x"]
)
def test_nothing_goes_to_unknown_places(endpoint: str) -> None:
    client = WebPush(SigningKeys(VAPID_KEY), HOSTS)

    assert not client.knows(endpoint)
    with pytest.raises(PushRefused):
        send(client, PushSubscription(endpoint, KEY, AUTH))


def test_a_key_that_is_none_is_a_device_that_is_gone(client: WebPush, device: Any) -> None:
    with pytest.raises(DeviceGone):
        send(client, subscription(device, p256dh="BA" + "A" * 85))


@pytest.mark.parametrize(
    ("retry_after", "pause"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("30", timedelta(seconds=30)),
        ("999999999", timedelta(days=1)),
        ("Thu, 01 Jan 1970 00:00:00 GMT", timedelta()),
    ],
)
def test_how_long_to_wait_is_read_from_anything(retry_after: str | None, pause: timedelta | None) -> None:
    assert _pause(retry_after) == pause


def test_production_refuses_a_push_service_on_this_machine() -> None:
    given = {
        "PAIRWISE_SERVICE": "notifications",
        "PAIRWISE_ENV": "production",
        "PAIRWISE_PUBLIC_URL": "https://pairwise.test",
        "DATABASE_URL": "postgresql://x/y",
        "SOURCE_KEYS": new_key(),
        "MAIL_KEYS": new_key(),
        "UNSUBSCRIBE_KEYS": new_key(),
        "SMTP_URL": "smtp://smtp:25",
        "VAPID_KEYS": VAPID_KEY,
        "MAIL_WEBHOOK_KEYS": "0123456789abcdef",
    }
    assert NotificationSettings.from_environment(**given).push_stand_in is None

    with pytest.raises(ValidationError, match="PUSH_STAND_IN_URL"):
        NotificationSettings.from_environment(**given, PUSH_STAND_IN_URL="http://127.0.0.1:9")


# Of a device somewhere: a point on the curve, and a secret.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_device_of_the_earlier_key_is_still_reached(service: StandIn, device: Any) -> None:
    client = WebPush(SigningKeys(f"{new_key()} {VAPID_KEY}"), HOSTS, service.url)

    send(client, subscription(device))

    assert len(httpx.get(f"{service.url}/dev/push.json", params={"device": device["device"]}).json()) == 1
