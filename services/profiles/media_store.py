import re

import fsspec
from servicekit.errors import Unavailable

NAME = re.compile(r"[a-z0-9]+(?:[/-][a-z0-9]+)*")


class MediaStore:
    """Where the files of photos lie: a folder or a bucket, `<media>-<variant>.webp` below it."""

    def __init__(self, url: str) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url)

    def read(self, media: str, variant: str) -> bytes | None:
        """The file's bytes; None when it is not there. Raises Unavailable when the store does not answer."""
        if not NAME.fullmatch(media):
            return None
        try:
            content: bytes = self._files.cat_file(f"{self._root}/{media}-{variant}.webp")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unavailable() from error
        return content
