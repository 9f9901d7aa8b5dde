"""Mail: the server that takes it, the DNS records that make mailboxes accept it, and the way back of bounces."""

import hmac
import json
import smtplib
import ssl
import time
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote, urlsplit

import dns.exception
import dns.resolver
import requests

from shared.doctor.finding import SECONDS, Finding, Installation, NotChecked, is_reserved
from shared.kit.http.webhook_signatures import SIGNATURE_HEADER, sign
from shared.sites import Site
from shared.sites.accounts import mail_accounts


@cache
def _resolver(servers: str) -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver(configure=not servers)
    if servers:
        host, _, port = servers.partition(":")
        resolver.nameservers, resolver.port = [host], int(port or 53)
    resolver.lifetime = SECONDS
    return resolver


def _records(installation: Installation, name: str, kind: str) -> list[str]:
    """The records of a name, none where it does not exist. Raises NotChecked where nobody knows."""
    try:
        found = _resolver(installation.environ.get("DOCTOR_NAME_SERVER", "")).resolve(f"{name}.", kind)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise NotChecked(f"no name server tells of {name}: {type(error).__name__}") from error
    if kind == "TXT":
        # A long text is split into strings of 255 bytes, which belong together without a blank.
        return [b"".join(each.strings).decode("utf-8", "replace") for each in found]
    return [each.to_text() for each in found]


def _domain(site: Site) -> str:
    domain = site.support_email.rpartition("@")[2].lower()
    if is_reserved(domain):
        raise NotChecked(f"{domain} is an example")
    return domain


def _texts(installation: Installation, name: str, version: str) -> list[str]:
    return [each for each in _records(installation, name, "TXT") if each.lower().startswith(version)]


def mx(installation: Installation, site: Site) -> Iterator[Finding]:
    """Answers of members reach somebody."""
    domain = _domain(site)
    found = _records(installation, domain, "MX")
    if not found or all(each.endswith(" .") for each in found):
        yield Finding(f"MX of {domain}", "is missing: answers to mails come back", "name the server of its mailboxes")


def spf(installation: Installation, site: Site) -> Iterator[Finding]:
    """One record says which servers send for the domain, and that others do not (RFC 7208)."""
    domain = _domain(site)
    found = _texts(installation, domain, "v=spf1")
    where, remedy = f"TXT of {domain}", "publish one `v=spf1 include:<mail provider> -all`"
    if not found:
        yield Finding(where, "has no SPF: mailboxes refuse mails or call them spam", remedy)
    elif len(found) > 1:
        yield Finding(where, f"has {len(found)} records of SPF, which count as none", remedy)
    else:
        terms = found[0].lower().split()[1:]
        if not any(term in ("-all", "~all") or term.startswith("redirect=") for term in terms):
            yield Finding(where, "has an SPF that lets everybody send: it ends neither in -all nor in ~all", remedy)


def dkim(installation: Installation, site: Site) -> Iterator[Finding]:
    """Every selector of the document has a key (RFC 6376)."""
    domain = _domain(site)
    if not site.dkim_selectors:
        yield Finding(
            "dkim_selectors", "names no selector, so no signature can be checked", "name those of the mail provider"
        )
    for selector in site.dkim_selectors:
        name = f"{selector}._domainkey.{domain}"
        keys = [each for each in _records(installation, name, "TXT") if "p=" in each]
        if not keys:
            yield Finding(f"TXT of {name}", "has no key of DKIM", "publish the record that the mail provider shows")
        elif any("".join(part.split()) == "p=" for each in keys for part in each.split(";")):
            yield Finding(f"TXT of {name}", "is a revoked key of DKIM", "publish the provider's current record")


def dmarc(installation: Installation, site: Site) -> Iterator[Finding]:
    """A record of the domain or of one above it says what becomes of forged mails (RFC 7489)."""
    domain = _domain(site)
    labels = domain.split(".")
    names = [".".join(labels[first:]) for first in range(len(labels) - 1)]
    found = next((each for name in names if (each := _texts(installation, f"_dmarc.{name}", "v=dmarc1"))), [])
    where, remedy = f"TXT of _dmarc.{domain}", "publish `v=DMARC1; p=quarantine; rua=mailto:<your reports>`"
    tags = dict("".join(part.split()).lower().partition("=")[::2] for each in found for part in each.split(";"))
    if len(found) != 1:
        yield Finding(
            where, "has no DMARC: forged mails reach members" if not found else "has several of DMARC", remedy
        )
    elif tags.get("p") not in ("quarantine", "reject"):
        yield Finding(where, f"has DMARC with p={tags.get('p', '')}: forged mails reach members", remedy)


