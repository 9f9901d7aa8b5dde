"""Every client of a server outside: one that stays silent or sends a byte now and then keeps no thread."""

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import requests
from billing.clients import mollie, stripe
from billing.errors import ProviderUnavailable
from chat.clients import translator
from chat.errors import TranslatorUnavailable
from identity.clients import age_provider, openid
from identity.errors import AgeProviderUnavailable, OidcUnavailable
from identity.store import FileStore
from lander.clients import networks
from lander.domain.postback import PostbackRequest
from notifications.clients import web_push
from notifications.clients.smtp import SmtpServer, Tls
from notifications.domain.push import PushSubscription
from notifications.ports import EmailDeferred, MailServerUnavailable, OutgoingEmail, PushDeferred
from notifications.tests.conftest import VAPID_KEY
from notifications.tests.contract.test_web_push import CONTENT
from profiles.clients import matcher
from profiles.domain.hash_list import Upload, UploadKind
from pydantic import SecretStr
from s3fs import S3FileSystem  # type: ignore[import-untyped]
from shared.kit.core import REPOSITORY, SealingKeys, SigningKeys, Unavailable, object_store
from shared.kit.http import session_to
from shared.pictures import PictureStore
from shared.text_messages import client as sms
from shared.text_messages.message import TextMessage, TextOutcomeUnknown
from shared.text_messages.provider import SmsProvider

# Far below the limits of production, and far above the pauses of the server.
SECONDS, PAUSE_SECONDS = 0.3, 0.02
# No client needs this long, however busy the machine is. Without a deadline none of them would ever end.
STUCK_SECONDS = 60
ANSWERS = {
    "silent": [],
    "drips its header": chain([b"HTTP/1.1 200 OK\r\nx: "], repeat(b"a")),
    "drips its body": chain([b"HTTP/1.1 200 OK\r\ncontent-length: 4000\r\n\r\n"], repeat(b"a")),
}


