"""Push: the key that signs, and the public half that browsers subscribe with."""

from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared import base64url
from shared.doctor.finding import Finding, Installation
from shared.kit.core import SigningKeys
from shared.sites import Site

REMEDY = "make both with `scripts/pairwise keys` (docs/keys.md)"


def keys_fit(installation: Installation) -> Iterator[Finding]:
    """Browsers subscribe with the public half of the key that signs, and pushes go to browsers."""
    if not (public := _public_half(installation)):
        yield Finding("VAPID_KEYS", "has no P-256 key: no push can be signed", REMEDY)
    elif installation.text("PUSH_PUBLIC_KEY").rstrip("=") != public:
        yield Finding("PUSH_PUBLIC_KEY", "is not the public half of VAPID_KEYS: pushes are refused", REMEDY)
    if installation.environ.get("PUSH_STAND_IN_URL"):
        yield Finding("PUSH_STAND_IN_URL", "sends pushes to a stand-in", "leave it out")


def key_of_brand_fits(installation: Installation, site: Site) -> Iterator[Finding]:
    """A brand that names a public key names the installation's."""
    if site.push_public_key and site.push_public_key != _public_half(installation):
        yield Finding("push_public_key", "is not the public half of VAPID_KEYS: pushes are refused", "leave it out")


def _public_half(installation: Installation) -> str:
    """That of the first of VAPID_KEYS; empty without a key."""
    try:
        first = SigningKeys(installation.text("VAPID_KEYS")).raw[0]
        private = ec.derive_private_key(int.from_bytes(first), ec.SECP256R1())
    except ValueError:
        return ""
    return base64url.encode(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