def server(installation: Installation) -> Iterator[Finding]:
    """The mail servers answer, encrypt, and take the login. Nothing is sent."""
    if common := installation.environ.get("SMTP_URL", ""):
        yield from _answers(installation, "SMTP_URL", common)
    else:
        yield Finding("SMTP_URL", "is not set", "name smtp://user:password@host:587 in the Secret `senders`")
    try:
        accounts = mail_accounts(installation.text("MAIL_ACCOUNT_KEYS"))
    except ValueError:
        yield Finding("MAIL_ACCOUNT_KEYS", "cannot be read", "give a JSON object as docs/keys.md has it")
        return
    for name, address in accounts.items():
        yield from _answers(installation, f"MAIL_ACCOUNT_KEYS, {name}", address)


def account_has_server(installation: Installation, site: Site) -> Iterator[Finding]:
    """The brand's own mail account has an address."""
    try:
        known = mail_accounts(installation.text("MAIL_ACCOUNT_KEYS"))
    except ValueError:
        return  # found by `server`
    if site.mail_account and site.mail_account not in known:
        yield Finding(
            f"MAIL_ACCOUNT_KEYS, {site.mail_account}",
            f"is not set: mails of {site.name} wait",
            "give its address, or take mail_account out of the document",
        )


def _answers(installation: Installation, setting: str, address: str) -> Iterator[Finding]:
    url = urlsplit(address)
    where = f"{setting}, {url.hostname}"
    if not url.hostname:
        yield Finding(setting, "names no host", "name smtp://user:password@host:587")
        return
    try:
        context = ssl.create_default_context()
        if url.scheme == "smtps":
            client: smtplib.SMTP = smtplib.SMTP_SSL(url.hostname, url.port or 465, timeout=SECONDS, context=context)
        else:
            client = smtplib.SMTP(url.hostname, url.port or 587, timeout=SECONDS)
        with client:
            client.ehlo()
            if url.scheme == "smtp" and installation.environ.get("SMTP_TLS") != "none":
                if client.has_extn("starttls"):
                    client.starttls(context=context)
                    client.ehlo()
                elif installation.environ.get("PAIRWISE_ENV") == "production":
                    yield Finding(where, "does not encrypt (no STARTTLS)", "use a server that does, or smtps://")
                    return
            if url.username:
                client.login(unquote(url.username), unquote(url.password or ""))
    except smtplib.SMTPAuthenticationError:
        yield Finding(where, "refuses the login", "correct user and password in the Secret `senders`")
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(
            where, f"does not answer or its certificate is wrong: {type(error).__name__}", "correct the address"
        )


def bounces(installation: Installation) -> Iterator[Finding]:
    """A report without entries, proved as the provider does it, is accepted at the public address."""
    keys = installation.text("MAIL_WEBHOOK_KEYS").split()
    address = f"{installation.public_url}/api/mail-webhook.php"
    if not keys:
        yield Finding("MAIL_WEBHOOK_KEYS", "is not set: bounces cannot be reported", "make the key (docs/keys.md)")
        return
    provider = installation.environ.get("MAIL_PROVIDER", "adapter")
    body, headers = empty_report(provider, keys[0])
    try:
        status = requests.post(address, data=body, headers=headers, timeout=SECONDS, allow_redirects=False).status_code
    except requests.RequestException as error:
        yield Finding(address, f"does not answer: {type(error).__name__}", "let the address lead to the gateway")
        return
    # SendGrid signs with a private key of its own: here the address alone can be tried.
    if not (status == 403 if provider == "sendgrid" else 200 <= status < 300):
        yield Finding(
            address,
            f"answers {status} to a report of {provider}: bounced addresses are mailed again and again",
            "compare the key and the clock, and let the address lead to the gateway",
        )


def empty_report(provider: str, key: str) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a report without entries; unsigned for SendGrid, whose key is public."""
    at, body, headers = str(int(time.time())), b"{}", {"Content-Type": "application/json"}
    if provider in ("ses", "postmark"):
        headers["Authorization"] = f"Basic {b64encode(f'doctor:{key}'.encode()).decode()}"
    elif provider == "mailgun":
        signature = hmac.new(key.encode(), f"{at}doctor".encode(), "sha256").hexdigest()
        body = json.dumps({"signature": {"timestamp": at, "token": "doctor", "signature": signature}}).encode()
    elif provider == "adapter":
        body = b'{"reports": []}'
        headers[SIGNATURE_HEADER] = f"t={at},v1={sign(key, at, body)}"
    return body, headers
