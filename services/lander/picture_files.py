"""Files of uploaded pictures, the newest of them in memory: a name never has other bytes."""

from collections.abc import Callable
from functools import lru_cache

from shared.kit.core import NotFound

from lander.storage import LanderUnit

# Of some 50 kB each.
KEPT = 100


class PictureFiles:
    def __init__(self, unit_of_work: Callable[[], LanderUnit]) -> None:
        self._unit_of_work = unit_of_work
        self.read = lru_cache(KEPT)(self._read)

    def _read(self, site: str, hashed: str, name: str) -> bytes:
        """Raises NotFound, which is not remembered."""
        with self._unit_of_work().reading() as uow:
            content = uow.pictures.file(site, hashed, name)
        if content is None:
            raise NotFound()
        return content
