from collections.abc import ItemsView
from pathlib import Path
from urllib.parse import urlsplit

from shared.kit.core import NotFound
from shared.registry import read_yaml
from shared.sites.model import Site

DOCUMENTS = Path(__file__).with_name("documents")
DEVELOPMENT_URL = "http://localhost:8080"


class UnknownSite(NotFound):
    code = "unknown_site"


class SiteDirectory:
    """All sites, read once at start. `public_url` is the URL under which this installation is reached."""

    def __init__(self, directory: Path = DOCUMENTS, public_url: str = DEVELOPMENT_URL) -> None:
        sites = {path.stem: Site.model_validate(read_yaml(path)) for path in sorted(directory.glob("*.yaml"))}
        self._key_of_host: dict[str, str] = {}
        for key, site in sites.items():
            for host in site.hosts:
                if (other := self._key_of_host.setdefault(host, key)) != key:
                    raise ValueError(f"{host} is a host of {other} and of {key}")
        self._by_key = {key: site.located(key, self._base_url(key, site, public_url)) for key, site in sites.items()}

    def key_for(self, host: str) -> str:
        """The key of the site with this Host header, with or without port. Raises UnknownSite."""
        name = host.rsplit(":", 1)[0].strip("[]").lower() if not host.endswith("]") else host.strip("[]")
        if name not in self._key_of_host:
            raise UnknownSite()
        return self._key_of_host[name]

    def get(self, key: str) -> Site:
        """The site of this key. Raises KeyError if there is none."""
        return self._by_key[key]

    def items(self) -> ItemsView[str, Site]:
        """All sites by key."""
        return self._by_key.items()

    def for_host(self, host: str) -> Site:
        """The site on this host, as `key_for` finds it."""
        return self.get(self.key_for(host))

    def pool_of(self, key: str) -> int:
        """The pool of this site: its members meet those of the same pool, and no others."""
        return self.get(key).pool

    def of_pool(self, pool: int) -> tuple[str, ...]:
        """The keys of all sites whose members meet each other."""
        return tuple(sorted(key for key, site in self._by_key.items() if site.pool == pool))

    def _base_url(self, key: str, site: Site, public_url: str) -> str:
        """The public URL, or with the site's first host in its place where that is a host of another site."""
        parts = urlsplit(public_url)
        if self._key_of_host.get(parts.hostname or "", key) == key:
            return public_url
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{site.hosts[0]}{port}"

    def origins(self, configured: str) -> dict[str, frozenset[str]]:
        """The origins of each site's pages: its hosts, with the scheme and the port of the configured URL."""
        parts = urlsplit(configured)
        port = f":{parts.port}" if parts.port else ""
        return {
            key: frozenset(f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}" for host in site.hosts)
            for key, site in self._by_key.items()
        }

    def site_keys(self) -> list[str]:
        """The keys of all sites, sorted."""
        return sorted(self._by_key)

    def hosts(self) -> list[str]:
        """The hosts of all sites, sorted."""
        return sorted(self._key_of_host)
