"""Settings of a process, from its environment."""

import os
import re
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, model_validator

from shared.kit.core.keys import Signing, SigningKeys, new_key

REPOSITORY = Path(__file__).resolve().parents[4]


OUR_OWN_MACHINE = ("127.0.0.1", "::1")


def is_sandbox_host(host: str) -> bool:
    """Whether the host is this machine, or a Service in the same namespace of a cluster: a name without a domain."""
    return host in OUR_OWN_MACHINE or re.fullmatch(r"[a-z0-9-]+", host) is not None


class Settings(BaseModel):
    """The settings every process has; a service with more of them inherits and adds fields.

    Read with `from_environment`; a missing or malformed variable stops the process with its name.
    """

    # A refused value is not repeated in the error: it may be a key.
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, hide_input_in_errors=True)

    environment: Literal["development", "test", "production"] = Field("production", alias="PAIRWISE_ENV")
    public_url: str = Field("http://localhost:8080", alias="PAIRWISE_PUBLIC_URL")
    service: str = Field(alias="PAIRWISE_SERVICE")
    process: str = Field("web", alias="PAIRWISE_PROCESS")
    listen: str = Field("127.0.0.1:0", alias="PAIRWISE_LISTEN")
    health_listen: str = Field("127.0.0.1:0", alias="PAIRWISE_HEALTH_LISTEN")
    # The database's own address: LISTEN needs it, and so do all if there is no pooler.
    database_url: str = Field(alias="DATABASE_URL")
    # A pooler in transaction mode in front of it (k8s/README.md, "A pooler").
    database_pooler_url: str | None = Field(None, alias="DATABASE_POOLER_URL")
    # The most connections of this process; k8s/scale.md adds them up.
    database_pool_size: int = Field(8, alias="DATABASE_POOL_SIZE", ge=1, le=64)
    nats_url: str = Field("nats://127.0.0.1:4222", alias="NATS_URL")
    # Certificates in PEM that sign NATS' own, for an address that begins with tls://; the system's when there are none.
    nats_authority: str | None = Field(None, alias="NATS_AUTHORITY")
    redis_url: str = Field("redis://127.0.0.1:6379/0", alias="REDIS_URL")
    # One or more public keys in PEM; during a rotation there are two.
    token_public_key: Path | None = Field(None, alias="TOKEN_PUBLIC_KEY")
    # Hashes visitors' networks for security events and limits. Every service has the same ring, so that one visitor can
    # be followed through all logs.
    source_keys: Signing = Field(default_factory=lambda: SigningKeys(new_key()), alias="SOURCE_KEYS")
    routes_file: Path = Field(REPOSITORY / "gateway" / "routes.yaml", alias="ROUTES_FILE")
    locales_dir: Path = Field(REPOSITORY / "webapp" / "src" / "locales", alias="LOCALES_DIR")
    web_threads: int = Field(8, alias="WEB_THREADS", ge=1, le=64)
    # Off for load and crash tests, which are many members at one address. Tests of one service switch it on.
    limits: Literal["on", "off", ""] = Field("", alias="PAIRWISE_LIMITS")
    rpc_threads: int = Field(8, alias="RPC_THREADS", ge=1, le=64)
    rpc_addresses: dict[str, str] = Field(default_factory=dict)
    # How services prove to each other which of them calls (shared/kit/grpc/callers.py): our own private key, and the
    # folder with the public keys of all. Only a service that asks has the one, only an rpc process the other.
    caller_private_key: Path | None = Field(None, alias="CALLER_PRIVATE_KEY")
    caller_public_keys: Path | None = Field(None, alias="CALLER_PUBLIC_KEYS")

    @classmethod
    def from_environment(cls, **given: str) -> Self:
        """The settings from environment variables; `given` overrides them by name.

        `RPC_<SERVICE>` becomes an entry of `rpc_addresses`. Raises pydantic.ValidationError for a missing or malformed
        variable.
        """
        variables = {**os.environ, **given}
        addresses = {
            name.removeprefix("RPC_").lower(): address
            for name, address in variables.items()
            if name.startswith("RPC_") and name != "RPC_THREADS"
        }
        return cls.model_validate({**variables, "rpc_addresses": addresses})

    @model_validator(mode="after")
    def _production_is_encrypted(self) -> Self:
        if self.is_production and not self.has_https:
            raise ValueError("PAIRWISE_PUBLIC_URL must be https in production")
        return self

    def require_https(self, **urls: str) -> None:
        """Raise ValueError for a URL without encryption, by the name of its variable.

        A sandbox outside production has no https; it runs on this machine or in the same namespace.
        """
        for name, url in urls.items():
            parts = urlsplit(url)
            is_sandbox = not self.is_production and is_sandbox_host(parts.hostname or "")
            if parts.scheme != "https" and not (parts.scheme == "http" and is_sandbox):
                raise ValueError(f"{name} must be https; only a sandbox here or in this namespace may do without")

    @property
    def is_production(self) -> bool:
        """Whether PAIRWISE_ENV is `production`."""
        return self.environment == "production"

    @model_validator(mode="after")
    def _production_has_limits(self) -> Self:
        if self.environment == "production" and self.limits == "off":
            raise ValueError("PAIRWISE_LIMITS cannot be off in production")
        return self

    @model_validator(mode="after")
    def _production_has_its_own_keys(self) -> Self:
        if self.is_production and "source_keys" not in self.model_fields_set:
            raise ValueError("SOURCE_KEYS is missing")
        return self

    @property
    def addresses(self) -> list[str]:
        """The listening addresses of `web` and `live`: one for the gateway, one for readiness probes."""
        return [self.listen, self.health_listen]

    @property
    def has_limits(self) -> bool:
        """Whether rate limits are counted: PAIRWISE_LIMITS, else everywhere but in tests."""
        return self.limits == "on" or (self.limits == "" and self.environment != "test")

    @property
    def has_https(self) -> bool:
        """Whether browsers reach the product over HTTPS, so that cookies can be `Secure`."""
        return urlsplit(self.public_url).scheme == "https"

    def cookie_name(self, name: str) -> str:
        """The cookie's name on this site: `__Host-` wherever browsers allow it, which is over https only."""
        return f"__Host-{name}" if self.has_https else name
