from pathlib import Path

from pydantic import Field
from shared.kit.core import REPOSITORY, Settings, Signing


class ChatSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    media_keys: Signing = Field(alias="MEDIA_KEYS")
    media_url: str = Field(f"file://{REPOSITORY}/.local/chat-media", alias="MEDIA_URL")
    streams_per_process: int = Field(12_000, alias="STREAMS_PER_PROCESS", ge=1)
