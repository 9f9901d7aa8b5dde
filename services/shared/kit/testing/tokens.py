"""Signed tokens for tests, by a key pair of their own."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from shared.kit.http.callers import ALGORITHM, AUDIENCE, ISSUER
from shared.public_keys import read_public_keys


@dataclass(frozen=True)
class KeyPair:
    private: Path
    public: Path

    @staticmethod
    def make(folder: Path) -> "KeyPair":
        """A new pair, as two PEM files in `folder`."""
        key = Ed25519PrivateKey.generate()
        pair = KeyPair(folder / "token-private.pem", folder / "token-public.pem")
        pair.private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        pair.public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        return pair

    @property
    def key_id(self) -> str:
        """The `kid` of its tokens."""
        return list(read_public_keys(self.public))[-1]

    def token(
        self,
        member_id: UUID,
        *,
        premium: bool = False,
        state: str = "active",
        session_id: UUID | None = None,
        site: str = "pairwise",
        lasts: timedelta = timedelta(minutes=10),
        second_factor: bool = False,
        age: timedelta = timedelta(),
        staff: bool = False,
        staff_role: bool | None = None,
        marketer: bool = False,
        marketer_role: bool | None = None,
        support: bool = False,
        writer: bool = False,
        finance: bool = False,
        lead: bool = False,
        staff_account: bool = False,
        owner: bool = False,
        reader: bool = False,
        locale: str = "",
        own: Collection[UUID] = (),
    ) -> str:
        """A token as identity signs it. `age` is how long ago it was signed; `lasts` counts from then."""
        now = datetime.now(UTC) - age
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(member_id),
            "sid": str(session_id or uuid4()),
            "state": state,
            "premium": premium,
            "second_factor": int(now.timestamp()) if second_factor else None,
            "staff": staff,
            "staff_role": staff if staff_role is None else staff_role,
            "marketer": marketer,
            "marketer_role": marketer if marketer_role is None else marketer_role,
            "support": support,
            "support_role": support,
            "writer": writer,
            "writer_role": writer,
            "finance": finance,
            "finance_role": finance,
            "lead": lead,
            "staff_account": staff_account,
            "owner": owner,
            "owner_role": owner,
            "reader": reader,
            "reader_role": reader,
            "site": site,
            "locale": locale,
            "own": [str(each) for each in own],
            "iat": now,
            "exp": now + lasts,
        }
        return jwt.encode(claims, self.private.read_bytes(), algorithm=ALGORITHM, headers={"kid": self.key_id})
