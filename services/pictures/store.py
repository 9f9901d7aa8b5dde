import re
from collections.abc import Mapping

import fsspec
from servicekit.errors import Unavailable
from servicekit.logs import logger

VARIANTS = ("160", "400", "800", "locked")
NAME = re.compile(r"[a-z0-9]+(?:[/-][a-z0-9]+)*")


class PictureStore:
    """Where the files of pictures lie: a folder or a bucket, `<name>-<variant>.webp` below it.

    Raises Unavailable when it does not answer; each kind of store has errors of its own, so any is that.
    """

    def __init__(self, url: str) -> None:
        options = {"auto_mkdir": True} if url.startswith("file:") else {}
        self._files, self._root = fsspec.core.url_to_fs(url, **options)

    def read(self, name: str, variant: str) -> bytes | None:
        """The file's bytes; None when it is not there."""
        if not NAME.fullmatch(name):
            return None
        try:
            content: bytes = self._files.cat_file(self._path(name, variant))
        except FileNotFoundError:
            return None
        except Exception as error:
            raise _away(error) from error
        return content

    def write(self, name: str, files: Mapping[str, bytes]) -> None:
        """All of them, or Unavailable: then some may be there, and `clear` takes them away."""
        try:
            for variant, content in files.items():
                self._files.pipe_file(self._path(name, variant), content)
        except Exception as error:
            raise _away(error) from error

    def clear(self, name: str) -> None:
        """Take away all files of this name; those that are not there are fine."""
        for variant in VARIANTS:
            try:
                self._files.rm_file(self._path(name, variant))
            except FileNotFoundError:
                continue
            except Exception as error:
                raise _away(error) from error

    def _path(self, name: str, variant: str) -> str:
        return f"{self._root}/{name}-{variant}.webp"


def _away(error: Exception) -> Unavailable:
    logger().warning("picture_store_does_not_answer", problem=type(error).__name__)
    return Unavailable()
