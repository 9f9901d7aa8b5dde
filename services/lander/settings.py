from pathlib import Path
from typing import Self

from pydantic import Field, SecretStr, model_validator
from shared.kit.core import REPOSITORY, Settings


class LanderSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # Colours, sizes and fonts are those of the app.
    styles_dir: Path = Field(REPOSITORY / "webapp" / "src" / "styles", alias="STYLES_DIR")
    fonts_dir: Path = Field(REPOSITORY / "webapp" / "src" / "assets" / "fonts", alias="FONTS_DIR")
    networks_stand_in: str | None = Field(
        None, alias="NETWORKS_STAND_IN_URL", description="URL of a local server for postbacks; refused in production"
    )
    reports_url: str = Field(
        "", alias="REPORTS_URL", description="Folder or bucket for the nightly file of the report; empty for none"
    )
    reports_access_key_id: str = Field("", alias="REPORTS_AWS_ACCESS_KEY_ID")
    reports_secret_access_key: SecretStr = Field(SecretStr(""), alias="REPORTS_AWS_SECRET_ACCESS_KEY")
    reports_endpoint: str = Field("", alias="REPORTS_AWS_ENDPOINT_URL_S3", description="Empty for Amazon's")

    @property
    def reports_login(self) -> dict[str, str]:
        """How the bucket is entered; empty for the environment's own identity."""
        given = {
            "key": self.reports_access_key_id,
            "secret": self.reports_secret_access_key.get_secret_value(),
            "endpoint_url": self.reports_endpoint,
        }
        return {name: value for name, value in given.items() if value}

    @model_validator(mode="after")
    def _refuse_stand_in_in_production(self) -> Self:
        if self.networks_stand_in and self.environment == "production":
            raise ValueError("NETWORKS_STAND_IN_URL must not be set in production")
        return self
