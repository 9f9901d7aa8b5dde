"""The route table (gateway/routes.yaml), read once and validated."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from shared.registry.limits import DEFAULT, LIMITS_FILE, load_limits
from shared.registry.yaml_file import read_yaml

ROUTES_FILE = Path(__file__).resolve().parents[3] / "gateway" / "routes.yaml"

Audience = Literal[
    "anyone", "session", "account", "member", "premium", "staff", "marketer", "support", "writer", "finance", "owner"
]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

PLACEHOLDER = re.compile(r"\{[a-z]+\}")

DEFAULT_TIMEOUT_SECONDS = 15
DEFAULT_BODY_BYTES = 65_536


class Route(BaseModel):
    """One public path: its process, the audience of each method, and its limits."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(pattern=r"^(/|(/([a-zA-Z0-9._-]+|\{[a-z]+\}))+/?)$")
    to: str = Field(pattern=r"^[a-z]+(/[a-z]+)?$")
    methods: dict[Method, Audience] = Field(min_length=1)
    query: str | None = Field(default=None, pattern=r"^[a-z_]+$")
    timeout: float = Field(default=DEFAULT_TIMEOUT_SECONDS, ge=0, le=300)
    body: int = Field(default=DEFAULT_BODY_BYTES, ge=0, le=50_000_000)
    limits: dict[Method, str] = Field(default_factory=dict)
    objectives: dict[Method, str] = Field(default_factory=dict)
    # Methods that another process of the service answers.
    processes: dict[Method, str] = Field(default_factory=dict)
    store: bool = False
    # Methods besides GET that change and record nothing: a POST whose parameters stay out of access logs.
    reads: tuple[Method, ...] = ()

    @field_validator("path")
    @classmethod
    def _is_normal(cls, path: str) -> str:
        """Refuse a path that Envoy would normalize, because it could never match."""
        if "//" in path or "/./" in path or "/../" in path:
            raise ValueError("path is not in normal form")
        return path

    @model_validator(mode="after")
    def _limits_what_it_has(self) -> Self:
        if unknown := self.limits.keys() - self.methods.keys():
            raise ValueError(f"{self.path} limits {sorted(unknown)}, which it does not have")
        if unknown := self.processes.keys() - self.methods.keys():
            raise ValueError(f"{self.path} has processes for {sorted(unknown)}, which it does not have")
        if unknown := set(self.reads) - self.methods.keys():
            raise ValueError(f"{self.path} reads by {sorted(unknown)}, which it does not have")
        if unknown := self.objectives.keys() - self.methods.keys():
            raise ValueError(f"{self.path} has objectives for {sorted(unknown)}, which it does not have")
        return self

    @property
    def to_service(self) -> str:
        """The service that answers: `chat` of `chat/live`."""
        return self.to.partition("/")[0]

    @property
    def to_process(self) -> str:
        """The process that answers: `live` of `chat/live`, else `web`."""
        return self.to.partition("/")[2] or "web"

    @property
    def target(self) -> str:
        """Service and process: `chat/live`."""
        return f"{self.to_service}/{self.to_process}"

    def target_of(self, method: str) -> str:
        """Service and process that answer this method."""
        named: Mapping[Any, str] = self.processes
        return f"{self.to_service}/{named.get(method, self.to_process)}"

    @property
    def is_prefix(self) -> bool:
        """Whether it stands for every path that begins with `path`, which then ends with a slash."""
        return self.path.endswith("/")

    @property
    def pattern(self) -> str | None:
        """A regular expression for a path with placeholders, each of which stands for one segment; None without any."""
        if "{" not in self.path:
            return None
        return PLACEHOLDER.sub("[^/]+", self.path.replace(".", r"\."))

    @property
    def is_stream(self) -> bool:
        """Whether the answer has no end: a stream of server-sent events."""
        return self.timeout == 0

    @property
    def key(self) -> tuple[str, str | None]:
        """Path and query parameter, which no other route has both of."""
        return self.path, self.query

    def audience(self, method: str) -> Audience | None:
        """The audience of this method, that of GET for HEAD; None if the route does not have it."""
        named: Mapping[Any, Audience] = self.methods
        return named.get("GET" if method == "HEAD" else method)

    def only_reads(self, method: str) -> bool:
        """Whether this method changes and records nothing."""
        return method in ("GET", "HEAD", *self.reads)

    def limit(self, method: str) -> str:
        """The rate limit this method counts under (limits.yaml); a HEAD is a GET without a body."""
        named: Mapping[Any, str] = self.limits
        return named.get("GET" if method == "HEAD" else method, DEFAULT)


class RouteTable(BaseModel):
    """All public paths; `development` is left out in production."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    routes: list[Route]
    development: list[Route] = []

    @model_validator(mode="after")
    def _has_no_duplicates(self) -> Self:
        seen: set[tuple[str, str | None]] = set()
        for route in [*self.routes, *self.development]:
            if route.key in seen:
                raise ValueError(f"{route.path} (query {route.query}) is listed twice")
            seen.add(route.key)
        return self


def by_precedence(route: Route) -> tuple[int, bool, bool]:
    """Exact before prefix, longer before shorter, with a query parameter before without."""
    return -len(route.path), route.is_prefix, route.query is None


def limits_file_of(routes_file: Path) -> Path:
    """The table of limits beside a table of routes; the usual one where there is none."""
    beside = routes_file.with_name(LIMITS_FILE.name)
    return beside if beside.exists() else LIMITS_FILE


def read_table(path: Path = ROUTES_FILE) -> RouteTable:
    """Raises ValueError for a doubtful line, and for a limit that limits.yaml does not have."""
    table, limits = RouteTable.model_validate(read_yaml(path)), load_limits(limits_file_of(path))
    for route in table.routes:
        if unknown := set(route.limits.values()) - limits.keys():
            raise ValueError(f"{route.path} names limits that are not in the table: {sorted(unknown)}")
    return table


@cache
def load_routes(path: Path | str = ROUTES_FILE, *, development: bool = False) -> list[Route]:
    """The routes, most specific first; `development` adds the paths of the stand-ins."""
    table = read_table(Path(path))
    return sorted([*table.routes, *(table.development if development else [])], key=by_precedence)
