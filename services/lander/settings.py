from pathlib import Path

from pydantic import Field
from shared.kit.core import REPOSITORY, Settings


class LanderSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    # Colours, sizes and fonts are those of the app.
    styles_dir: Path = Field(REPOSITORY / "webapp" / "src" / "styles", alias="STYLES_DIR")
    fonts_dir: Path = Field(REPOSITORY / "webapp" / "src" / "assets" / "fonts", alias="FONTS_DIR")
