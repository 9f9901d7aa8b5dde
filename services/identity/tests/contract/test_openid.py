"""Our client and the stand-in of the OpenID provider speak one protocol, over HTTP."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import uvicorn
from shared.kit.core.keys import new_key
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from standins.openid.app import FAULTS, openid_app
from structlog.testing import capture_logs

from identity.clients.openid import HttpOpenIdProvider
from identity.domain.openid import OpenIdLogIn
from identity.errors import OidcRefused, OidcUnavailable
from identity.settings import IdentitySettings

SECRET = "a secret of the client: +/%"
BACK = "http://localhost:8080/desk/openid"
PRODUCTION = {
    "PAIRWISE_ENV": "production",
    "PAIRWISE_PUBLIC_URL": "https://pairwise.example",
    "AGE_PROVIDER_URL": "",
    "AGE_PROVIDER_WEBHOOK_URL": "",
    "SOURCE_KEYS": new_key(),
}


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with socket.socket() as listening, capture_logs():
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(openid_app(address, address, SECRET), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield address
        server.should_exit = True
        thread.join(5)


@pytest.fixture
def client(keys: KeyPair, issuer: str) -> Callable[..., HttpOpenIdProvider]:
    def make(**changes: str) -> HttpOpenIdProvider:
        given = environment_of(
            "identity",
            DATABASE_URL="postgresql://identity@localhost/identity",
            TOKEN_PUBLIC_KEY=str(keys.public),
            TOKEN_PRIVATE_KEY=str(keys.private),
            PUSH_PUBLIC_KEY="BOurs",
            **{
                "OIDC_ISSUER": issuer,
                "OIDC_CLIENT_ID": "pairwise",
                "OIDC_CLIENT_SECRET": SECRET,
                "OIDC_SECOND_FACTORS": "amr:mfa acr:high",
                **changes,
            },
        )
        return HttpOpenIdProvider(IdentitySettings.from_environment(**given))

    return make


def come_back(log_in: OpenIdLogIn, **form: str) -> str:
    """Log in on the provider's page. Returns the code that the browser comes back with."""
    answer = httpx.post(log_in.url, data={"answer": "in", "email": "Kim@example.org", **form})
    assert answer.status_code == 303, answer.text
    url = urlsplit(answer.headers["location"])
    query = parse_qs(url.query)
    assert f"{url.scheme}://{url.netloc}{url.path}" == BACK
    assert query["state"] == [log_in.state]
    return query["code"][0]


@pytest.mark.parametrize(
    ("form", "email", "has_second_factor"),
    [
        ({"verified": "yes", "mfa": "yes"}, "Kim@example.org", True),
        ({"verified": "yes"}, "Kim@example.org", False),
        ({"mfa": "yes"}, None, True),
    ],
)
def test_a_log_in_from_page_to_identity(
    client: Callable[..., HttpOpenIdProvider],
    issuer: str,
    form: dict[str, str],
    email: str | None,
    has_second_factor: bool,
) -> None:
    provider = client()
    log_in = provider.begin(BACK)

    found = provider.identity(log_in, come_back(log_in, subject="kim", **form))

    assert (found.issuer, found.subject, found.email) == (issuer, "kim", email)
    assert found.has_second_factor is has_second_factor


def test_no_statement_counts_that_the_operator_has_not_named(client: Callable[..., HttpOpenIdProvider]) -> None:
    provider = client(OIDC_SECOND_FACTORS="")
    log_in = provider.begin(BACK)
    assert not provider.identity(log_in, come_back(log_in, mfa="yes")).has_second_factor


def test_a_log_in_asks_with_pkce_state_and_nonce(client: Callable[..., HttpOpenIdProvider]) -> None:
    first, second = (client().begin(BACK) for _ in range(2))
    asked = parse_qs(urlsplit(first.url).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert first.verifier not in first.url
    assert len({first.state, second.state, first.nonce, second.nonce, first.verifier, second.verifier}) == 6


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "subject"])
def test_a_token_of_another_log_in_client_issuer_or_key_is_refused(
    client: Callable[..., HttpOpenIdProvider], fault: str
) -> None:
    provider = client()
    log_in = provider.begin(BACK)
    with pytest.raises(OidcRefused):
        provider.identity(log_in, come_back(log_in, fault=fault))


def test_a_code_is_for_one_log_in_and_one_exchange(client: Callable[..., HttpOpenIdProvider]) -> None:
    provider = client()
    log_in, other = provider.begin(BACK), provider.begin(BACK)
    code = come_back(log_in)
    provider.identity(log_in, code)
    with pytest.raises(OidcRefused):
        provider.identity(log_in, code)
    with pytest.raises(OidcRefused):
        provider.identity(other, come_back(log_in))


@pytest.mark.parametrize(
    "changes",
    [
        {"OIDC_ISSUER": "", "OIDC_CLIENT_ID": ""},
        {"OIDC_ISSUER": "http://127.0.0.1:1"},
    ],
)
def test_without_a_provider_nothing_begins(client: Callable[..., HttpOpenIdProvider], changes: dict[str, str]) -> None:
    provider = client(**changes)
    with pytest.raises(OidcUnavailable):
        provider.begin(BACK)
    assert provider.is_offered is bool(changes["OIDC_ISSUER"])


def test_metadata_of_another_issuer_and_a_token_without_a_subject_are_an_outage(
    client: Callable[..., HttpOpenIdProvider], issuer: str
) -> None:
    with pytest.raises(OidcUnavailable):
        client(OIDC_ISSUER=issuer.replace("127.0.0.1", "localhost")).begin(BACK)
    provider = client()
    log_in = provider.begin(BACK)
    with pytest.raises(OidcUnavailable):
        provider.identity(log_in, come_back(log_in, fault="subject"))


def test_a_wrong_secret_is_refused(client: Callable[..., HttpOpenIdProvider]) -> None:
    provider = client(OIDC_CLIENT_SECRET="another secret")
    log_in = provider.begin(BACK)
    with pytest.raises(OidcRefused):
        provider.identity(log_in, come_back(log_in))


@pytest.mark.parametrize(
    "changes",
    [
        {"OIDC_CLIENT_ID": ""},
        {"OIDC_CLIENT_SECRET": "none", "OIDC_ISSUER": "https://idp.example.org", **PRODUCTION},
        {"OIDC_SECOND_FACTORS": "mfa"},
        {"OIDC_ISSUER": "http://idp.example.org"},
    ],
)
def test_half_a_configuration_does_not_start(
    client: Callable[..., HttpOpenIdProvider], changes: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="OIDC"):
        client(**changes)


def test_the_end_of_the_providers_session_leads_back(client: Callable[..., HttpOpenIdProvider]) -> None:
    url = client().log_out_url(BACK)
    assert url is not None
    page = httpx.get(url)
    assert page.status_code == 200
    assert BACK in page.text
