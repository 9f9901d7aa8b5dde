"""Direct debit: the account, its holder, and proof that the mobile number is theirs."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import SigningKeys
from stdnum import iban as stdnum_iban
from stdnum.exceptions import ValidationError

CODE_DIGITS = 6
CODE_LIVES = timedelta(minutes=10)
MOST_TRIES = 5
# After this a member may ask for another code.
NEXT_CODE_AFTER = timedelta(seconds=30)

# Accounts in these countries can be debited (the SEPA scheme).
SEPA = frozenset(
    ["AD", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR", "HR", "HU", "IE",
     "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK", "SM", "VA"]
)  # fmt: skip


@dataclass(frozen=True)
class Address:
    street: str
    postcode: str
    city: str
    country: str


@dataclass(frozen=True)
class Application:
    """A member's wish to pay by direct debit, until the code of the message proves the number."""

    id: UUID
    member_id: UUID
    body_hash: bytes
    holder: str
    iban: str
    phone: str
    address: Address
    mandate_reference: str
    code_hash: bytes | None
    code_expires_at: datetime | None
    code_sent_at: datetime | None
    tries: int
    signed_at: datetime | None = None
    saved_method_id: UUID | None = None

    @property
    def tries_left(self) -> int:
        return max(0, MOST_TRIES - self.tries)


def compact_iban(text: str) -> str | None:
    """The account number without spaces; None when it is none, or of a country that cannot be debited."""
    try:
        number: str = stdnum_iban.validate(text, check_country=False)
    except ValidationError:
        return None
    return number if number[:2] in SEPA else None


def new_code() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def new_mandate_reference(application_id: UUID) -> str:
    """The reference on the member's bank statement; unique, without data about them."""
    return f"PW-{application_id.hex[:12].upper()}"


def hash_of_code(keys: SigningKeys, application_id: UUID, code: str) -> bytes:
    """Six digits are quickly tried, so the hash needs a key that is not in the database."""
    return keys.sign(application_id.bytes + code.encode())


def is_code(keys: SigningKeys, application: Application, code: str) -> bool:
    """Whether this is the code that was sent for an application, under any key of the ring."""
    genuine = keys.every_signature(application.id.bytes + code.encode())
    return application.code_hash is not None and any(
        hmac.compare_digest(application.code_hash, each) for each in genuine
    )
