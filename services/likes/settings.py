from pathlib import Path

from pydantic import Field
from servicekit.keys import Sealing
from servicekit.settings import REPOSITORY, Settings


class LikesSettings(Settings):
    cursor_keys: Sealing = Field(alias="CURSOR_KEYS")
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
