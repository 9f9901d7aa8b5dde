"""The signed token of ten minutes that every service verifies by itself (a JWT)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from shared.kit.http import ALGORITHM, AUDIENCE, ISSUER
from shared.public_keys import key_id

from identity.domain.account import Account
from identity.domain.session import TOKEN_LASTS, Session
from identity.domain.staff_account import StaffRole


class TokenIssuer:
    def __init__(self, private_key: Path) -> None:
        key = load_pem_private_key(private_key.read_bytes(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError(f"{private_key} is not an Ed25519 key")
        self._key = key
        self._headers = {"kid": key_id(self._key.public_key().public_bytes_raw())}

    def issue(self, account: Account, session: Session, own: Sequence[UUID] = ()) -> str:
        """`own` are the members with the address of an account of staff."""
        now = datetime.now(UTC)
        is_desk_open = session.is_desk_open(now)
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(account.id),
            "sid": str(session.id),
            "state": account.status.value,
            "premium": account.is_premium,
            "second_factor": int(session.second_factor_at.timestamp()) if session.second_factor_at else None,
            "staff": account.is_staff and is_desk_open,
            "staff_role": account.is_staff,
            "marketer": account.is_marketer and is_desk_open,
            "marketer_role": account.is_marketer,
            "support": account.is_support and is_desk_open,
            "support_role": account.is_support,
            "writer": account.is_writer and is_desk_open,
            "writer_role": account.is_writer,
            "finance": StaffRole.FINANCE in account.roles and is_desk_open,
            "finance_role": StaffRole.FINANCE in account.roles,
            "lead": account.is_lead and account.is_staff and is_desk_open,
            "staff_account": account.staff is not None,
            "owner": StaffRole.OWNER in account.roles and is_desk_open,
            "owner_role": StaffRole.OWNER in account.roles,
            "reader": StaffRole.READ_ONLY in account.roles and is_desk_open,
            "reader_role": StaffRole.READ_ONLY in account.roles,
            "site": account.site,
            "locale": account.locale,
            "own": [str(each) for each in own],
            "iat": now,
            "exp": now + TOKEN_LASTS,
        }
        return jwt.encode(claims, self._key, algorithm=ALGORITHM, headers=self._headers)
