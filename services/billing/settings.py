import re
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Sealing, Settings, Signing, is_sandbox_host, text_of


class BillingSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # Invoices have the fonts of the web app.
    fonts_dir: Path = Field(REPOSITORY / "webapp" / "src" / "assets" / "fonts", alias="FONTS_DIR")
    payments_api_url: str = Field("https://api.mollie.com/v2", alias="PAYMENTS_API_URL")
    payments_api_key: SecretStr = Field(alias="PAYMENTS_API_KEY")
    payments_webhook_url: str = Field(alias="PAYMENTS_WEBHOOK_URL")
    stripe_api_url: str = Field("https://api.stripe.com", alias="STRIPE_API_URL")
    # Another text than a key ("none") where Stripe is not used.
    stripe_api_key: SecretStr = Field(SecretStr("none"), alias="STRIPE_API_KEY")
    # The signing secrets of the webhook's endpoint at Stripe; two while one is replaced.
    stripe_webhook_keys: Annotated[tuple[str, ...], BeforeValidator(lambda keys: tuple(text_of(keys).split()))] = Field(
        (), alias="STRIPE_WEBHOOK_KEYS", repr=False
    )
    field_keys: Sealing = Field(alias="FIELD_KEYS")
    field_hash_keys: Signing = Field(alias="FIELD_HASH_KEYS")
    # Takes {"to", "text"} as JSON and sends it as a text message.
    sms_url: str = Field(alias="SMS_URL")

    @property
    def takes_real_money(self) -> bool:
        """Whether a provider's key is a live one, and not a test key of the provider or of the sandbox."""
        return self.payments_api_key.get_secret_value().startswith("live_") or bool(
            re.match(r"[sr]k_live_", self.stripe_api_key.get_secret_value())
        )

    @property
    def has_stripe(self) -> bool:
        """Whether a key of Stripe, or of its sandbox, is configured."""
        return bool(re.match(r"([sr]k_)?(test|live)_", self.stripe_api_key.get_secret_value()))

    @model_validator(mode="after")
    def _what_leaves_is_encrypted(self) -> Self:
        for name, url in [
            ("PAYMENTS_API_URL", self.payments_api_url),
            ("STRIPE_API_URL", self.stripe_api_url),
            ("PAYMENTS_WEBHOOK_URL", self.payments_webhook_url),
            ("SMS_URL", self.sms_url),
        ]:
            parts = urlsplit(url)
            is_sandbox = self.environment != "production" and is_sandbox_host(parts.hostname or "")
            if parts.scheme != "https" and not (parts.scheme == "http" and is_sandbox):
                raise ValueError(f"{name} must be https; only a sandbox here or in this namespace may do without")
        if not self.payments_api_key.get_secret_value().startswith(("test_", "live_")):
            raise ValueError("PAYMENTS_API_KEY starts with test_ or live_")
        if self.has_stripe and not all(len(key) >= 16 for key in self.stripe_webhook_keys or [""]):
            raise ValueError("STRIPE_WEBHOOK_KEYS has at least sixteen characters each where Stripe is used")
        return self
