from pathlib import Path

from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class IdentitySettings(Settings):
    token_private_key: Path = Field(alias="TOKEN_PRIVATE_KEY")
    seal_key: str = Field(alias="SEAL_KEY")
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
    openapi_file: Path = Field(REPOSITORY / ".build" / "openapi.json", alias="OPENAPI_FILE")
