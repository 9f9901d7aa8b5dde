"""The outcome of a check, and the installation that checks look at."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import psycopg

from shared.kit.core import describe, text_of
from shared.sites import Site

SECONDS = 10
# Settings of services that checks read; those of the second list differ between services.
READS = (
    "PAYMENTS_API_KEY", "PAYMENTS_API_URL", "PAYMENTS_WEBHOOK_URL", "STRIPE_API_KEY", "STRIPE_API_URL",
    "STRIPE_WEBHOOK_KEYS", "PAYMENT_ACCOUNT_KEYS", "SMTP_URL", "SMTP_TLS", "MAIL_ACCOUNT_KEYS", "SMS_URL",
    "SMS_PROVIDER", "SMS_ACCOUNT_KEYS", "SMS_WEBHOOK_KEYS", "MAIL_PROVIDER", "MAIL_WEBHOOK_KEYS", "VAPID_KEYS",
    "PUSH_PUBLIC_KEY", "PUSH_STAND_IN_URL", "TRANSLATOR_URL", "TRANSLATOR_API_KEY", "VERIFICATION_MODEL",
    "VERIFICATION_SHA256",
)  # fmt: skip
EACH_SERVICE_READS = ("DATABASE_URL", "NATS_URL", "REDIS_URL", "MEDIA_URL", "STORE_URL")
# Names that no registrar gives away (RFC 2606, RFC 6761), and names without a domain.
RESERVED = re.compile(r"(^|\.)(example|test|invalid|localhost|local|internal)$|(^|\.)example\.(com|net|org)$|^[^.]+$")
ADDRESS = re.compile(r"[0-9.]+|[0-9a-f:]*:[0-9a-f:]*")


@dataclass(frozen=True)
class Finding:
    """A fault: its place, the fault itself, and the remedy. No text contains a secret.

    A warning is about something that works in this release, and leaves the status of the report at 0.
    """

    where: str
    problem: str
    remedy: str
    is_warning: bool = False


class NotChecked(Exception):
    """A check cannot be made here; the text is the reason."""


@dataclass(frozen=True)
class Installation:
    """The installation as its services see it: their environment, with `_<SERVICE>` added where they differ."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def text(self, name: str) -> str:
        """A variable, or the text of the file it names; empty without one."""
        return text_of(self.environ.get(name, "")).strip()

    def changed(self, **environ: str) -> "Installation":
        """The same with other variables."""
        return replace(self, environ={**self.environ, **environ})

    @property
    def public_url(self) -> str:
        """The address under which browsers reach it."""
        return self.environ.get("PAIRWISE_PUBLIC_URL", "http://localhost:8080").rstrip("/")

    def rows(self, service: str, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of the service's database. Raises NotChecked where it does not answer; `parts` reports that."""
        try:
            with psycopg.connect(
                self.environ[f"DATABASE_URL_{service.upper()}"], connect_timeout=SECONDS
            ) as connection:
                return connection.execute(statement.encode(), parameters).fetchall()
        except (KeyError, psycopg.Error) as error:
            raise NotChecked(f"the database of {service} does not answer ({describe(error)})") from error


Check = Callable[[Installation], Iterator[Finding]]
BrandCheck = Callable[[Installation, Site], Iterator[Finding]]


def is_reserved(host: str) -> bool:
    """Whether nobody can own the name: an example, or this machine."""
    return bool(RESERVED.search(host.lower())) or bool(ADDRESS.fullmatch(host))


def host_of(url: str) -> str:
    """The host of a URL, without login and port."""
    return urlsplit(url).hostname or ""
