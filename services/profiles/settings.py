from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Sealing, Settings, Signing
from shared.text_messages.provider import SmsProvider

# A laptop's processes are given each variable, empty where the operator has set none.
NONE_IF_EMPTY = BeforeValidator(lambda value: value or None)


class ProfilesSettings(Settings):
    media_keys: Signing = Field(alias="MEDIA_KEYS")
    cursor_keys: Signing = Field(alias="CURSOR_KEYS")
    statement_keys: Signing = Field(alias="STATEMENT_KEYS")
    verification_keys: Sealing = Field(alias="VERIFICATION_KEYS")
    evidence_keys: Sealing = Field(alias="EVIDENCE_KEYS")
    date_contact_keys: Sealing = Field(alias="DATE_CONTACT_KEYS")
    date_contact_hash_keys: Signing = Field(alias="DATE_CONTACT_HASH_KEYS")
    # Without a provider nobody can be told of a date by text message.
    sms_provider: SmsProvider = Field(SmsProvider.NONE, alias="SMS_PROVIDER")
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # An ONNX file that looks at new photos, and its SHA-256 (docs/decisions/0028-picture-checks.md).
    classifier_model: Annotated[Path | None, NONE_IF_EMPTY] = Field(None, alias="CLASSIFIER_MODEL")
    classifier_sha256: Annotated[str | None, NONE_IF_EMPTY] = Field(None, alias="CLASSIFIER_SHA256")
    # An ONNX file that compares the faces of members who consent with their photos, and its SHA-256
    # (docs/architecture/verification.md).
    verification_model: Annotated[Path | None, NONE_IF_EMPTY] = Field(None, alias="VERIFICATION_MODEL")
    verification_sha256: Annotated[str | None, NONE_IF_EMPTY] = Field(None, alias="VERIFICATION_SHA256")
    # A provider that knows illegal pictures (docs/illegal-pictures.md); empty: none.
    picture_matcher_url: str = Field("", alias="PICTURE_MATCHER_URL")
    picture_matcher_api_key: SecretStr = Field(SecretStr("none"), alias="PICTURE_MATCHER_API_KEY")
    # A replica of the database for searches (docs/decisions/0082-postgresql-connections.md), and its longest lag.
    database_read_url: str | None = Field(None, alias="DATABASE_READ_URL")
    database_read_staleness: float = Field(5, alias="DATABASE_READ_STALENESS", ge=1, le=60)
    media_url: str = Field(f"file://{REPOSITORY}/.local/media", alias="MEDIA_URL")

    @model_validator(mode="after")
    def _matcher_is_encrypted(self) -> Self:
        if self.picture_matcher_url:
            self.require_https(PICTURE_MATCHER_URL=self.picture_matcher_url)
        return self
