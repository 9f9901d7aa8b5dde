import re
from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Sealing, Settings, Signing, text_of


def _words(text: object) -> tuple[str, ...]:
    """The words of a setting's text, or of the file that it names."""
    return tuple(text_of(text).split()) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


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
    age_provider_keys: Annotated[tuple[str, ...], BeforeValidator(_words)] = Field(
        alias="AGE_PROVIDER_KEYS",
        min_length=1,
        description="the first is sent to the provider, and any of them verifies its webhooks",
    )
    # The OpenID provider at which people of staff may log in instead of by password; empty: none.
    oidc_issuer: str = Field("", alias="OIDC_ISSUER")
    oidc_client_id: str = Field("", alias="OIDC_CLIENT_ID")
    # Another text than the secret ("none") where there is no provider.
    oidc_client_secret: SecretStr = Field(SecretStr("none"), alias="OIDC_CLIENT_SECRET")
    oidc_second_factors: Annotated[tuple[str, ...], BeforeValidator(_words)] = Field(
        (),
        alias="OIDC_SECOND_FACTORS",
        description="statements of the provider that count as a second factor: `amr:VALUE` and `acr:VALUE`",
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
            "OIDC_ISSUER": self.oidc_issuer,
        }
        self.require_https(**{name: url for name, url in urls.items() if url})
        return self

    @model_validator(mode="after")
    def _openid_client_is_whole(self) -> Self:
        has_secret = not self.is_production or self.oidc_client_secret.get_secret_value() != "none"
        if self.oidc_issuer and not (self.oidc_client_id and has_secret):
            raise ValueError("OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET")
        if any(not re.fullmatch(r"(amr|acr):\S+", each) for each in self.oidc_second_factors):
            raise ValueError("OIDC_SECOND_FACTORS are words that begin with amr: or acr:")
        return self
