"""Print keys.

`python -m shared.ops.keys new` prints a key.
`python -m shared.ops.keys adopt` prints the rings of an installation that has the secrets of release 0.1 (SEAL_KEY,
FIELDS_KEY and MEDIA_KEY in the environment), one `name=value` each: their sealed and signed values stay readable.
"""

import hmac
import os
import sys
from collections.abc import Mapping

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shared.kit.core.keys import KEY_BYTES, encoded, new_key


def adopt(earlier: Mapping[str, str]) -> dict[str, str]:
    """The rings that go on with the secrets of release 0.1, by the names docs/keys.md gives them.

    `earlier` has those of SEAL_KEY, FIELDS_KEY and MEDIA_KEY that the installation has. Each ring comes with a new key
    behind the old one: accepted from now on, in use after the next step of the rotation.
    """
    old: dict[str, str] = {}
    if seal := earlier.get("SEAL_KEY"):
        old |= {
            "mails": seal,
            "exports": seal,
            "authenticators": _derived(seal, b"identity.authenticators"),
            "erased-addresses": encoded(seal.encode()),
            "unsubscribe": encoded(hmac.digest(seal.encode(), b"unsubscribe links", "sha256")),
        }
    if fields := earlier.get("FIELDS_KEY"):
        old |= {"fields": fields, "field-hashes": _derived(fields.split()[-1], b"pairwise billing field hashes")}
    if media := earlier.get("MEDIA_KEY"):
        old |= dict.fromkeys(("profile-media", "chat-media", "cursors"), encoded(media.encode()))
    return {name: f"{keys} {new_key()}" for name, keys in old.items()}


def _derived(key: str, purpose: bytes) -> str:
    return encoded(HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose).derive(key.encode()))


def main(arguments: list[str]) -> None:
    """Print a new key, or the rings of release 0.1; exit with the usage for other arguments."""
    if arguments == ["new"]:
        print(new_key())
    elif arguments == ["adopt"]:
        for name, keys in adopt(os.environ).items():
            print(f"{name}={keys}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
