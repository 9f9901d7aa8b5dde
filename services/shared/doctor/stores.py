"""Buckets: each service may write to its own, and nobody else may read it."""

import uuid
from collections.abc import Iterator, Mapping

import fsspec
import requests

from shared.doctor.finding import SECONDS, Finding, Installation
from shared.kit.core import split_login

BUCKETS = {"profiles": "MEDIA_URL", "chat": "MEDIA_URL", "identity": "STORE_URL"}
# Of the operator's own, with its login; without it no file of the report is written.
REPORTS = "REPORTS_URL"
CONTENT = b"written by the doctor"


def buckets(installation: Installation) -> Iterator[Finding]:
    """An object can be written, read and deleted, and a request without a login does not get it."""
    environ = installation.environ
    wanted = {f"{setting}_{service.upper()}": service for service, setting in BUCKETS.items()}
    if environ.get(REPORTS):
        wanted[REPORTS] = "lander"
    for name, service in wanted.items():
        if not (url := environ.get(name)):
            yield Finding(name, "is not set", "name the bucket of the service")
            continue
        url, login = split_login(url) if name == REPORTS else (url, _login(environ, service))
        try:
            files, root = fsspec.core.url_to_fs(url, **_options(login, url))
            probe = f"{root}/doctor-{uuid.uuid4().hex}"
            files.pipe_file(probe, CONTENT)
            try:
                is_kept = files.cat_file(probe) == CONTENT
                is_public = _is_public(environ, login.get("endpoint_url"), url, probe)
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


def _login(environ: Mapping[str, str], service: str) -> dict[str, str]:
    """The key, secret and endpoint of a service's bucket, of those that are given."""
    given = {
        "key": environ.get(f"AWS_ACCESS_KEY_ID_{service.upper()}"),
        "secret": environ.get(f"AWS_SECRET_ACCESS_KEY_{service.upper()}"),
        "endpoint_url": environ.get("AWS_ENDPOINT_URL_S3"),
    }
    return {name: value for name, value in given.items() if value}


def _options(login: Mapping[str, str], url: str) -> dict[str, object]:
    return {**login, "skip_instance_cache": True} if url.startswith("s3:") else {"auto_mkdir": True}


def _is_public(environ: Mapping[str, str], endpoint: str | None, url: str, probe: str) -> bool:
    """Whether a request without a login gets the object. A volume has no address."""
    if not url.startswith("s3:"):
        return False
    region = environ.get("AWS_DEFAULT_REGION")
    amazon = f"https://s3.{region}.amazonaws.com" if region else "https://s3.amazonaws.com"
    store = (endpoint or amazon).rstrip("/")
    return requests.get(f"{store}/{probe}", timeout=SECONDS).status_code == 200
