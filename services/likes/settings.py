from pathlib import Path

from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class LikesSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
