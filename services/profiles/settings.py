from pathlib import Path

from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class ProfilesSettings(Settings):
    media_key: str = Field(alias="MEDIA_KEY", min_length=16)
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
    media_url: str = Field(f"file://{REPOSITORY}/.local/media", alias="MEDIA_URL")
