"""The store over the API that S3 and its like speak: a real server on this machine, asked as in production."""

import secrets
from collections.abc import Iterator

import pytest
from moto.server import ThreadedMotoServer

from shared.kit.core import Unavailable
from shared.pictures import VARIANTS, PictureStore, process_image
from shared.pictures.tests import makers


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadedMotoServer]:
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def bucket(server: ThreadedMotoServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[PictureStore]:
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://{host}:{port}")
    name = f"photos-{secrets.token_hex(4)}"
    store = PictureStore(f"s3://{name}/media")
    store._store.files.mkdir(name)
    yield store
    store._store.files.clear_instance_cache()


def test_a_picture_lies_in_a_bucket_and_is_taken_away(bucket: PictureStore) -> None:
    files = process_image(makers.jpeg()).files

    bucket.write("members/ab/abc", files)

    assert {name: bucket.read("members/ab/abc", name) for name in VARIANTS} == files
    assert bucket.read("members/ab/another", "400") is None
    bucket.clear("members/ab/abc")
    assert bucket.read("members/ab/abc", "400") is None
    bucket.clear("members/ab/abc")


def test_a_bucket_that_is_not_there_is_said(bucket: PictureStore) -> None:
    elsewhere = PictureStore("s3://nobodys-bucket/media")

    with pytest.raises(Unavailable):
        elsewhere.write("members/ab/abc", {"400": b"a picture"})
