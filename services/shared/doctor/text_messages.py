"""Text messages: the provider takes the login, knows the brand's account, and its reports come."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import unquote, urlsplit

import requests

from shared.doctor.finding import SECONDS, Finding, Installation
from shared.sites import Site
from shared.text_messages.provider import SmsProvider
from shared.text_messages.settings import sms_accounts

WITHIN = timedelta(days=7)
REPORTED = ("delivered", "failed")


def provider_answers(installation: Installation) -> Iterator[Finding]:
    """The provider takes the login of every account. Nothing is sent, and an adapter cannot be asked."""
    provider = _provider(installation)
    if provider is SmsProvider.NONE:
        return
    addresses = {"SMS_URL": installation.environ.get("SMS_URL", "")}
    try:
        accounts = sms_accounts(installation.text("SMS_ACCOUNT_KEYS"))
        addresses |= {f"SMS_ACCOUNT_KEYS, {name}": url for name, url in accounts.items()}
    except ValueError:
        yield Finding("SMS_ACCOUNT_KEYS", "cannot be read", "give a JSON object as docs/keys.md has it")
    for setting, address in addresses.items():
        if not urlsplit(address).hostname:
            yield Finding(setting, "names no host", "name https://user:password@host")
        elif provider is not SmsProvider.ADAPTER:
            yield from _answers(provider, setting, address)


def account_has_address(installation: Installation, site: Site) -> Iterator[Finding]:
    """The brand's own account has an address, and a provider is there for what the document offers."""
    provider = _provider(installation)
    if provider is SmsProvider.NONE:
        if site.sms_countries:
            problem = f"is none: {site.name} can send no codes for direct debit and no check-ins of dates"
            yield Finding("SMS_PROVIDER", problem, "choose a provider, or take sms_countries out of the document")
        return
    try:
        known = sms_accounts(installation.text("SMS_ACCOUNT_KEYS"))
    except ValueError:
        return  # found by `provider_answers`
    if site.sms_account and site.sms_account not in known:
        yield Finding(
            f"SMS_ACCOUNT_KEYS, {site.sms_account}",
            f"is not set: text messages of {site.name} are not sent",
            "give its address, or take sms_account out of the document",
        )


def reports_were_seen(installation: Installation) -> Iterator[Finding]:
    """Of messages that left in the last week some were reported; few were refused or failed."""
    if _provider(installation) not in (SmsProvider.TWILIO, SmsProvider.ELKS):
        return
    counts = dict(
        installation.rows(
            "notifications",
            "SELECT state, count(*) FROM text_messages"
            " WHERE created_at BETWEEN now() - %s AND now() - interval '10 min' GROUP BY state",
            [WITHIN],
        )
    )
    left = sum(count for state, count in counts.items() if state in ("sent", "unknown", *REPORTED))
    if left and not any(counts.get(state) for state in REPORTED):
        yield Finding(
            "reports of text messages",
            f"came for none of {left} within a week",
            "let /api/sms-webhook.php lead to the gateway, and compare SMS_WEBHOOK_KEYS",
        )
    failed = counts.get("failed", 0)
    if failed > 5 and failed * 4 > sum(counts.values()):
        yield Finding(
            "text messages",
            f"failed {failed} times of {sum(counts.values())} within a week",
            "look at the sender name and the countries in the provider's log",
        )


def _provider(installation: Installation) -> SmsProvider:
    return SmsProvider(installation.environ.get("SMS_PROVIDER") or SmsProvider.ADAPTER)


def _answers(provider: SmsProvider, setting: str, address: str) -> Iterator[Finding]:
    parts = urlsplit(address)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    host = parts.netloc.rpartition("@")[2]
    path = f"/2010-04-01/Accounts/{user}.json" if provider is SmsProvider.TWILIO else "/a1/me"
    where = f"{setting}, {parts.hostname}"
    try:
        answer = requests.get(
            f"{parts.scheme}://{host}{path}", auth=(user, password), timeout=SECONDS, allow_redirects=False
        )
    except requests.RequestException as error:
        yield Finding(where, f"does not answer: {type(error).__name__}", "correct the address")
        return
    if answer.status_code in (401, 403, 404):
        yield Finding(where, "refuses the login", "correct user and password in the Secret `senders`")
    elif answer.status_code != 200:
        yield Finding(where, f"answers {answer.status_code}", f"look at the status page of {provider}")
