"""A ban that outlasts the account it was set on: an address and browsers that no new account may come from."""

from datetime import timedelta
from enum import StrEnum

# The longest a ban without an end is kept (GDPR, Article 5(1)(e)); one that has an end goes with it.
LASTS = timedelta(days=3 * 365)
# Providers whose mailboxes ignore dots before the @, and the other names of providers.
DOTLESS = frozenset({"gmail.com"})
ALIASES = {
    "googlemail.com": "gmail.com",
    "pm.me": "proton.me",
    "protonmail.com": "proton.me",
}


class Cause(StrEnum):
    MODERATION = "moderation"
    OWN_WISH = "own_wish"  # a member who asked to be kept out


def mailbox_of(email: str) -> str:
    """One form for all spellings of a mailbox: without a `+tag`, and without dots where the provider ignores them."""
    local, _, domain = email.lower().rpartition("@")
    domain = ALIASES.get(domain, domain)
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '') if domain in DOTLESS else local}@{domain}"
