from pathlib import Path
from typing import Self

from pydantic import Field, model_validator
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
        "",
        alias="REPORTS_URL",
        description="For the report's nightly file: a folder, or s3://ID:KEY@BUCKET/FOLDER?endpoint=URL; empty: none",
    )

    @model_validator(mode="after")
    def _refuse_stand_in_in_production(self) -> Self:
        if self.networks_stand_in and self.environment == "production":
            raise ValueError("NETWORKS_STAND_IN_URL must not be set in production")
        return self
