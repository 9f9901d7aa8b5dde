from pathlib import Path
from typing import Self

from pydantic import Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Settings, Signing


class ChatSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    media_keys: Signing = Field(alias="MEDIA_KEYS")
    media_url: str = Field(f"file://{REPOSITORY}/.local/chat-media", alias="MEDIA_URL")
    # Speaks the HTTP API of LibreTranslate, for sites whose document names it (`translation`); empty: none.
    translator_url: str = Field("", alias="TRANSLATOR_URL")
    translator_api_key: SecretStr = Field(SecretStr("none"), alias="TRANSLATOR_API_KEY")
    streams_per_process: int = Field(12_000, alias="STREAMS_PER_PROCESS", ge=1)

    @model_validator(mode="after")
    def _translator_is_encrypted(self) -> Self:
        if self.translator_url:
            self.require_https(TRANSLATOR_URL=self.translator_url)
        return self
