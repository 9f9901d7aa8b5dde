from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Settings, Signing, text_of

from chat.domain.relay import RelayMode


def _words(text: object) -> tuple[str, ...]:
    return tuple(text_of(str(text)).split())


class ChatSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    media_keys: Signing = Field(alias="MEDIA_KEYS")
    media_url: str = Field(f"file://{REPOSITORY}/.local/chat-media", alias="MEDIA_URL")
    # Speaks the HTTP API of LibreTranslate, for sites whose document names it (`translation`); empty: none.
    translator_url: str = Field("", alias="TRANSLATOR_URL")
    translator_api_key: SecretStr = Field(SecretStr("none"), alias="TRANSLATOR_API_KEY")
    streams_per_process: int = Field(12_000, alias="STREAMS_PER_PROCESS", ge=1)
    # TURN servers that carry calls, such as `turn:turn.example.com:3478?transport=udp turns:turn.example.com:443`, and
    # the secrets shared with them, the one in use first.
    turn_urls: Annotated[tuple[str, ...], BeforeValidator(_words)] = Field((), alias="TURN_URLS")
    turn_keys: Annotated[tuple[str, ...], BeforeValidator(_words)] = Field((), alias="TURN_KEYS", repr=False)

    @property
    def relay_mode(self) -> RelayMode | None:
        """How calls travel; None for not at all: in production never without a TURN server."""
        if self.turn_urls:
            return RelayMode.RELAY
        return None if self.is_production else RelayMode.DIRECT

    @model_validator(mode="after")
    def _translator_is_encrypted(self) -> Self:
        if self.translator_url:
            self.require_https(TRANSLATOR_URL=self.translator_url)
        return self

    @model_validator(mode="after")
    def _turn_is_complete(self) -> Self:
        if any(not url.startswith(("turn:", "turns:")) for url in self.turn_urls):
            raise ValueError("TURN_URLS has addresses that begin with turn: or turns:")
        if self.turn_urls and not self.turn_keys:
            raise ValueError("TURN_KEYS is missing: the secret shared with the servers in TURN_URLS")
        return self
