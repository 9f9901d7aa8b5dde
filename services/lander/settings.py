from pathlib import Path

from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class LanderSettings(Settings):
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
    # The app's colours, sizes and letters are ours, too.
    styles_dir: Path = Field(REPOSITORY / "webapp" / "src" / "styles", alias="STYLES_DIR")
    fonts_dir: Path = Field(REPOSITORY / "webapp" / "src" / "assets" / "fonts", alias="FONTS_DIR")
