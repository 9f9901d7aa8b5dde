"""Every key is replaced while members use the product: nobody is turned away, and nothing sealed is lost."""

import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest
from runner.keys import TOKENS
from runner.paths import ROOT
from runner.rotate import REPLACEABLE
from shared.registry import service_secrets

from tests.member import Member, until
from tests.product import Product

NAMES = [TOKENS, *REPLACEABLE]
# An act that is sent again under its id, as the app does, while a process is replaced.
AGAIN = 503
PAUSE_SECONDS = 0.2


class Load:
    """A member who reads, searches and writes until the end of the block; `failures` has every other answer."""

    def __init__(self, product: Product, partner: Member) -> None:
        self._member = Member(product.base_url).sign_up("Ann").confirm().become_premium()
        self._partner, self._stop, self._thread = partner, threading.Event(), threading.Thread(target=self._run)
        self.failures, self.sent = list[str](), list[str]()

    def __enter__(self) -> "Load":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._member.http.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            for path in ("user", "profile", "chats", "search", "likes"):
                self._try("GET", path)
            self._stop.wait(PAUSE_SECONDS)
            message = {"id": str(uuid4()), "profile_id": self._partner.id, "text": "hello"}
            if self._try("POST", "chat", json=message):
                self.sent.append(message["id"])

    def _try(self, method: str, path: str, **body: object) -> bool:
        for _ in range(20):
            try:
                answer = self._member.http.request(method, f"/api/{path}.php", **body)  # type: ignore[arg-type]
            except httpx.HTTPError as error:
                self.failures.append(f"{method} {path}: {error!r}")
                return False
            if answer.status_code != AGAIN:
                break
            self._stop.wait(0.2)
        # Credits run out when it takes long.
        if answer.is_success or answer.status_code == 402:
            return answer.is_success
        self.failures.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return False


@pytest.fixture(scope="module")
def partner(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as member:
        yield member.sign_up("Ben", "male", "female").confirm()


def keys(product: Product, command: str, *names: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PAIRWISE_HOME": str(product.home)}
    return subprocess.run(
        [str(ROOT / "scripts/pairwise"), "keys", command, *names],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def rings(product: Product) -> dict[str, list[str]]:
    """By name the keys that are accepted, the one in use first."""
    instance = product.instance
    found = {name: instance.keys.keys(secret) for name, secret in REPLACEABLE.items()}
    pems = instance.keys.token_public().read_text().split("-----BEGIN PUBLIC KEY-----")[1:]
    return found | {TOKENS: pems[::-1]}


@dataclass(frozen=True)
class Replaced:
    """The rings before, after `rotate` and after `drop`, and what a member met meanwhile."""

    before: dict[str, list[str]]
    rotated: dict[str, list[str]]
    dropped: dict[str, list[str]]
    load: Load


@pytest.fixture(scope="module")
def replaced(product: Product, partner: Member) -> Replaced:
    """Every key, replaced in one rotation: each process is replaced three times, not three times for each key."""
    before = rings(product)
    with Load(product, partner) as load:
        done = keys(product, "rotate", *NAMES)
        assert done.returncode == 0, done.stderr
        rotated = rings(product)
        done = keys(product, "drop", *NAMES)
        assert done.returncode == 0, done.stderr
    return Replaced(before, rotated, rings(product), load)


@pytest.mark.parametrize("name", NAMES)
def test_a_key_is_replaced_and_the_earlier_one_forgotten(replaced: Replaced, name: str) -> None:
    [old] = replaced.before[name]
    [new] = replaced.dropped[name]
    assert replaced.rotated[name] == [new, old]
    assert new != old


def test_members_notice_nothing(product: Product, replaced: Replaced, partner: Member) -> None:
    """Those who are logged in still are; mails, tokens and links of the new keys work; no message is lost."""
    assert replaced.load.failures == []
    assert replaced.load.sent
    # As the app does when a token is refused: the session gets another.
    assert partner.get("user")["user"]["id"] == partner.id
    until(lambda: partner.get("chats")["total_unread_messages"] == len(replaced.load.sent))
    with Member(product.base_url) as cleo:
        assert cleo.sign_up("Cleo").confirm().get("user")["user"]["id"] == cleo.id


def test_only_a_key_of_an_outside_party_is_left_to_it() -> None:
    given = {secret.name for secret in service_secrets() if secret.kind == "given"}
    assert {secret.name for secret in service_secrets()} - set(NAMES) == given


def test_a_rotation_that_failed_is_repeated_with_the_same_key(product: Product) -> None:
    """Its first run ended after the new key was accepted, as when a process did not become ready."""
    secret, home_keys = REPLACEABLE["unsubscribe"], product.instance.keys
    home_keys.accept_another(secret)
    [old, new] = home_keys.keys(secret)

    refused = keys(product, "drop", secret.name)
    assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
    assert home_keys.keys(secret) == [old, new]

    repeated = keys(product, "rotate", secret.name)
    assert repeated.returncode == 0, repeated.stderr
    assert home_keys.keys(secret) == [new, old]
    assert keys(product, "drop", secret.name).returncode == 0
    assert home_keys.keys(secret) == [new]
