"""Bans of addresses and browsers, which outlast the account: no new account is opened with them."""

from datetime import timedelta
from enum import StrEnum

# Retention of a ban without an end (GDPR, Article 5(1)(e)). A ban with an end is deleted at its end.
LASTS = timedelta(days=3 * 365)
# Providers that ignore dots before the @, and other domains of the same providers.
DOTLESS = frozenset({"gmail.com"})
ALIASES = {
    "googlemail.com": "gmail.com",
    "pm.me": "proton.me",
    "protonmail.com": "proton.me",
}


class Cause(StrEnum):
    MODERATION = "moderation"
    OWN_WISH = "own_wish"  # at the request of the address's owner


def mailbox_of(email: str) -> str:
    """One form for all spellings of a mailbox: without a `+tag`, and without dots where the provider ignores them."""
    local, _, domain = email.lower().rpartition("@")
    domain = ALIASES.get(domain, domain)
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '') if domain in DOTLESS else local}@{domain}"
