from pathlib import Path

from pydantic import Field
from shared.kit.core import REPOSITORY, Sealing, Settings


class LikesSettings(Settings):
    cursor_keys: Sealing = Field(alias="CURSOR_KEYS")
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
