from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, field_validator, model_validator
from shared.kit.core import REPOSITORY, Sealing, Signing, SigningKeys, text_of
from shared.sites.accounts import mail_accounts
from shared.text_messages.settings import TextMessageSettings

from notifications.clients.smtp import Tls
from notifications.domain.mail_provider import MailProvider

# Push services of the common browsers. `*.` matches any subdomain.
PUSH_HOSTS = (
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,"
    "*.push.apple.com,*.notify.windows.com"
)


class NotificationSettings(TextMessageSettings):
    mail_keys: Sealing = Field(alias="MAIL_KEYS")
    unsubscribe_keys: Signing = Field(alias="UNSUBSCRIBE_KEYS")
    statement_keys: Signing = Field(alias="STATEMENT_KEYS")
    suppression_keys: Signing = Field(alias="SUPPRESSION_KEYS")
    smtp_url: str = Field(
        alias="SMTP_URL", description="smtp:// or smtps://, with user:password@ if the server demands a login"
    )
    smtp_tls: Tls | None = Field(
        None, alias="SMTP_TLS", description="encryption of smtp://; default: required, in development opportunistic"
    )
    vapid_keys: Signing = Field(alias="VAPID_KEYS", description="P-256 keys, 32 bytes each, the current one first")
    mail_accounts: Annotated[Mapping[str, str], BeforeValidator(lambda text: mail_accounts(text_of(text)))] = Field(
        {},
        alias="MAIL_ACCOUNT_KEYS",
        repr=False,
        description="a JSON object: addresses like SMTP_URL by the mail_account of documents",
    )
    push_hosts_text: str = Field(PUSH_HOSTS, alias="PUSH_HOSTS", description="allow-list of push services, by comma")
    push_stand_in: str | None = Field(
        None, alias="PUSH_STAND_IN_URL", description="URL of a local push service; refused in production"
    )
    mail_provider: MailProvider = Field(
        MailProvider.ADAPTER,
        alias="MAIL_PROVIDER",
        description="format of the reports of bounces: ses, postmark, mailgun, sendgrid, or an adapter's",
    )
    mail_webhook_keys: Annotated[tuple[str, ...], BeforeValidator(lambda keys: tuple(text_of(keys).split()))] = Field(
        alias="MAIL_WEBHOOK_KEYS",
        min_length=1,
        description="verify reports of the mail provider; any of them may",
    )
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")

    @property
    def mail_encryption(self) -> Tls:
        return self.smtp_tls or (Tls.REQUIRED if self.is_production else Tls.OPPORTUNISTIC)

    @property
    def push_hosts(self) -> tuple[str, ...]:
        return tuple(host.strip() for host in self.push_hosts_text.split(",") if host.strip())

    @field_validator("smtp_url")
    @classmethod
    def _is_smtp(cls, url: str) -> str:
        if urlsplit(url).scheme not in ("smtp", "smtps") or not urlsplit(url).hostname:
            raise ValueError("SMTP_URL must be smtp://host:port or smtps://host:port")
        return url

    @field_validator("vapid_keys")
    @classmethod
    def _are_of_p256(cls, keys: SigningKeys) -> SigningKeys:
        if any(len(key) != 32 for key in keys.raw):
            raise ValueError("VAPID_KEYS must be 32 bytes each")
        return keys

    @field_validator("mail_webhook_keys")
    @classmethod
    def _are_long(cls, keys: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(key) < 16 for key in keys):
            raise ValueError("MAIL_WEBHOOK_KEYS must have 16 characters each")
        return keys

    @model_validator(mode="after")
    def _refuse_stand_in_in_production(self) -> Self:
        if self.push_stand_in and self.environment == "production":
            raise ValueError("PUSH_STAND_IN_URL must not be set in production")
        return self
