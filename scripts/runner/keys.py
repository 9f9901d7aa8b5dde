"""The secrets of one instance, generated once, in files that only their owner can read."""

import base64
import os
import secrets
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from shared.kit.core.keys import new_key
from shared.registry import Secret, service_secrets

TOKENS = "tokens"  # the pair that signs members' tokens


def _next(name: str) -> str:
    """The file with the key that a rotation puts in use, from its beginning to its end."""
    return f"{name}.next"


def _password() -> str:
    return secrets.token_urlsafe(24)


class Keys:
    """Secrets by name; a missing one is made when it is read."""

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

    def file(self, secret: Secret) -> Path:
        """The file that holds a secret of services/keys.yaml; made when it is not there."""
        self._kept(secret.name, MAKERS[secret.kind])
        return self._folder / secret.name

    def keys(self, secret: Secret) -> list[str]:
        """Its keys, the one in use first."""
        return self.file(secret).read_text().split()

    def accept_another(self, secret: Secret) -> None:
        """Add a new key behind the others: accepted, not yet in use. Until `end_rotation` it stays the same one."""
        following = self._kept(_next(secret.name), MAKERS[secret.kind])
        if following not in (keys := self.keys(secret)):
            write_privately(self.file(secret), " ".join([*keys, following]))

    def use_newest(self, secret: Secret) -> None:
        """Put the key that `accept_another` added in use."""
        following = (self._folder / _next(secret.name)).read_text()
        earlier = [key for key in self.keys(secret) if key != following]
        write_privately(self.file(secret), " ".join([following, *earlier]))

    def is_rotating(self, name: str) -> bool:
        """Whether a rotation of this key was begun and is not at its end; repeating it goes on with the same key."""
        return (self._folder / _next(name)).exists()

    def uses_newest(self, secret: Secret | None) -> bool:
        """Whether the key that `accept_another` added is in use; without a secret that of tokens."""
        following = (self._folder / _next(secret.name if secret else TOKENS)).read_text()
        return following == (self.keys(secret)[0] if secret else self.token_private().read_text())

    def end_rotation(self, name: str) -> None:
        """Note that every process uses the new key, so that the next rotation makes another."""
        (self._folder / _next(name)).unlink(missing_ok=True)

    def keep_only_the_one_in_use(self, secret: Secret) -> None:
        write_privately(self.file(secret), self.keys(secret)[0])

    def vapid_public(self) -> Path:
        """The file with the public half of the VAPID key in use, in the encoding browsers expect."""
        [secret] = [each for each in service_secrets() if each.kind == "vapid"]
        raw = base64.urlsafe_b64decode(self.keys(secret)[0] + "=")
        public = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1()).public_key()
        file = self._folder / "vapid-public"
        write_privately(file, _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))
        return file

    def token_private(self) -> Path:
        """The key that signs members' tokens."""
        self._kept("token-private.pem", _ed25519)
        return self._folder / "token-private.pem"

    def token_public(self) -> Path:
        """The public keys that tokens are checked with, one PEM after the other."""
        self._kept("token-public.pem", lambda: public_of(self.token_private().read_text()))
        return self._folder / "token-public.pem"

    def accept_another_token_key(self) -> None:
        """Make the next signing key. Its public half is accepted from now on; it signs after `use_newest_token_key`."""
        following = public_of(self._kept(_next(TOKENS), _ed25519))
        if following not in (accepted := self.token_public().read_text()):
            write_privately(self.token_public(), accepted + following)

    def use_newest_token_key(self) -> None:
        write_privately(self.token_private(), (self._folder / _next(TOKENS)).read_text())

    def keep_only_the_token_key_in_use(self) -> None:
        write_privately(self.token_public(), public_of(self.token_private().read_text()))

    def caller_private(self, service: str) -> Path:
        """Signs the tokens by which this service proves to others that it is the one that calls."""
        self._kept(f"caller-{service}.pem", _ed25519)
        return self._folder / f"caller-{service}.pem"

    def caller_public(self, services: Iterable[str]) -> Path:
        """The folder with the public key of each of them, `chat.pem`, written anew when its private key changed."""
        folder = self._folder / "callers"
        folder.mkdir(mode=0o700, exist_ok=True)
        for service in services:
            file, key = folder / f"{service}.pem", public_of(self.caller_private(service).read_text())
            if not file.exists() or file.read_text() != key:
                write_privately(file, key)
        return folder


def _ed25519() -> str:
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_of(private_pem: str) -> str:
    public = load_pem_private_key(private_pem.encode(), None).public_key()
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def _vapid() -> str:
    private = ec.generate_private_key(ec.SECP256R1())
    return _text(private.private_numbers().private_value.to_bytes(32, "big"))


MAKERS: dict[str, Callable[[], str]] = {
    "sealing": new_key,
    "signing": new_key,
    "vapid": _vapid,
    "shared": _password,
    "given": lambda: f"test_{secrets.token_hex(16)}",
}


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def write_privately(file: Path, content: str) -> None:
    """Never readable by others, not even for a moment, and never half there."""
    # A name of its own for each writer: processes that are replaced side by side write the same files.
    handle, fresh = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    with os.fdopen(handle, "w") as opened:
        opened.write(content)
    Path(fresh).replace(file)
