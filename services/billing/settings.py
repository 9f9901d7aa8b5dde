import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Sealing, Signing, text_of
from shared.sites.accounts import PaymentKeys, payment_accounts
from shared.text_messages.settings import TextMessageSettings


class BillingSettings(TextMessageSettings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # Invoices have the fonts of the web app.
    fonts_dir: Path = Field(REPOSITORY / "webapp" / "src" / "assets" / "fonts", alias="FONTS_DIR")
    payments_api_url: str = Field("https://api.mollie.com/v2", alias="PAYMENTS_API_URL")
    payments_api_key: SecretStr = Field(alias="PAYMENTS_API_KEY")
    # A token of Mollie that may read settlements and nothing else; another text than one ("none") where there is none.
    payments_report_key: SecretStr = Field(SecretStr("none"), alias="PAYMENTS_REPORT_KEY")
    payments_webhook_url: str = Field(alias="PAYMENTS_WEBHOOK_URL")
    stripe_api_url: str = Field("https://api.stripe.com", alias="STRIPE_API_URL")
    # Another text than a key ("none") where Stripe is not used.
    stripe_api_key: SecretStr = Field(SecretStr("none"), alias="STRIPE_API_KEY")
    # The signing secrets of the webhook's endpoint at Stripe; two while one is replaced.
    stripe_webhook_keys: Annotated[tuple[str, ...], BeforeValidator(lambda keys: tuple(text_of(keys).split()))] = Field(
        (), alias="STRIPE_WEBHOOK_KEYS", repr=False
    )
    # A JSON object: keys of brands or companies with accounts of their own, by the payment_account of their documents.
    payment_accounts: Annotated[
        Mapping[str, PaymentKeys], BeforeValidator(lambda text: payment_accounts(text_of(text)))
    ] = Field({}, alias="PAYMENT_ACCOUNT_KEYS", repr=False)
    field_keys: Sealing = Field(alias="FIELD_KEYS")
    field_hash_keys: Signing = Field(alias="FIELD_HASH_KEYS")

    def of_account(self, name: str) -> Self:
        """The settings with the keys of this account, and the address of its webhook; its own for an empty name.

        Raises KeyError for an account without keys.
        """
        if not name:
            return self
        keys = self.payment_accounts[name]
        own = {
            "payments_api_key": SecretStr(keys.mollie),
            "payments_report_key": SecretStr(keys.mollie_reports),
            "payments_webhook_url": f"{self.payments_webhook_url}?account={name}",
            "stripe_api_key": SecretStr(keys.stripe),
            "stripe_webhook_keys": tuple(keys.stripe_webhook.split()),
        }
        return self.model_copy(update=own)

    @property
    def takes_real_money(self) -> bool:
        """Whether a key of any account is a live one, and not a test key of the provider or of the sandbox."""
        accounts = [self, *map(self.of_account, self.payment_accounts)]
        return any(
            account.payments_api_key.get_secret_value().startswith("live_")
            or re.match(r"[sr]k_live_", account.stripe_api_key.get_secret_value())
            for account in accounts
        )

    @property
    def has_mollie(self) -> bool:
        """Whether there is a key of Mollie, or of its sandbox."""
        return bool(self.payments_api_key.get_secret_value())

    @property
    def may_read_payouts(self) -> bool:
        """Whether there is a token that reads settlements of Mollie, or of its sandbox."""
        return self.payments_report_key.get_secret_value().startswith(("access_", "test_"))

    @property
    def has_stripe(self) -> bool:
        """Whether a key of Stripe, or of its sandbox, is configured."""
        return bool(re.match(r"([sr]k_)?(test|live)_", self.stripe_api_key.get_secret_value()))

    @model_validator(mode="after")
    def _what_leaves_is_encrypted(self) -> Self:
        self.require_https(
            PAYMENTS_API_URL=self.payments_api_url,
            STRIPE_API_URL=self.stripe_api_url,
            PAYMENTS_WEBHOOK_URL=self.payments_webhook_url,
        )
        if not self.payments_api_key.get_secret_value().startswith(("test_", "live_")):
            raise ValueError("PAYMENTS_API_KEY starts with test_ or live_")
        if self.has_stripe and not all(len(key) >= 16 for key in self.stripe_webhook_keys or [""]):
            raise ValueError("STRIPE_WEBHOOK_KEYS has at least sixteen characters each where Stripe is used")
        return self
