import base64
import binascii
import re
import threading

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError

from identity.domain.password import normal_password

# Hashes computed at the same time in one process; each takes 19 MiB and a core.
CONCURRENT_HASHES = 4
# Bounds of an imported hash: weaker ones protect nobody, and a log-in has to pay for stronger ones. Memory is in KiB;
# 128 MiB fit into a pod's memory limit beside three hashes of our own cost.
MEMORY_KIB, PASSES, LANES = range(4_096, 131_072 + 1), range(1, 10 + 1), range(1, 8 + 1)
SALT_BYTES, HASH_BYTES = range(8, 48 + 1), range(16, 64 + 1)
# Base64 without padding, decoded by argon2 only in its canonical form. The largest numbers have seven digits.
ENCODED_HASH = re.compile(r"\$argon2id\$v=19\$m=[1-9]\d{0,6},t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+")


class Argon2Passwords:
    """Password hashes by argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane.

    Tests pass smaller costs. A stored hash is verified with the parameters written in it. Passwords are hashed and
    compared in their normal form.
    """

    def __init__(self, *, time_cost: int = 2, memory_kib: int = 19_456) -> None:
        self._hasher = PasswordHasher(time_cost=time_cost, memory_cost=memory_kib, parallelism=1)
        self._slots = threading.BoundedSemaphore(CONCURRENT_HASHES)
        # Imported hashes may take more memory than ours: one of them at a time.
        self._large_slot = threading.BoundedSemaphore(1)
        self._dummy_hash = self._hasher.hash("the password of no account")

    def hash(self, password: str) -> str:
        with self._slots:
            return self._hasher.hash(normal_password(password))

    def verify(self, password: str, password_hash: str | None) -> bool:
        """Whether the password has this hash. None is compared with a dummy hash and is always False.

        So an address without an account takes as long as a wrong password, and response times disclose no accounts.
        Hashes from before passwords were normalised are of the password as it was typed.
        """
        normal = normal_password(password)
        matches = self._matches(normal, password_hash or self._dummy_hash)
        if not matches and normal != password:
            matches = self._matches(password, password_hash or self._dummy_hash)
        return matches and password_hash is not None

    def needs_rehash(self, password: str, password_hash: str) -> bool:
        """Whether a password that was verified should be hashed again: by another cost, or in its normal form."""
        return self._hasher.check_needs_rehash(password_hash) or (
            normal_password(password) != password and not self._matches(normal_password(password), password_hash)
        )

    def _matches(self, password: str, password_hash: str) -> bool:
        try:
            is_large = extract_parameters(password_hash).memory_cost > self._hasher.memory_cost
            with self._large_slot if is_large else self._slots:
                return self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False


def is_importable(encoded: str) -> bool:
    """Whether a hash from elsewhere is a complete argon2id hash with parameters that a log-in can verify."""
    if not ENCODED_HASH.fullmatch(encoded) or not encoded.isascii():
        return False
    found = extract_parameters(encoded)
    salt, digest = encoded.split("$")[-2:]
    return (
        found.memory_cost in MEMORY_KIB
        and found.time_cost in PASSES
        and found.parallelism in LANES
        and found.salt_len in SALT_BYTES
        and found.hash_len in HASH_BYTES
        and _is_base64(salt)
        and _is_base64(digest)
    )


def _is_base64(text: str) -> bool:
    """Whether it is canonical: argon2 refuses a length or trailing bits that no encoder writes."""
    padded = text + "=" * (-len(text) % 4)
    try:
        return base64.b64encode(base64.b64decode(padded, validate=True)).decode() == padded
    except binascii.Error:
        return False