@pytest.fixture(params=ANSWERS)
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Host and port of a server that accepts every connection and never finishes an answer."""
    listening, is_over = socket.create_server(("127.0.0.1", 0)), Event()
    opened: list[socket.socket] = []

    def drip(connection: socket.socket) -> None:
        # A mail server's greeting is a line as well.
        for part in ANSWERS[request.param]:
            if is_over.wait(PAUSE_SECONDS):
                return
            with suppress(OSError):
                connection.sendall(part)

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                opened.append(connection)
                Thread(target=drip, args=(connection,), daemon=True).start()

    Thread(target=accept, daemon=True).start()
    yield f"127.0.0.1:{listening.getsockname()[1]}"
    is_over.set()
    listening.shutdown(socket.SHUT_RDWR)
    for each in (listening, *opened):
        each.close()


def pay(address: str) -> None:
    settings: Any = SimpleNamespace(
        payments_api_url=f"http://{address}/v2",
        payments_api_key=SecretStr("test_" + "a" * 30),
        environment="development",
    )
    mollie.MolliePayments(settings).report("tr_1")


def pay_by_stripe(address: str) -> None:
    settings: Any = SimpleNamespace(
        stripe_api_url=f"http://{address}", stripe_api_key=SecretStr("sk_test_" + "a" * 30), environment="development"
    )
    stripe.StripePayments(settings).report("pi_1")


def text(address: str) -> None:
    settings: Any = SimpleNamespace(
        sms_provider=SmsProvider.TWILIO,
        sms_url=f"http://AC0:token@{address}",
        sms_accounts={},
        sms_webhook_url="http://127.0.0.1:9",
        sms_webhook_keys=("a-key-of-sixteen",),
        is_production=False,
    )
    sms.ProviderTextMessages(settings).send(TextMessage(uuid4(), "+31600000000", "1234", "Pairwise"))


def prove_age(address: str) -> None:
    settings: Any = SimpleNamespace(
        age_provider_url=f"http://{address}", age_provider_keys=("a-key-of-sixteen",), environment="development"
    )
    age_provider.HttpAgeProvider(settings).outcome("age_1", uuid4())


def log_in_at_the_company(address: str) -> None:
    settings: Any = SimpleNamespace(oidc_issuer=f"http://{address}", is_production=False)
    openid.HttpOpenIdProvider(settings).begin("http://localhost/desk/openid")


def translate(address: str) -> None:
    settings: Any = SimpleNamespace(translator_url=f"http://{address}", translator_api_key=SecretStr("none"))
    asyncio.run(translator.LibreTranslate(settings).translate("hallo", reader_id=uuid4(), source=None, target="en"))


def match(address: str) -> None:
    settings: Any = SimpleNamespace(picture_matcher_url=f"http://{address}", picture_matcher_api_key=SecretStr("none"))
    matcher.HttpPictureMatcher(settings).find(Upload(UploadKind.PROFILE, b"", (), b"RIFF"))


def post_back(address: str) -> None:
    answer = networks.NetworkPostbacks(f"http://{address}").send(PostbackRequest(f"http://{address}/x"), [])
    if answer.code is None:
        raise requests.Timeout


def push(address: str) -> None:
    device = PushSubscription(f"http://{address}/x", CONTENT_KEYS["p256dh"], CONTENT_KEYS["auth"])
    web_push.WebPush(SigningKeys(VAPID_KEY), [], f"http://{address}").send(
        device, CONTENT, topic="t", contact="a@b.example"
    )


# Of no device: a point of the curve, and any secret.
CONTENT_KEYS = {
    "p256dh": "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    "auth": "AAAAAAAAAAAAAAAAAAAAAA",
}


def mail(address: str) -> None:
    email = OutgoingEmail("a@b.example", "c@d.example", b"Subject: Hello\r\n\r\n")
    SmtpServer(f"smtp://{address}", tls=Tls.NONE, deadline_seconds=SECONDS).send(email)


def picture(address: str) -> None:
    PictureStore("s3://photos/media").read("members/a", "400")


def pictures(address: str) -> None:
    PictureStore("s3://photos/media").write("members/a", {"160": b"a", "400": b"b"})


def no_picture(address: str) -> None:
    PictureStore("s3://photos/media").clear("members/a")


def an_export(address: str) -> None:
    FileStore("s3://exports/files", SealingKeys(VAPID_KEY)).read_export(uuid4())


def anything(address: str) -> None:
    session_to(f"http://{address}", only_public=False).get(f"http://{address}/", timeout=SECONDS)


CLIENTS: dict[Callable[[str], None], tuple[type[Exception], ...]] = {
    pay: (ProviderUnavailable,),
    pay_by_stripe: (ProviderUnavailable,),
    text: (TextOutcomeUnknown,),
    prove_age: (AgeProviderUnavailable,),
    log_in_at_the_company: (OidcUnavailable,),
    translate: (TranslatorUnavailable,),
    match: (Unavailable,),
    post_back: (requests.Timeout,),
    push: (PushDeferred,),
    mail: (MailServerUnavailable, EmailDeferred),
    picture: (Unavailable,),
    pictures: (Unavailable,),
    no_picture: (Unavailable,),
    an_export: (Unavailable,),
    anything: (requests.Timeout,),
}


@pytest.fixture(autouse=True)
def _short_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (mollie, stripe, sms, age_provider, openid, translator, matcher, networks, web_push):
        monkeypatch.setattr(module, "CONNECT_SECONDS", SECONDS)
        monkeypatch.setattr(module, "READ_SECONDS", SECONDS)
    monkeypatch.setattr(object_store, "SECONDS", SECONDS)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a secret")
    if "address" in request.fixturenames:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://{request.getfixturevalue('address')}")
    # An instance keeps the endpoint of the test before.
    S3FileSystem.clear_instance_cache()
    yield
    S3FileSystem.clear_instance_cache()


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.__name__)
def test_a_server_that_never_finishes_keeps_no_thread(client: Callable[[str], None], address: str) -> None:
    raised: list[BaseException] = []

    def call() -> None:
        try:
            client(address)
        except BaseException as error:
            raised.append(error)

    calling = Thread(target=call, daemon=True)
    calling.start()
    calling.join(STUCK_SECONDS)

    assert not calling.is_alive()
    if client is post_back:  # the body of its answer is not read
        assert not raised or isinstance(raised[0], CLIENTS[client])
    else:
        assert [type(error) for error in raised if not isinstance(error, CLIENTS[client])] == []
        assert raised


def test_a_store_that_does_not_answer_is_left_alone(address: str) -> None:
    media = PictureStore("s3://photos/media")
    for _ in range(4):
        with pytest.raises(Unavailable):
            media.read("members/a", "400")
    media._store._ask = lambda *_: pytest.fail("it was asked")  # type: ignore[method-assign]

    with pytest.raises(Unavailable) as refused:
        media.read("members/a", "400")
    assert refused.value.retry_after_seconds


NETWORK = re.compile(
    r"^(?:import|from) (requests|stripe|smtplib|fsspec|httpx|aiohttp|http\.client|urllib\.request|urllib3)\b", re.M
)
WALKED = {
    "billing/clients/mollie.py",
    "billing/clients/stripe.py",
    "chat/clients/translator.py",
    "identity/clients/age_provider.py",
    "identity/clients/openid.py",
    "lander/clients/networks.py",
    "notifications/clients/smtp.py",
    "notifications/clients/web_push.py",
    "profiles/clients/matcher.py",
    "shared/kit/http/egress.py",
    "shared/kit/core/object_store.py",
    # The doctor and the Job of backups, which nobody waits for.
    *(
        f"shared/doctor/{name}.py"
        for name in ("hosts", "mail", "payments", "stores", "text_messages", "translation", "upkeep")
    ),
    "shared/ops/backups.py",
    "shared/pictures/store.py",
    "shared/text_messages/client.py",
}


def test_every_client_of_a_server_outside_is_walked() -> None:
    services = REPOSITORY / "services"
    found = {
        str(path.relative_to(services))
        for path in services.rglob("*.py")
        if "tests" not in path.parts and "testing" not in path.parts and NETWORK.search(path.read_text("utf-8"))
    }

    assert found == WALKED
