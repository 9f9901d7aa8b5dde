"""Local replies: the gateway's own refusals, in the app's texts and the visitor's language."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gateway.headers import set_header
from gateway.settings import GatewaySettings
from gateway.tokens import MEMBER_LOCALE

ENGLISH = {
    "authentication_required": "Log in to continue",
    "malformed_request": "Something went wrong. Please try again",
    "too_large": "That’s too large to send",
    "rate_limited": "That was too fast. Wait a moment and try again",
    "unavailable": "This isn’t working right now. Please try again in a moment",
    "not_found": "This page could not be found",
    "method_not_allowed": "You can’t do that here",
    "unknown_site": "There’s no site at this address",
}


@dataclass(frozen=True)
class Refusal:
    """Replacement of one of Envoy's local replies (`was`)."""

    was: tuple[int, int]
    status: int
    code: str
    retry_after_seconds: int | None = None


REFUSALS = [
    Refusal((401, 401), 403, "authentication_required"),
    Refusal((403, 403), 403, "authentication_required"),
    Refusal((413, 413), 413, "too_large"),
    Refusal((429, 429), 429, "rate_limited", retry_after_seconds=5),
    Refusal((502, 504), 503, "unavailable", retry_after_seconds=2),
    Refusal((400, 400), 400, "malformed_request"),
    # Routes that answer by themselves (`direct`) pass through the same mapping.
    Refusal((404, 404), 404, "not_found"),
    Refusal((405, 405), 405, "method_not_allowed"),
]


def texts(locales: Path, locale: str, own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The app's texts for refusals, with English as fallback; `own` are those of a site's own language."""
    if own is None:
        try:
            own = json.loads((locales / locale / "errors.json").read_text())
        except FileNotFoundError:
            own = {}
    return {code: own.get(code) or text for code, text in ENGLISH.items()}


def body(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


def local_replies(settings: GatewaySettings) -> dict[str, Any]:
    languages = sorted(file.parent.name for file in settings.locales.glob("*/errors.json"))
    mappers = [
        _mapper(
            refusal, texts(settings.locales, locale, own)[refusal.code], [_is_at(settings.hosts[site]), speaks(locale)]
        )
        for site, by_locale in settings.own_refusals.items()
        if settings.hosts[site]
        for locale, own in by_locale.items()
        for speaks in (_is_chosen, _is_members)
        for refusal in REFUSALS
    ]
    mappers += [
        _mapper(refusal, texts(settings.locales, locale)[refusal.code], [speaks(locale)])
        for speaks in (_is_chosen, _is_members)
        for refusal in REFUSALS
        for locale in languages
    ]
    mappers += [
        _mapper(refusal, _of_site(settings, site)[refusal.code], [_is_at(hosts)])
        for refusal in REFUSALS
        for site, hosts in settings.hosts.items()
    ]
    mappers += [_mapper(refusal, ENGLISH[refusal.code], []) for refusal in REFUSALS]
    return {"mappers": mappers}


def _of_site(settings: GatewaySettings, site: str) -> dict[str, str]:
    language = settings.languages[site]
    return texts(settings.locales, language, settings.own_refusals.get(site, {}).get(language))


def _mapper(refusal: Refusal, message: str, conditions: list[dict[str, Any]]) -> dict[str, Any]:
    first, last = refusal.was
    filters = [_status("GE", first), _status("LE", last), *conditions]
    # A percent sign would begin one of Envoy's own words.
    message = message.replace("%", "%%")
    mapper: dict[str, Any] = {
        "filter": {"and_filter": {"filters": filters}},
        "status_code": refusal.status,
        "body_format_override": {"json_format": body(refusal.code, message)},
    }
    if refusal.retry_after_seconds:
        mapper["headers_to_add"] = [set_header("retry-after", str(refusal.retry_after_seconds))]
    return mapper


def _status(operator: str, value: int) -> dict[str, Any]:
    key = f"gateway.refusals.{operator.lower()}.{value}"
    comparison = {"op": operator, "value": {"default_value": value, "runtime_key": key}}
    return {"status_code_filter": {"comparison": comparison}}


def _is_chosen(locale: str) -> dict[str, Any]:
    """Match the visitor's language by the cookie, or by the header made from it once the cookie is stripped."""
    pattern = rf"(^|.*;\s*)locale={locale}(;.*|$)"
    says = {"cookie": {"safe_regex": {"regex": pattern}}, "x-pairwise-locale": {"exact": locale}}
    headers = [{"header_filter": {"header": {"name": name, "string_match": match}}} for name, match in says.items()]
    return {"or_filter": {"filters": headers}}


def _is_members(locale: str) -> dict[str, Any]:
    """Match the language of the member's account, which the token says: for a browser without a language cookie."""
    return {"header_filter": {"header": {"name": MEMBER_LOCALE, "string_match": {"exact": locale}}}}


def _is_at(hosts: list[str]) -> dict[str, Any]:
    """Match the site by host: its own language answers visitors without a language cookie."""
    pattern = rf"({'|'.join(re.escape(host) for host in hosts)})(:\d+)?"
    return {"header_filter": {"header": {"name": ":authority", "string_match": {"safe_regex": {"regex": pattern}}}}}


# Page for an unknown host, without a site's branding.
NO_SITE = {
    "direct_response": {
        "status": 421,
        "body": {
            "inline_string": "<!doctype html><html lang=en><meta charset=utf-8>"
            "<meta name=viewport content='width=device-width'><title>No site here</title>"
            f"<h1>{ENGLISH['unknown_site']}</h1><p>Please check the address you typed.</p></html>\n"
        },
    },
    "response_headers_to_add": [set_header("content-type", "text/html; charset=utf-8")],
}


def direct(status: int, code: str, **headers: str) -> dict[str, Any]:
    """A route that answers by itself: in English here, in the visitor's language where `REFUSALS` maps its status."""
    return {
        "direct_response": {"status": status, "body": {"inline_string": json.dumps(body(code, ENGLISH[code]))}},
        "response_headers_to_add": [
            set_header(name.replace("_", "-"), value)
            for name, value in {"content_type": "application/json", **headers}.items()
        ],
    }
