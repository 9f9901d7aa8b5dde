from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class ProfilesSettings(Settings):
    media_key: str = Field(alias="MEDIA_KEY", min_length=16)
    media_url: str = Field(f"file://{REPOSITORY}/.local/media", alias="MEDIA_URL")
