"""The operator's folder or bucket with a file of the report for each night."""

from shared.kit.core import ObjectStore, split_login

# A year of a large site has some megabytes.
WRITE_SECONDS = 60.0


class ReportFiles:
    """Raises Unavailable when the store does not answer, or refuses."""

    def __init__(self, url: str) -> None:
        plain, login = split_login(url)
        self._store = ObjectStore(plain.rstrip("/"), **login)

    def has(self, name: str) -> bool:
        """Whether the file was written; another worker may have."""
        with self._store.asking() as ask:
            found: bool = ask("exists", f"{self._store.root}/{name}")
        return found

    def write(self, name: str, content: bytes) -> None:
        """Write the whole file, or replace it."""
        kind = {"ContentType": "text/csv; charset=utf-8"} if self._store.is_bucket else {}
        with self._store.writing(WRITE_SECONDS) as ask:
            ask("pipe_file", f"{self._store.root}/{name}", content, **kind)
