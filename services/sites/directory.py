from collections.abc import ItemsView
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from servicekit.errors import NotFound

from sites.model import Site

DOCUMENTS = Path(__file__).with_name("documents")


class UnknownSite(NotFound):
    code = "unknown_site"


class SiteDirectory:
    """All sites, read once at start."""

    def __init__(self, directory: Path = DOCUMENTS) -> None:
        self._by_key = {
            path.stem: Site.model_validate(yaml.safe_load(path.read_text("utf-8")))
            for path in sorted(directory.glob("*.yaml"))
        }
        self._key_of_host: dict[str, str] = {}
        for key, site in self._by_key.items():
            for host in site.hosts:
                if (other := self._key_of_host.setdefault(host, key)) != key:
                    raise ValueError(f"{host} is a host of {other} and of {key}")

    def key_for(self, host: str) -> str:
        """Which site a Host header (with or without port) asks for. Raises UnknownSite."""
        name = host.rsplit(":", 1)[0].strip("[]").lower() if not host.endswith("]") else host.strip("[]")
        if name not in self._key_of_host:
            raise UnknownSite()
        return self._key_of_host[name]

    def get(self, key: str) -> Site:
        return self._by_key[key]

    def items(self) -> ItemsView[str, Site]:
        return self._by_key.items()

    def for_host(self, host: str) -> Site:
        return self.get(self.key_for(host))

    def pool_of(self, key: str) -> int:
        """Whom the members of this site can meet: those of the same pool, and no others."""
        return self.get(key).pool

    def of_pool(self, pool: int) -> tuple[str, ...]:
        """The keys of all sites whose members meet each other."""
        return tuple(sorted(key for key, site in self._by_key.items() if site.pool == pool))

    def address_of(self, key: str, configured: str) -> str:
        """Where this site's pages are: the configured address, or, when that is another site's, ours beside it."""
        parts = urlsplit(configured)
        if self._key_of_host.get(parts.hostname or "", key) == key:
            return configured.rstrip("/")
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{self.get(key).hosts[0]}{port}"

    def origins(self, configured: str) -> dict[str, frozenset[str]]:
        """The origins of each site's pages: its hosts, with the scheme and the port of the configured address."""
        parts = urlsplit(configured)
        port = f":{parts.port}" if parts.port else ""
        return {
            key: frozenset(f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}" for host in site.hosts)
            for key, site in self._by_key.items()
        }

    def site_keys(self) -> list[str]:
        return sorted(self._by_key)

    def hosts(self) -> list[str]:
        return sorted(self._key_of_host)
