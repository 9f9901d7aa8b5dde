"""Addresses in texts that marketers write: pages, subjects and mails name none."""

import re
import unicodedata

from shared.contact_details.plain import as_it_looks

# Markup, a part of an address, or the name of a host alone, which mailboxes turn into a link and people type.
FOREIGN = re.compile(r"[<>]|://|\bwww\.|@\w|\b[a-z0-9-]+\.[a-z]{2,10}/", re.IGNORECASE)
HOST = re.compile(r"\b[\w-]{2,}\.(?:[^\W\d_]{2,}|xn--[\w-]+)\b")
# Invisible characters that words need: the soft hyphen, and the joiner within an emoji. Others hide letters, or turn
# their direction.
INVISIBLE_ALLOWED = frozenset("\u00ad\u200d")


def names_address(text: str) -> bool:
    """Whether a text looks as if it named an address, or has characters that change how it looks."""
    if any(unicodedata.category(sign) == "Cf" and sign not in INVISIBLE_ALLOWED for sign in text):
        return True
    looks = as_it_looks(text)
    return bool(FOREIGN.search(looks) or HOST.search(looks))
