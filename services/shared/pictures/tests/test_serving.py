"""Answers with files: bytes by default, a redirect only for a gateway that says it fetches from this very store."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from moto.server import ThreadedMotoServer

from shared.kit.core import NotFound
from shared.pictures import SOUND, PictureStore
from shared.pictures.serving import FOLLOWED, serve_file

KEPT, BASE = "private, max-age=300, immutable", "http://store.invalid/secret"
PICTURE, RECORDING = b"a picture", bytes(range(100))


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PictureStore]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", endpoint)
    name = f"photos-{secrets.token_hex(4)}"
    store = PictureStore(f"s3://{name}/media")
    store._store.files.mkdir(name)
    store.write("members/one", {"400": PICTURE, SOUND: RECORDING})
    yield store
    store._store.files.clear_instance_cache()


@pytest.fixture
def folder(tmp_path: Path) -> PictureStore:
    store = PictureStore(tmp_path.as_uri())
    store.write("members/one", {"400": PICTURE, SOUND: RECORDING})
    return store


def client_of(store: PictureStore) -> FlaskClient:
    app = Flask(__name__)

    @app.get("/<name>/<variant>")
    def get(name: str, variant: str) -> Response:
        return serve_file(store, f"members/{name}", variant, KEPT)

    @app.errorhandler(NotFound)
    def missing(_: NotFound) -> tuple[str, int]:
        return "not found", 404

    return app.test_client()


def test_a_gateway_that_follows_gets_a_signed_address(bucket: PictureStore, endpoint: str) -> None:
    answer = client_of(bucket).get("/one/400", headers={FOLLOWED: f"{endpoint} {BASE}"})

    address = urlsplit(answer.headers["Location"])
    query = parse_qs(address.query)
    assert (answer.status_code, answer.data) == (302, b"")
    assert answer.headers["Cache-Control"] == "no-store"
    assert f"{address.scheme}://{address.netloc}{address.path}".startswith(f"{BASE}/photos-")
    assert address.path.endswith("/media/members/one-400.webp")
    assert query["X-Amz-Expires"] == ["60"]
    assert query["response-cache-control"] == [KEPT]
    assert query["response-content-type"] == ["image/webp"]
    assert query["X-Amz-Signature"]


@pytest.mark.parametrize("header", ["", "nothing", "http://another.example http://store.invalid/secret"])
def test_any_other_gateway_gets_the_bytes(bucket: PictureStore, header: str) -> None:
    answer = client_of(bucket).get("/one/400", headers={FOLLOWED: header} if header else {})

    assert (answer.status_code, answer.data) == (200, PICTURE)
    assert (answer.headers["Cache-Control"], answer.mimetype) == (KEPT, "image/webp")


def test_a_folder_has_no_addresses(folder: PictureStore, endpoint: str) -> None:
    client = client_of(folder)

    answer = client.get("/one/400", headers={FOLLOWED: f"{endpoint} {BASE}"})
    assert (answer.status_code, answer.data) == (200, PICTURE)
    assert client.get("/another/400").status_code == 404
    part = client.get(f"/one/{SOUND}", headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.data, part.mimetype) == (206, RECORDING[10:20], "audio/ogg")


def test_a_head_is_signed_as_one(bucket: PictureStore, endpoint: str) -> None:
    client, headers = client_of(bucket), {FOLLOWED: f"{endpoint} {BASE}"}

    signatures = {
        parse_qs(urlsplit(answer.headers["Location"]).query)["X-Amz-Signature"][0]
        for answer in (client.get("/one/400", headers=headers), client.head("/one/400", headers=headers))
    }
    assert len(signatures) == 2
