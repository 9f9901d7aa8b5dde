"""Site documents: read at all, written for this company, with terms that somebody has reviewed."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from shared.doctor.finding import ADDRESS, Finding, Installation, host_of, is_reserved
from shared.registry import read_yaml
from shared.sites import Site
from shared.sites.directory import DOCUMENTS

# Words of drafts in the languages of the product; numbers that nobody is given.
DRAFT = re.compile(
    r"\b(todo|fixme|xxx+|change.?me|lorem ipsum|placeholder|example|voorbeeld\w*|przyk[łl]ad\w*"
    r"|muster(stra(ß|ss)e|mann|stadt)\w*)\b",
    re.IGNORECASE,
)
NOBODYS_NUMBER = re.compile(r"0{6,}|1?23456789?")
NUMBERS = ("kvk", "vat_numbers", "support_phone")
OF_THE_COMPANY = ("name", "company", "contact", "support_email", "support_phone")
HOST = re.compile(r"(?:https?://|@)([a-z0-9.-]+)", re.IGNORECASE)


def placeholders(installation: Installation, site: Site) -> Iterator[Finding]:
    """Company, addresses and hosts are the brand's own, and not those of an example."""
    for path, text in _texts(site.model_dump(mode="json", exclude_unset=True)):
        if problem := _problem(path, text):
            yield Finding(".".join(path), problem, "write the brand's own")


def placeholders_in_settings(installation: Installation) -> Iterator[Finding]:
    """Addresses of the installation are real ones."""
    if is_reserved(host := host_of(installation.public_url)):
        yield Finding(
            "PAIRWISE_PUBLIC_URL", f"names {host}, which nobody can reach", "name the address of the main site"
        )
    for setting in ("SMTP_URL", "SMS_URL", "TRANSLATOR_URL", "PAYMENTS_API_URL", "PAYMENTS_WEBHOOK_URL"):
        host = host_of(installation.environ.get(setting, ""))
        is_inside = "." not in host or ADDRESS.fullmatch(host) or host.endswith((".local", ".internal"))
        if is_reserved(host) and not is_inside:
            yield Finding(setting, f"names {host}, which is an example", "name the provider's address")


def terms(installation: Installation, site: Site) -> Iterator[Finding]:
    """The terms in force are those that a lawyer has read."""
    if site.terms_reviewed is None:
        problem = "is missing: no lawyer has read terms, privacy page and imprint"
    elif site.terms_reviewed != site.terms_version:
        problem = f"names {site.terms_reviewed}, and the terms in force are of {site.terms_version}"
    else:
        return
    yield Finding(
        "terms_reviewed", problem, "have them read, and write the terms_version that was (docs/going-live.md)"
    )


def _problem(path: tuple[str, ...], text: str) -> str:
    if hosts := [host for host in HOST.findall(text) if is_reserved(host)]:
        return f"has {hosts[0]}, which is an example"
    if path[0] == "hosts" and is_reserved(text):
        return f"has {text}, which nobody else can reach"
    if path[0] not in OF_THE_COMPANY:
        return ""
    if not text.strip() or DRAFT.search(text):
        return f"is {text!r}, which is a draft"
    if {*NUMBERS} & {*path} and NOBODYS_NUMBER.search(re.sub(r"\D", "", text)):
        return f"is {text}, which is nobody's number"
    if path[:2] in (("company", "name"), ("company", "address")) and text in _examples():
        return f"is {text}, the company of an example"
    return ""


def _texts(node: Any, *path: str) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, dict):
        for name, child in node.items():
            yield from _texts(child, *path, str(name))
    elif isinstance(node, list):
        for child in node:
            yield from _texts(child, *path)


@cache
def _examples() -> frozenset[str]:
    companies = [read_yaml(path)["company"] for path in sorted(DOCUMENTS.glob("*.yaml"))]
    return frozenset(company[field] for company in companies for field in ("name", "address"))
