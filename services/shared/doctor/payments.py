"""The payment provider: its key, its answer, and its webhook. A second provider joins `PROVIDERS`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import requests

from shared.doctor.finding import SECONDS, Finding, Installation, NotChecked, host_of
from shared.kit.core import is_sandbox_host

WEBHOOK_DAYS = 7
NEWEST_WEBHOOK = f"""
    SELECT count(*), max(webhook_at) FROM payments
    WHERE status = 'completed' AND decided_at > now() - interval '{WEBHOOK_DAYS} days'
"""  # noqa: S608 - a constant


@dataclass(frozen=True)
class Provider:
    """A provider as the doctor asks it: `probe` is an address that answers 200 to a valid key alone."""

    name: str
    setting: str
    is_live: bool
    probe: str
    headers: dict[str, str]
    # Where its webhook arrives, and a report in its form about a payment that does not exist.
    webhook: str
    report: dict[str, str]


def mollie(installation: Installation) -> Provider:
    """Mollie, or the sandbox that speaks its protocol."""
    key, url = installation.text("PAYMENTS_API_KEY"), installation.environ.get("PAYMENTS_API_URL")
    return Provider(
        "mollie",
        "PAYMENTS_API_KEY",
        key.startswith("live_"),
        f"{(url or 'https://api.mollie.com/v2').rstrip('/')}/payments?limit=1",
        {"Authorization": f"Bearer {key}"},
        installation.environ.get("PAYMENTS_WEBHOOK_URL", ""),
        {"id": "tr_doctor"},
    )


PROVIDERS: list[Callable[[Installation], Provider]] = [mollie]


def providers(installation: Installation) -> list[Provider]:
    """Every provider of the installation."""
    return [each(installation) for each in PROVIDERS]


def keys_are_live(installation: Installation) -> Iterator[Finding]:
    """Members pay with real money."""
    for provider in providers(installation):
        if not installation.text(provider.setting):
            yield Finding(provider.setting, "is not set", f"give the live key of {provider.name} (docs/keys.md)")
        elif not provider.is_live:
            yield Finding(
                provider.setting,
                f"is a test key of {provider.name}: credits are given away and no money arrives",
                "give the live key (docs/keys.md)",
            )
        elif is_sandbox_host(host_of(provider.probe)):
            yield Finding("PAYMENTS_API_URL", "is the address of a sandbox", f"name the API of {provider.name}")


def provider_answers(installation: Installation) -> Iterator[Finding]:
    """The provider is reached, and accepts the key."""
    for provider in providers(installation):
        where = f"{provider.name}, {host_of(provider.probe)}"
        if not installation.text(provider.setting):
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
        where = f"{provider.name}, PAYMENTS_WEBHOOK_URL"
        if not provider.webhook:
            yield Finding(where, "is not set", "name https://<site>/api/payment-webhook.php")
            continue
        try:
            status = requests.post(
                provider.webhook, data=provider.report, timeout=SECONDS, allow_redirects=False
            ).status_code
        except requests.RequestException as error:
            problem = f"{host_of(provider.webhook)} does not answer: {type(error).__name__}"
            yield Finding(where, problem, "let the address lead to the gateway")
            continue
        if not 200 <= status < 300:
            yield Finding(where, f"answers {status}", "let the address lead to the gateway, without a login in front")


def webhook_was_seen(installation: Installation) -> Iterator[Finding]:
    """Payments were reported by the provider, and not found by asking it alone."""
    [(paid, seen)] = installation.rows("billing", NEWEST_WEBHOOK)
    if not paid:
        raise NotChecked(f"nobody has paid within {WEBHOOK_DAYS} days: buy a package and repeat this")
    if seen is None:
        yield Finding(
            "PAYMENTS_WEBHOOK_URL",
            f"none of {paid} payments of {WEBHOOK_DAYS} days was reported by the provider: credits arrive late",
            "open the address to the provider, in firewalls and in its dashboard",
        )
