import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# Hashes computed at the same time in one process; each takes 19 MiB and a core.
CONCURRENT_HASHES = 4


class Argon2Passwords:
    """Password hashes by argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane.

    Tests pass smaller costs. A stored hash is verified with the parameters written in it.
    """

    def __init__(self, *, time_cost: int = 2, memory_kib: int = 19_456) -> None:
        self._hasher = PasswordHasher(time_cost=time_cost, memory_cost=memory_kib, parallelism=1)
        self._slots = threading.BoundedSemaphore(CONCURRENT_HASHES)
        self._dummy_hash = self._hasher.hash("the password of no account")

    def hash(self, password: str) -> str:
        with self._slots:
            return self._hasher.hash(password)

    def verify(self, password: str, password_hash: str | None) -> bool:
        """Whether the password has this hash. None is compared with a dummy hash and is always False.

        So an address without an account takes as long as a wrong password, and response times disclose no accounts.
        """
        with self._slots:
            try:
                matches = self._hasher.verify(password_hash or self._dummy_hash, password)
            except (VerificationError, InvalidHashError):
                return False
        return matches and password_hash is not None
