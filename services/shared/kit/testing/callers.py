"""Key pairs with which services prove to each other which of them calls, for tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from shared.kit.grpc.callers import CallerTokens
from shared.registry.services import service_names


@dataclass(frozen=True)
class CallerKeyPairs:
    """One pair for each service: private keys by service, public ones in a folder as servers read it."""

    private: dict[str, Path]
    public: Path

    @staticmethod
    def make(folder: Path, services: Iterable[str] | None = None) -> "CallerKeyPairs":
        """New pairs for these services, or for all, as files in `folder`."""
        public = folder / "callers"
        public.mkdir(parents=True)
        pairs = CallerKeyPairs({}, public)
        for service in services or service_names():
            pairs.private[service] = make_pair(folder / f"{service}-private.pem", public / f"{service}.pem")
        return pairs

    def token(self, caller: str, audience: str) -> str:
        """A token by which `caller` calls `audience`."""
        return CallerTokens(caller, audience, self.private[caller])()


def make_pair(private: Path, public: Path) -> Path:
    """Write a new pair to these two files. Returns `private`."""
    key = Ed25519PrivateKey.generate()
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return private
