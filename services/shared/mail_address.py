"""Email addresses in one form: lower case, NFC, and the domain as mail servers know it (IDNA 2008, UTS 46)."""

import unicodedata

from email_validator import EmailNotValidError, validate_email

LOCAL_PART_LONGEST = 64  # octets (RFC 5321, 4.5.3.1.1)


def normal_address(text: str) -> str:
    """The form in which an address is stored, compared and sent: `ann@bücher.example` and its xn-- form are one.

    The letters before the @ stay as they are. Raises ValueError for a text that is no address.
    """
    try:
        checked = validate_email(text.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError as error:
        raise ValueError("must be an email address") from error
    return f"{unicodedata.normalize('NFC', checked.local_part.lower())}@{checked.ascii_domain.lower()}"


def has_long_local_part(address: str) -> bool:
    """Whether mail servers may refuse it because more than 64 octets stand before the @."""
    return len(address.rpartition("@")[0].encode()) > LOCAL_PART_LONGEST


def needs_smtputf8(address: str) -> bool:
    """Whether only mail servers with SMTPUTF8 (RFC 6531) can take it: letters before the @ have no ASCII form."""
    return not address.rpartition("@")[0].isascii()


def spellings_of(address: str) -> tuple[str, ...]:
    """The normal form of an address, and the one with the domain in letters, which releases before 0.3 stored.

    A text that is no address has no other spelling.
    """
    if address.isascii() and "xn--" not in address:
        return (address,)
    try:
        checked = validate_email(address, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return (address,)
    return tuple(dict.fromkeys((normal_address(address), f"{address.rpartition('@')[0]}@{checked.domain}".lower())))


def shown_address(address: str) -> str:
    """The address as its owner reads it: the domain in letters."""
    return spellings_of(address)[-1] if "xn--" in address else address
