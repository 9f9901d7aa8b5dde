"""The sites of an installation, by key and by host. Changed documents are read without a restart."""

import time
from collections.abc import Collection, ItemsView, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import yaml

from shared.kit.core import NotFound, OwnTexts, logger
from shared.registry import read_yaml, site_documents, site_files
from shared.sites.brand import Brand
from shared.sites.model import Site

DOCUMENTS = Path(__file__).with_name("documents")
DEVELOPMENT_URL = "http://localhost:8080"
# The files are looked at this often at most, by the request or event that needs a site next.
LOOK_SECONDS = 2.0
Files = tuple[tuple[str, int, int, int], ...]


class UnknownSite(NotFound):
    code = "unknown_site"


@dataclass(frozen=True)
class Documents:
    """The sites of one state of the folder."""

    by_key: dict[str, Site]
    key_of_host: Mapping[str, str]

    @classmethod
    def of(cls, sites: Mapping[str, Site], brands: Mapping[str, Brand], public_url: str) -> Self:
        """The sites with their keys, base URLs and files. Raises ValueError for a host of two sites."""
        key_of_host: dict[str, str] = {}
        for key, site in sites.items():
            for host in site.hosts:
                if (other := key_of_host.setdefault(host, key)) != key:
                    raise ValueError(f"{host} is a host of {other} and of {key}")
        base_urls = {key: _base_url(key, site, key_of_host, public_url) for key, site in sites.items()}
        located = {key: site.located(key, base_urls[key], brands[key]) for key, site in sites.items()}
        return cls(located, key_of_host)


class SiteDirectory:
    """All sites. `public_url` is the URL under which this installation is reached.

    A document that does not fit stops the process when it starts. Later it is logged, and the sites stay as they were.
    """

    def __init__(self, directory: Path = DOCUMENTS, public_url: str = DEVELOPMENT_URL) -> None:
        self._directory, self._public_url = directory, public_url
        self._files, self._looked_at = _files(directory), time.monotonic()
        self._documents = self._read()

    @property
    def _current(self) -> Documents:
        """The documents as they are now. Two threads may read a change at once; both find the same."""
        if time.monotonic() - self._looked_at >= LOOK_SECONDS:
            self._looked_at = time.monotonic()
            self._follow_changes()
        return self._documents

    @property
    def _by_key(self) -> dict[str, Site]:
        return self._current.by_key

    def _follow_changes(self) -> None:
        try:
            if (files := _files(self._directory)) == self._files:
                return
            self._documents, self._files = self._read(), files
            logger().info("site_documents_read", sites=sorted(self._documents.by_key))
        except (OSError, ValueError, yaml.YAMLError) as error:
            logger().error("site_documents_refused", problem=type(error).__name__)

    def _read(self) -> Documents:
        paths = site_documents(self._directory)
        sites = {key: Site.model_validate(read_yaml(path)) for key, path in paths.items()}
        return Documents.of(sites, {key: Brand.of(self._directory, key) for key in paths}, self._public_url)

    def key_for(self, host: str) -> str:
        """The key of the site with this Host header, with or without port. Raises UnknownSite."""
        name = host.rsplit(":", 1)[0].strip("[]").lower() if not host.endswith("]") else host.strip("[]")
        if (key := self._current.key_of_host.get(name)) is None:
            raise UnknownSite()
        return key

    def get(self, key: str) -> Site:
        """The site of this key. Raises KeyError if there is none."""
        return self._by_key[key]

    def items(self) -> ItemsView[str, Site]:
        """All sites by key."""
        return self._by_key.items()

    def own_languages(self, key: str) -> Collection[str]:
        """The languages that a site has and the product does not; none of an unknown site."""
        site = self._by_key.get(key)
        return site.own_languages if site else ()

    def own_texts(self, key: str, file: str) -> OwnTexts:
        """Texts of one file (`errors`) in those languages, by language; none of an unknown site."""
        site = self._by_key.get(key)
        return site.texts(file) if site else {}

    def for_host(self, host: str) -> Site:
        """The site on this host, as `key_for` finds it."""
        return self.get(self.key_for(host))

    def pool_of(self, key: str) -> int:
        """The pool of this site: its members meet those of the same pool, and no others."""
        return self.get(key).pool

    def of_pool(self, pool: int) -> tuple[str, ...]:
        """The keys of all sites whose members meet each other."""
        return tuple(sorted(key for key, site in self._by_key.items() if site.pool == pool))

    def origins(self, configured: str) -> Mapping[str, frozenset[str]]:
        """The origins of each site's pages: its hosts, with the scheme and the port of the configured URL."""
        return _Origins(self, configured)

    def site_keys(self) -> list[str]:
        """The keys of all sites, sorted."""
        return sorted(self._by_key)

    def hosts(self) -> list[str]:
        """The hosts of all sites, sorted."""
        return sorted(self._current.key_of_host)


class _Origins(Mapping[str, frozenset[str]]):
    """A view of the directory, which follows its changes."""

    def __init__(self, sites: SiteDirectory, configured: str) -> None:
        parts = urlsplit(configured)
        self._sites, self._scheme = sites, parts.scheme
        self._port = f":{parts.port}" if parts.port else ""

    def __getitem__(self, key: str) -> frozenset[str]:
        hosts = (f"[{host}]" if ":" in host else host for host in self._sites.get(key).hosts)
        return frozenset(f"{self._scheme}://{host}{self._port}" for host in hosts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sites.site_keys())

    def __len__(self) -> int:
        return len(self._sites.site_keys())


def _files(directory: Path) -> Files:
    """What changes with the files: a ConfigMap and an applied version are replaced by renaming a link."""
    found = []
    for key, document in site_documents(directory).items():
        for path in (document, *site_files(directory, key).values()):
            status = path.stat()
            found.append((str(path), status.st_ino, status.st_mtime_ns, status.st_size))
    return tuple(found)


def _base_url(key: str, site: Site, key_of_host: Mapping[str, str], public_url: str) -> str:
    """The public URL, or with the site's first host in its place where that is a host of another site."""
    parts = urlsplit(public_url)
    if key_of_host.get(parts.hostname or "", key) == key:
        return public_url
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{site.hosts[0]}{port}"
