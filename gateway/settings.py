"""What the gateway is told about the copy it stands before."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field

REPOSITORY = Path(__file__).resolve().parents[1]
SITES = REPOSITORY / "services" / "sites" / "documents"
LOCALES = REPOSITORY / "webapp" / "src" / "locales"
DEVELOPMENT_HOSTS = (".localhost", "localhost", "127.0.0.1", "::1")


class GatewaySettings(BaseModel):
    """Everything that differs between one copy and the next."""

    model_config = ConfigDict(frozen=True)

    public_url: str
    development: bool
    # Target ("chat/live") to address ("127.0.0.1:20001" or "chat-live:8080").
    addresses: dict[str, str]
    public_key: Path  # one PEM or more
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
    def hosts(self) -> dict[str, list[str]]:
        """The names each site answers to; any other is refused, and so are this machine's own in production."""
        return {
            site: [f"[{name}]" if ":" in name else name for name in document["hosts"] if self._is_served(name)]
            for site, document in self._documents().items()
        }

    def _is_served(self, name: str) -> bool:
        return self.development or not name.endswith(DEVELOPMENT_HOSTS)

    @property
    def languages(self) -> dict[str, str]:
        """What each site speaks to whoever has not chosen."""
        return {site: str(document["domain_language"]) for site, document in self._documents().items()}

    def _documents(self) -> dict[str, dict[str, Any]]:
        return {file.stem: yaml.safe_load(file.read_text()) for file in sorted(self.sites.glob("*.yaml"))}
