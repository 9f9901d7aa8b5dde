import json
from collections.abc import Mapping
from typing import Annotated, Self
from urllib.parse import unquote, urlsplit

from pydantic import BeforeValidator, Field, TypeAdapter, model_validator

from shared.kit.core import Settings, text_of
from shared.text_messages.provider import SmsProvider

_ACCOUNTS: TypeAdapter[dict[str, str]] = TypeAdapter(
    dict[
        Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")],
        Annotated[str, Field(pattern=r"^https?://\S+$")],
    ]
)


def sms_accounts(text: str) -> Mapping[str, str]:
    """The addresses of a JSON object by account; none in a text that is no object. Raises ValueError."""
    return _ACCOUNTS.validate_python(json.loads(text)) if text.lstrip().startswith("{") else {}


class TextMessageSettings(Settings):
    """Settings of a service that sends text messages."""

    sms_provider: SmsProvider = Field(
        SmsProvider.ADAPTER, alias="SMS_PROVIDER", description="twilio, 46elks, an operator's adapter, or none"
    )
    sms_url: str = Field(
        "",
        alias="SMS_URL",
        repr=False,
        description="address of the API with its login: https://<account>:<token>@api.twilio.com, "
        "https://<user>:<password>@api.46elks.com, or that of an adapter which takes {to, text} as JSON",
    )
    sms_accounts: Annotated[Mapping[str, str], BeforeValidator(lambda text: sms_accounts(text_of(text)))] = Field(
        {},
        alias="SMS_ACCOUNT_KEYS",
        repr=False,
        description="a JSON object: addresses like SMS_URL by the sms_account of documents",
    )
    sms_webhook_keys: Annotated[tuple[str, ...], BeforeValidator(lambda keys: tuple(text_of(keys).split()))] = Field(
        alias="SMS_WEBHOOK_KEYS",
        min_length=1,
        repr=False,
        description="verify delivery reports; any of them may, and 46elks is given the first",
    )
    sms_webhook_address: str | None = Field(
        None, alias="SMS_WEBHOOK_URL", description="address for delivery reports, if not /api/sms-webhook.php"
    )

    @property
    def sms_webhook_url(self) -> str:
        """The address that the provider reports to."""
        return self.sms_webhook_address or f"{self.public_url.rstrip('/')}/api/sms-webhook.php"

    @property
    def sms_report_keys(self) -> tuple[str, ...]:
        """Keys that prove a report. Twilio signs with the token of the account, which is that of its address."""
        if self.sms_provider is not SmsProvider.TWILIO:
            return self.sms_webhook_keys
        tokens = (urlsplit(url).password for url in (self.sms_url, *self.sms_accounts.values()))
        return (*(unquote(token) for token in tokens if token), *self.sms_webhook_keys)

    @model_validator(mode="after")
    def _has_address(self) -> Self:
        if self.sms_provider is SmsProvider.NONE:
            return self
        for url in (self.sms_url, *self.sms_accounts.values()):
            parts = urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise ValueError("SMS_URL must be https://user:password@host")
            if self.sms_provider is not SmsProvider.ADAPTER and not (parts.username and parts.password):
                raise ValueError(f"SMS_URL needs user and password of {self.sms_provider}")
            self.require_https(SMS_URL=url)
        if any(len(key) < 16 for key in self.sms_webhook_keys):
            raise ValueError("SMS_WEBHOOK_KEYS must have 16 characters each")
        return self
