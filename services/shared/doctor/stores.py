"""Buckets: each service may write to its own, and nobody else may read it."""

import uuid
from collections.abc import Iterator

import fsspec
import requests

from shared.doctor.finding import SECONDS, Finding, Installation

BUCKETS = {"profiles": "MEDIA_URL", "chat": "MEDIA_URL", "identity": "STORE_URL"}
CONTENT = b"written by the doctor"


def buckets(installation: Installation) -> Iterator[Finding]:
    """An object can be written, read and deleted, and a request without a login does not get it."""
    for service, setting in BUCKETS.items():
        name = f"{setting}_{service.upper()}"
        if not (url := installation.environ.get(name)):
            yield Finding(name, "is not set", "name the bucket of the service")
            continue
        try:
            files, root = fsspec.core.url_to_fs(url, **_options(installation, service, url))
            probe = f"{root}/doctor-{uuid.uuid4().hex}"
            files.pipe_file(probe, CONTENT)
            try:
                is_kept = files.cat_file(probe) == CONTENT
                is_public = _is_public(installation, url, probe)
            finally:
                files.rm_file(probe)
        except Exception as error:
            problem = f"{url} cannot be written: {type(error).__name__}"
            yield Finding(name, problem, "make the bucket, and let the service's key read, write and delete in it")
            continue
        if not is_kept:
            yield Finding(name, f"{url} returns other bytes than were written", "use another store")
        if is_public:
            problem = f"{url} gives its objects to everybody who knows their names"
            yield Finding(name, problem, "make the bucket private: block public access")


def _options(installation: Installation, service: str, url: str) -> dict[str, object]:
    if not url.startswith("s3:"):
        return {"auto_mkdir": True}
    given = {
        "key": installation.environ.get(f"AWS_ACCESS_KEY_ID_{service.upper()}"),
        "secret": installation.environ.get(f"AWS_SECRET_ACCESS_KEY_{service.upper()}"),
        "endpoint_url": installation.environ.get("AWS_ENDPOINT_URL_S3"),
    }
    return {name: value for name, value in given.items() if value} | {"skip_instance_cache": True}


def _is_public(installation: Installation, url: str, probe: str) -> bool:
    """Whether a request without a login gets the object. A volume has no address."""
    if not url.startswith("s3:"):
        return False
    region = installation.environ.get("AWS_DEFAULT_REGION")
    amazon = f"https://s3.{region}.amazonaws.com" if region else "https://s3.amazonaws.com"
    store = (installation.environ.get("AWS_ENDPOINT_URL_S3") or amazon).rstrip("/")
    return requests.get(f"{store}/{probe}", timeout=SECONDS).status_code == 200
