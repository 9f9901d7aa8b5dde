"""The payment provider: its key, its answer, and its webhook. A second provider joins `PROVIDERS`."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import requests

from shared.doctor.finding import SECONDS, Finding, Installation, NotChecked, host_of
from shared.kit.core import is_sandbox_host
from shared.kit.http.webhook_signatures import sign
from shared.sites import Site
from shared.sites.accounts import PaymentKeys, at_account, payment_accounts

WEBHOOK_DAYS = 7
NEWEST_WEBHOOKS = f"""
    SELECT provider, count(*), max(webhook_at) FROM payments
    WHERE status = 'completed' AND decided_at > now() - interval '{WEBHOOK_DAYS} days'
    GROUP BY provider ORDER BY provider
"""  # noqa: S608 - a constant


@dataclass(frozen=True)
class Provider:
    """A provider as the doctor asks it: `probe` is an address that answers 200 to a valid key alone."""

    name: str
    setting: str
    key: str = field(repr=False)
    is_live: bool
    probe: str
    headers: dict[str, str]
    # Where its webhook arrives, and a report in its form about no payment of ours.
    address: str
    webhook: str
    report: bytes
    report_headers: dict[str, str]


def mollie(installation: Installation) -> Provider:
    """Mollie, or the sandbox that speaks its protocol."""
    key, url = installation.text("PAYMENTS_API_KEY"), installation.environ.get("PAYMENTS_API_URL")
    return Provider(
        "mollie",
        "PAYMENTS_API_KEY",
        key,
        key.startswith("live_"),
        f"{(url or 'https://api.mollie.com/v2').rstrip('/')}/payments?limit=1",
        {"Authorization": f"Bearer {key}"},
        "PAYMENTS_WEBHOOK_URL",
        installation.environ.get("PAYMENTS_WEBHOOK_URL", ""),
        b"id=tr_doctor",
        {"Content-Type": "application/x-www-form-urlencoded"},
    )


def stripe(installation: Installation) -> Provider | None:
    """Stripe, or the sandbox that speaks its protocol; None where its key is another text, as `none`."""
    key, url = installation.text("STRIPE_API_KEY"), installation.environ.get("STRIPE_API_URL")
    if not (kind := re.match(r"(?:[sr]k_)?(test|live)_", key)):
        return None
    at, body = str(int(time.time())), b'{"id": "evt_doctor", "data": {"object": {}}}'
    secret = next(iter(installation.text("STRIPE_WEBHOOK_KEYS").split()), "")
    return Provider(
        "stripe",
        "STRIPE_API_KEY",
        key,
        kind[1] == "live",
        f"{(url or 'https://api.stripe.com').rstrip('/')}/v1/checkout/sessions?limit=1",
        {"Authorization": f"Bearer {key}"},
        "STRIPE_WEBHOOK_KEYS",
        f"{installation.public_url}/api/stripe-webhook.php",
        body,
        {"Content-Type": "application/json", "Stripe-Signature": f"t={at},v1={sign(secret, at, body)}"},
    )


PROVIDERS: list[Callable[[Installation], Provider | None]] = [mollie, stripe]


def providers(installation: Installation) -> list[Provider]:
    """Every provider of the installation, and those of the accounts that brands or companies have of their own."""
    common = [provider for each in PROVIDERS if (provider := each(installation))]
    return common + [each for name in accounts(installation) for each in _of_account(installation, name)]


def accounts(installation: Installation) -> Mapping[str, PaymentKeys]:
    """The accounts by name; none while they cannot be read, which `accounts_have_keys` reports."""
    try:
        return payment_accounts(installation.text("PAYMENT_ACCOUNT_KEYS"))
    except ValueError:
        return {}


def _of_account(installation: Installation, name: str) -> Iterator[Provider]:
    keys = accounts(installation)[name]
    own = installation.changed(
        PAYMENTS_API_KEY=keys.mollie,
        PAYMENTS_WEBHOOK_URL=f"{installation.environ.get('PAYMENTS_WEBHOOK_URL', '')}?account={name}",
        STRIPE_API_KEY=keys.stripe,
        STRIPE_WEBHOOK_KEYS=keys.stripe_webhook,
    )
    where = f"PAYMENT_ACCOUNT_KEYS, {name}"
    if keys.mollie:
        yield replace(mollie(own), name=at_account("mollie", name), setting=where)
    if provider := stripe(own):
        webhook = f"{provider.webhook}?account={name}"
        yield replace(provider, name=at_account("stripe", name), setting=where, webhook=webhook)


def accounts_have_keys(installation: Installation, site: Site) -> Iterator[Finding]:
    """The brand's own account has a key at each provider that the document names."""
    try:
        known = payment_accounts(installation.text("PAYMENT_ACCOUNT_KEYS"))
    except ValueError:
        yield Finding("PAYMENT_ACCOUNT_KEYS", "cannot be read", "give a JSON object as docs/keys.md has it")
        return
    keys = known.get(site.payment_account, PaymentKeys())
    missing = [rule.provider for rule in site.payment_providers if not getattr(keys, rule.provider)]
    if site.payment_account and missing:
        yield Finding(
            f"PAYMENT_ACCOUNT_KEYS, {site.payment_account}",
            f"has no key of {', '.join(dict.fromkeys(missing))}: orders of {site.name} are refused",
            "give its keys, or take payment_account out of the document",
        )


