"""Values derived from release 0.1's one key: an upgrade must still open them."""

import base64

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from shared.kit.core import SealingKeys
from shared.ops.keys import adopt

from identity.one_time_codes import OneTimeCodes


def test_authenticators_of_the_first_release_still_open() -> None:
    seal = Fernet.generate_key().decode()
    derived = HKDF(SHA256(), 32, salt=None, info=b"identity.authenticators").derive(seal.encode())
    kept = Fernet(base64.urlsafe_b64encode(derived)).encrypt(b"a secret of an app")

    ring = SealingKeys(adopt({"SEAL_KEY": seal})["authenticators"])

    assert OneTimeCodes(ring).unseal_secret(kept) == b"a secret of an app"
