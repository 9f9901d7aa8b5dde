from pathlib import Path
from typing import ClassVar

from pydantic import Field
from servicekit.settings import REPOSITORY, Settings


class IdentitySettings(Settings):
    owns_sessions: ClassVar[bool] = True

    token_private_key: Path = Field(alias="TOKEN_PRIVATE_KEY")
    seal_key: str = Field(alias="SEAL_KEY")
    # A folder or bucket of its own, backed up apart from the database.
    store_url: str = Field("memory://identity", alias="STORE_URL")
    sites_dir: Path = Field(REPOSITORY / "services" / "sites" / "documents", alias="SITES_DIR")
    openapi_file: Path = Field(REPOSITORY / ".build" / "openapi.json", alias="OPENAPI_FILE")
    push_public_key: str = Field("", alias="PUSH_PUBLIC_KEY", pattern=r"^[A-Za-z0-9_-]*$")
