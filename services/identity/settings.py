from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator
from shared.kit.core import REPOSITORY, Sealing, Settings, Signing, text_of


class IdentitySettings(Settings):
    token_private_key: Path = Field(alias="TOKEN_PRIVATE_KEY")
    mail_keys: Sealing = Field(alias="MAIL_KEYS")
    authenticator_keys: Sealing = Field(alias="AUTHENTICATOR_KEYS")
    export_keys: Sealing = Field(alias="EXPORT_KEYS")
    ban_keys: Signing = Field(alias="BAN_KEYS")
    contact_keys: Signing = Field(alias="CONTACT_KEYS")
    erased_address_keys: Signing = Field(alias="ERASED_ADDRESS_KEYS")
    # A folder or bucket of identity alone, backed up apart from the database.
    store_url: str = Field("memory://identity", alias="STORE_URL")
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # The provider that proves ages, for sites that ask for it; empty: none.
    age_provider_url: str = Field("", alias="AGE_PROVIDER_URL")
    age_provider_webhook_url: str = Field("", alias="AGE_PROVIDER_WEBHOOK_URL")
    age_provider_keys: Annotated[tuple[str, ...], BeforeValidator(lambda keys: tuple(text_of(keys).split()))] = Field(
        alias="AGE_PROVIDER_KEYS",
        min_length=1,
        description="the first is sent to the provider, and any of them verifies its webhooks",
    )
    openapi_file: Path = Field(REPOSITORY / ".build" / "openapi.json", alias="OPENAPI_FILE")
    push_public_key: Annotated[str, BeforeValidator(text_of)] = Field(
        "", alias="PUSH_PUBLIC_KEY", pattern=r"^[A-Za-z0-9_-]*$"
    )

    @model_validator(mode="after")
    def _provider_is_real_in_production(self) -> Self:
        urls = {
            "AGE_PROVIDER_URL": self.age_provider_url,
            "AGE_PROVIDER_WEBHOOK_URL": self.age_provider_webhook_url,
        }
        self.require_https(**{name: url for name, url in urls.items() if url})
        return self
