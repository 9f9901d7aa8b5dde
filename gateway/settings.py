"""What the gateway is told about the copy it stands before."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field

REPOSITORY = Path(__file__).resolve().parents[1]
SITES = REPOSITORY / "services" / "sites" / "documents"
LOCALES = REPOSITORY / "webapp" / "src" / "locales"
DEVELOPMENT_HOSTS = ["localhost", "127.0.0.1", "[::1]", "*.localhost"]


class GatewaySettings(BaseModel):
    """Everything that differs between one copy and the next."""

    model_config = ConfigDict(frozen=True)

    public_url: str
    development: bool
    # Target ("chat/live") to address ("127.0.0.1:20001" or "chat-live:8080").
    addresses: dict[str, str]
    public_key: Path
    key_id: str | None = None
    listen: str = "0.0.0.0:8080"
    admin: str = "127.0.0.1:9901"
    # How many proxies of our own stand before us; 0 means that whoever connects is the visitor.
    trusted_hops: int = Field(default=0, ge=0, le=5)
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
    def hosts(self) -> list[str]:
        """The names the sites answer to; any other is refused."""
        names = [str(name) for document in self._documents() for name in document.get("hosts", [])]
        hosts = [f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name for name in names]
        return list(dict.fromkeys(hosts + (DEVELOPMENT_HOSTS if self.development else [])))

    @property
    def default_locale(self) -> str:
        return str(next((document["domain_language"] for document in self._documents()), "en"))

    def _documents(self) -> list[dict[str, Any]]:
        return [yaml.safe_load(file.read_text()) for file in sorted(self.sites.glob("*.yaml"))]
