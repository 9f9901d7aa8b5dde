import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_A_TIME = 4  # each takes 19 MiB and a core


class Argon2Passwords:
    """argon2id with the parameters OWASP names (19 MiB, two passes, one lane)."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._turn = threading.BoundedSemaphore(AT_A_TIME)
        self._nobodys = self._hasher.hash("nobody's password")

    def hash(self, password: str) -> str:
        with self._turn:
            return self._hasher.hash(password)

    def fits(self, password: str, password_hash: str | None) -> bool:
        with self._turn:
            try:
                matches = self._hasher.verify(password_hash or self._nobodys, password)
            except (VerificationError, InvalidHashError):
                return False
        return matches and password_hash is not None
