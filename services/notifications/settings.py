import base64
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from servicekit.settings import REPOSITORY, Settings

# The push services of the browsers people use. `*.` stands for any host below.
PUSH_HOSTS = (
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,"
    "*.push.apple.com,*.notify.windows.com"
)


class NotificationSettings(Settings):
    seal_key: str = Field(alias="SEAL_KEY")
    smtp_url: str = Field(
        alias="SMTP_URL", description="smtp:// or smtps://, with user:password@ when it asks for them"
    )
    vapid_private_key: str = Field(alias="VAPID_PRIVATE_KEY", description="P-256, 32 bytes, base64url")
    push_hosts_text: str = Field(PUSH_HOSTS, alias="PUSH_HOSTS", description="hosts of push services, by comma")
    push_stand_in: str | None = Field(
        None, alias="PUSH_STAND_IN_URL", description="a push service on this machine; never in production"
    )
    mail_webhook_key: str = Field(
        alias="MAIL_WEBHOOK_KEY", min_length=16, description="signs what the mail provider tells us"
    )
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")

    @property
    def push_hosts(self) -> tuple[str, ...]:
        return tuple(host.strip() for host in self.push_hosts_text.split(",") if host.strip())

    @field_validator("smtp_url")
    @classmethod
    def _is_smtp(cls, url: str) -> str:
        if urlsplit(url).scheme not in ("smtp", "smtps") or not urlsplit(url).hostname:
            raise ValueError("SMTP_URL must be smtp://host:port or smtps://host:port")
        return url

    @field_validator("vapid_private_key")
    @classmethod
    def _is_a_key(cls, key: str) -> str:
        if len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))) != 32:
            raise ValueError("VAPID_PRIVATE_KEY must be 32 bytes in base64url")
        return key

    @model_validator(mode="after")
    def _stands_in_nowhere_real(self) -> Self:
        if self.push_stand_in and self.environment == "production":
            raise ValueError("PUSH_STAND_IN_URL leads to this machine; production refuses it")
        return self
