"""The hosts of a brand: TLS, and HSTS."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import requests

from shared.doctor.finding import SECONDS, Finding, Installation, NotChecked, is_reserved
from shared.sites import Site

# Let's Encrypt's clients renew a month before the end; this late they have failed for two weeks.
LEAST_LEFT = timedelta(days=14)
SHORTEST_HSTS = 15_768_000  # half a year


def _origins(installation: Installation, site: Site) -> list[tuple[str, int]]:
    hosts = [host for host in site.hosts if not is_reserved(host)]
    if not hosts:
        raise NotChecked(f"{', '.join(site.hosts)}: examples, or names of this machine")
    return [(host, urlsplit(installation.public_url).port or 443) for host in hosts]


def tls(installation: Installation, site: Site) -> Iterator[Finding]:
    """Every host has a certificate that browsers accept, for two more weeks."""
    for host, port in _origins(installation, site):
        if finding := _certificate(host, port, installation.now):
            yield finding


def _certificate(host: str, port: int, now: datetime) -> Finding | None:
    where = f"https://{host}"
    try:
        with (
            socket.create_connection((host, port), SECONDS) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as encrypted,
        ):
            certificate = encrypted.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        return Finding(
            where, f"has a certificate that browsers refuse: {error.verify_message}", "renew the certificate"
        )
    except socket.gaierror:
        return Finding(where, "has no address in DNS", "publish an A or AAAA record")
    except OSError as error:
        return Finding(where, f"does not answer with TLS: {type(error).__name__}", "open port 443 to the ingress")
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)
    if ends - now < LEAST_LEFT:
        return Finding(where, f"has a certificate that ends on {ends:%Y-%m-%d}", "find out why it is not renewed")
    return None


def hsts(installation: Installation, site: Site) -> Iterator[Finding]:
    """Every host tells browsers to come back by https alone."""
    for host, port in _origins(installation, site):
        try:
            answer = requests.get(f"https://{host}:{port}/", timeout=SECONDS, allow_redirects=False)
        except requests.RequestException as error:
            raise NotChecked(f"https://{host} does not answer: {type(error).__name__}") from error
        directives = answer.headers.get("Strict-Transport-Security", "").replace('"', "").lower().split(";")
        ages = [part.strip().removeprefix("max-age=") for part in directives if part.strip().startswith("max-age=")]
        if not ages or not ages[0].isdigit() or int(ages[0]) < SHORTEST_HSTS:
            yield Finding(
                f"https://{host}",
                "sends no Strict-Transport-Security of half a year or more",
                "set publicUrl to https://, and let the proxy in front keep the header",
            )
