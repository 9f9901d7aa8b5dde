"""Settings of the gateway, read from a JSON file."""

import json
import secrets
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field
from shared.registry import read_yaml, site_documents, site_files

REPOSITORY = Path(__file__).resolve().parents[1]
SITES = REPOSITORY / "services" / "shared" / "sites" / "documents"
LOCALES = REPOSITORY / "webapp" / "src" / "locales"
DEVELOPMENT_HOSTS = (".localhost", "localhost", "127.0.0.1", "::1")


class GatewaySettings(BaseModel):
    """The values that differ between instances."""

    model_config = ConfigDict(frozen=True)

    public_url: str
    # Serve the stand-ins' paths, and sites under this machine's own names.
    development: bool
    # Serve sites under this machine's own names: a cluster that is reached by a forwarded port.
    local_hosts: bool = False
    # Target ("chat/live") to address ("127.0.0.1:20001" or "chat-live:8080"), or cluster ("chat-live-calls").
    addresses: dict[str, str]
    # Target to its pods for each gateway (docs/decisions/0021-edge.md): 1 where none is given.
    pods_per_gateway: dict[str, Annotated[float, Field(gt=0)]] = {}
    public_key: Path  # one PEM or more
    listen: str = "0.0.0.0:8080"
    admin: str = "127.0.0.1:9901"
    # Address of a listener with health and metrics for probes and Prometheus; the admin port stays on this machine.
    health: str | None = None
    # Connections accepted at once.
    max_connections: int = Field(default=50_000, ge=1)
    # The heap at which requests are refused; a part of the memory that a pod may take.
    heap_bytes: int | None = Field(default=None, ge=64 * 1024 * 1024)
    # False lets members begin any number of uploads, where services count no limits either (PAIRWISE_LIMITS=off).
    limits: bool = True
    # Trusted proxies in front of the gateway; with 0 the peer address is the visitor's.
    trusted_hops: int = Field(default=0, ge=0, le=5)
    # OTLP over HTTP, such as "http://collector:4318"; without it spans are recorded nowhere.
    traces_endpoint: str | None = Field(default=None, pattern=r"^https?://[^/]+")
    # The share of requests whose traces are recorded.
    traces_ratio: float = Field(default=0.05, ge=0, le=1)
    # Origin of the S3 store that pictures are fetched from (gateway/store.py); without it services send the bytes.
    store: str | None = Field(default=None, pattern=r"^https?://[^/\s]+$")
    trusted_roots: Path = Path("/etc/ssl/certs/ca-certificates.crt")  # of the store and of the collector of traces
    access_log: Path = Path("/dev/stdout")
    routes_file: Path = REPOSITORY / "gateway" / "routes.yaml"
    sites: Path = SITES
    locales: Path = LOCALES

    @property
    def has_https(self) -> bool:
        return urlsplit(self.public_url).scheme == "https"

    @property
    def token_cookie(self) -> str:
        return "__Host-token" if self.has_https else "token"

    @property
    def session_cookie(self) -> str:
        return "__Host-session" if self.has_https else "session"

    @property
    def hosts(self) -> dict[str, list[str]]:
        """The names each site answers to; any other is refused, and so are this machine's own in production."""
        return {
            site: [f"[{name}]" if ":" in name else name for name in document["hosts"] if self._is_served(name)]
            for site, document in self._documents.items()
        }

    def _is_served(self, name: str) -> bool:
        return self.development or self.local_hosts or not name.endswith(DEVELOPMENT_HOSTS)

    @property
    def languages(self) -> dict[str, str]:
        """The default language of each site, for visitors without a language cookie."""
        return {site: str(document["domain_language"]) for site, document in self._documents.items()}

    @cached_property
    def own_refusals(self) -> dict[str, dict[str, dict[str, str]]]:
        """Texts of refusals in languages that a site has of its own, by site and language."""
        found: dict[str, dict[str, dict[str, str]]] = {}
        for site, document in self._documents.items():
            files = site_files(self.sites, site)
            for language in document.get("own_languages", {}):
                texts = _read_texts(files.get(f"languages/{language}/errors.json"))
                found.setdefault(site, {})[language] = texts
        return found

    @cached_property
    def store_path(self) -> str:
        """Known to the services behind this gateway, which redirect to it."""
        return secrets.token_urlsafe(24)

    @cached_property
    def _documents(self) -> dict[str, dict[str, Any]]:
        """The sites, read once: each of several hundred replies asks for their languages and hosts."""
        return {key: read_yaml(file) for key, file in site_documents(self.sites).items()}


def _read_texts(path: Path | None) -> dict[str, str]:
    """Texts by code. A malformed file has none, so that one site's mistake does not stop the gateway of all."""
    try:
        found = json.loads(path.read_text("utf-8")) if path else {}
    except ValueError:
        return {}
    return {code: text for code, text in found.items() if isinstance(text, str)} if isinstance(found, dict) else {}
