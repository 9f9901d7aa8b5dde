from pathlib import Path

from pydantic import Field
from shared.kit.keys import Sealing
from shared.kit.settings import REPOSITORY, Settings


class LikesSettings(Settings):
    cursor_keys: Sealing = Field(alias="CURSOR_KEYS")
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
