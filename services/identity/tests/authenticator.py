"""A software passkey authenticator, for tests."""

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, host: str = "localhost", origin: str = "http://localhost") -> None:
        self.host, self.origin = host, origin
        self.key, self.id, self.count = generate_private_key(SECP256R1()), secrets.token_bytes(16), 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(HAS_KEY) + attested}
        return self._answer(
            {"clientDataJSON": self._client("webauthn.create", options), "attestationObject": cbor2.dumps(statement)}
        )

    def sign(self, options: dict[str, Any], flags: int = VERIFIED) -> dict[str, Any]:
        self.count += 1
        data, client = self._data(flags), self._client("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _data(self, flags: int) -> bytes:
        flags |= PRESENT | (VERIFIED if flags == HAS_KEY else 0)
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: dict[str, bytes]) -> dict[str, Any]:
        named = {name: text(content) for name, content in response.items()}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": named}
