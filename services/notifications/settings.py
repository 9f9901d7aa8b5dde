from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from servicekit.settings import REPOSITORY, Settings


class NotificationSettings(Settings):
    seal_key: str = Field(alias="SEAL_KEY")
    smtp_url: str = Field(
        alias="SMTP_URL", description="smtp:// or smtps://, with user:password@ when it asks for them"
    )
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")

    @field_validator("smtp_url")
    @classmethod
    def _is_smtp(cls, url: str) -> str:
        if urlsplit(url).scheme not in ("smtp", "smtps") or not urlsplit(url).hostname:
            raise ValueError("SMTP_URL must be smtp://host:port or smtps://host:port")
        return url
