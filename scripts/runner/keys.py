"""The secrets of one copy, made once and kept where only their owner reads them."""

import base64
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)


def _password() -> str:
    return secrets.token_urlsafe(24)


class Keys:
    """Each secret by its name; asking for one that is not there makes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        file = self._folder / name
        if not file.exists():
            write_privately(file, make())
        return file.read_text()

    def database(self, service: str) -> str:
        return self._kept(f"database-{service}", _password)

    def database_owner(self, service: str) -> str:
        return self._kept(f"database-owner-{service}", _password)

    def nats(self, user: str) -> str:
        return self._kept(f"nats-{user}", _password)

    def redis(self, user: str) -> str:
        return self._kept(f"redis-{user}", _password)

    def supervisor(self) -> str:
        return self._kept("supervisor", _password)

    def seal(self) -> str:
        """For what identity and notifications keep unreadable in their tables."""
        return self._kept("seal", lambda: Fernet.generate_key().decode())

    def fields(self) -> str:
        """For account and telephone numbers in billing's tables."""
        return self._kept("fields", lambda: Fernet.generate_key().decode())

    def media(self) -> str:
        return self._kept("media", _password)

    def vapid(self) -> str:
        """Who we are to push services: 32 bytes of P-256."""
        return self._kept("vapid", lambda: _text(_p256().private_numbers().private_value.to_bytes(32, "big")))

    def vapid_public(self) -> str:
        """The same as browsers are told."""
        raw = base64.urlsafe_b64decode(self.vapid() + "=")
        public = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1()).public_key()
        return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def mail_webhook(self) -> str:
        """Signs what a mail provider tells of mails."""
        return self._kept("mail-webhook", _password)

    def payments(self) -> str:
        return self._kept("payments", lambda: f"test_{secrets.token_hex(16)}")

    def token_private(self) -> Path:
        self._kept("token-private.pem", _ed25519)
        return self._folder / "token-private.pem"

    def token_public(self) -> Path:
        self._kept("token-public.pem", lambda: _public(self.token_private()))
        return self._folder / "token-public.pem"

    def caller_private(self, service: str) -> Path:
        """Signs the tokens by which this service proves to others that it is the one that calls."""
        self._kept(f"caller-{service}.pem", _ed25519)
        return self._folder / f"caller-{service}.pem"

    def caller_public(self, services: Iterable[str]) -> Path:
        """The folder with the public key of each of them, `chat.pem`, written anew when its private key changed."""
        folder = self._folder / "callers"
        folder.mkdir(mode=0o700, exist_ok=True)
        for service in services:
            file, key = folder / f"{service}.pem", _public(self.caller_private(service))
            if not file.exists() or file.read_text() != key:
                write_privately(file, key)
        return folder


def _public(private: Path) -> str:
    key = load_pem_private_key(private.read_bytes(), None).public_key()
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def _ed25519() -> str:
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _p256() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def write_privately(file: Path, content: str) -> None:
    """Never readable by others, not even for a moment, and never half there."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as opened:
        opened.write(content)
    fresh.rename(file)
