"""Recovery codes: each replaces the code of a lost authenticator app once."""

import base64
import hashlib
import secrets
from uuid import UUID

RECOVERY_CODES = 10
RECOVERY_CODE_LENGTH = 16  # of base32: 80 random bits, so that a fast hash is enough


def new_recovery_codes() -> list[str]:
    """Codes in groups of four, for writing them down."""
    return [_grouped(base64.b32encode(secrets.token_bytes(10)).decode().lower()) for _ in range(RECOVERY_CODES)]


def is_recovery_code(text: str) -> bool:
    return len(_plain(text)) == RECOVERY_CODE_LENGTH


def recovery_hash(member_id: UUID, code: str) -> bytes:
    return hashlib.sha256(member_id.bytes + _plain(code).encode()).digest()


def _plain(text: str) -> str:
    return "".join(text.split()).replace("-", "").lower()


def _grouped(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
