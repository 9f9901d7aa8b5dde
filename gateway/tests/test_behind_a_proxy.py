"""Two sites over https behind a proxy that terminates TLS: forwarded headers, and origins that may change something."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Blueprint
from shared.kit.core import Settings
from shared.kit.core.keys import new_key
from shared.kit.db import Database
from shared.kit.http import Input, Nothing, endpoint
from shared.kit.http.app import create_app
from shared.sites import SiteDirectory
from werkzeug.serving import make_server

from gateway.tests.conftest import Gateway, running_gateway

ROUTES = "routes:\n  - {path: /api/thing.php, to: identity, methods: {POST: anyone}}\n"
PUBLIC_URL = "https://pairwise.example"
HOSTS = ["pairwise.example", "iskra.example"]


class Thing(Input):
    name: str


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("routes") / "routes.yaml"
    file.write_text(ROUTES)
    return file


@pytest.fixture(scope="module")
def service(routes: Path) -> Iterator[str]:
    """A service with one route, as a pod runs it: it is asked over http, and has no database here."""
    things = Blueprint("things", __name__, url_prefix="/api")

    @things.post("/thing.php")
    @endpoint(status=201)
    def post(body: Thing) -> Nothing:
        return Nothing()

    settings = Settings.from_environment(
        PAIRWISE_SERVICE="identity",
        PAIRWISE_ENV="production",
        SOURCE_KEYS=new_key(),
        PAIRWISE_PUBLIC_URL=PUBLIC_URL,
        DATABASE_URL="postgresql://nobody@127.0.0.1:9/nothing",
        ROUTES_FILE=str(routes),
    )
    origins = SiteDirectory().origins(PUBLIC_URL)
    app = create_app(settings, Database(settings.database_url), [things], None, origins)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def gateway(
    service: str,
    routes: Path,
    public_key: Path,
    private_key: Ed25519PrivateKey,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Gateway]:
    changes: dict[str, Any] = {"public_url": PUBLIC_URL, "development": False, "trusted_hops": 1, "routes_file": routes}
    folder = tmp_path_factory.mktemp("gateway")
    with running_gateway(folder, service, public_key, private_key, **changes) as running:
        yield running


def write(gateway: Gateway, host: str, origin: str | None) -> httpx.Response:
    """A write as the proxy in front passes it on."""
    headers = {
        "host": host,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "80.60.0.1",
        "x-request-type": "app",
        "sec-fetch-site": "same-origin",
        **({"origin": origin} if origin else {}),
    }
    return gateway.client.post("/api/thing.php", json={"name": "it"}, headers=headers)


@pytest.mark.parametrize("host", HOSTS)
def test_every_sites_own_pages_may_change_something(gateway: Gateway, host: str) -> None:
    assert write(gateway, host, f"https://{host}").status_code == 201
    assert write(gateway, host, None).status_code == 201


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    "origin",
    [
        *("https://evil.example", "https://pairwise.example.evil.example", "null", "https://", "https://localhost:1"),
        *(
            "https://pairwise.example:8443",
            "https://iskra.example:8080",
            "http://pairwise.example",
            "http://iskra.example",
        ),
    ],
)
def test_no_other_pages_may(gateway: Gateway, host: str, origin: str) -> None:
    answer = write(gateway, host, origin)

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_request")


def test_one_sites_pages_change_nothing_on_another(gateway: Gateway) -> None:
    for host, other in (HOSTS, reversed(HOSTS)):
        assert write(gateway, host, f"https://{other}").status_code == 403