def keys_are_live(installation: Installation) -> Iterator[Finding]:
    """Members pay with real money."""
    for provider in providers(installation):
        if not provider.key:
            yield Finding(provider.setting, "is not set", f"give the live key of {provider.name} (docs/keys.md)")
        elif not provider.is_live:
            yield Finding(
                provider.setting,
                f"is a test key of {provider.name}: credits are given away and no money arrives",
                "give the live key (docs/keys.md)",
            )
        elif is_sandbox_host(host_of(provider.probe)):
            yield Finding(
                f"{provider.name}, {host_of(provider.probe)}",
                "is the address of a sandbox",
                f"name the API of {provider.name}",
            )


def provider_answers(installation: Installation) -> Iterator[Finding]:
    """The provider is reached, and accepts the key."""
    for provider in providers(installation):
        where = f"{provider.name}, {host_of(provider.probe)}"
        if not provider.key:
            raise NotChecked(f"{provider.setting} is not set")
        try:
            status = requests.get(
                provider.probe, headers=provider.headers, timeout=SECONDS, allow_redirects=False
            ).status_code
        except requests.RequestException as error:
            yield Finding(
                where,
                f"does not answer: {type(error).__name__}",
                "let billing reach it (networkPolicy.reaches.payments)",
            )
            continue
        if status in (401, 403):
            yield Finding(where, f"refuses the key with {status}", f"give its current key as {provider.setting}")
        elif status != 200:
            yield Finding(where, f"answers {status}", "compare PAYMENTS_API_URL with the provider's documentation")


def webhook_is_reached(installation: Installation) -> Iterator[Finding]:
    """The webhook's address leads to billing, from here."""
    for provider in providers(installation):
        where = f"{provider.name}, {provider.address}"
        if not provider.webhook:
            yield Finding(where, "is not set", "name the address of the webhook")
            continue
        try:
            status = requests.post(
                provider.webhook,
                data=provider.report,
                headers=provider.report_headers,
                timeout=SECONDS,
                allow_redirects=False,
            ).status_code
        except requests.RequestException as error:
            problem = f"{host_of(provider.webhook)} does not answer: {type(error).__name__}"
            yield Finding(where, problem, "let the address lead to the gateway")
            continue
        if not 200 <= status < 300:
            yield Finding(where, f"answers {status}", "let the address lead to the gateway, and compare its secret")


def webhook_was_seen(installation: Installation) -> Iterator[Finding]:
    """Payments were reported by the provider, and not found by asking it alone."""
    paid = installation.rows("billing", NEWEST_WEBHOOKS)
    if not paid:
        raise NotChecked(f"nobody has paid within {WEBHOOK_DAYS} days: buy a package and repeat this")
    for provider, count, seen in paid:
        if seen is None:
            yield Finding(
                f"{provider}, webhook",
                f"none of {count} payments of {WEBHOOK_DAYS} days was reported by the provider: credits arrive late",
                "open the address to the provider, in firewalls and in its dashboard",
            )
