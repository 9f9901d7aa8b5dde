from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field
from shared.kit.keys import Sealing, Signing, text_of
from shared.kit.settings import REPOSITORY, Settings


class IdentitySettings(Settings):
    owns_sessions: ClassVar[bool] = True

    token_private_key: Path = Field(alias="TOKEN_PRIVATE_KEY")
    mail_keys: Sealing = Field(alias="MAIL_KEYS")
    authenticator_keys: Sealing = Field(alias="AUTHENTICATOR_KEYS")
    export_keys: Sealing = Field(alias="EXPORT_KEYS")
    ban_keys: Signing = Field(alias="BAN_KEYS")
    erased_address_keys: Signing = Field(alias="ERASED_ADDRESS_KEYS")
    # A folder or bucket of identity alone, backed up apart from the database.
    store_url: str = Field("memory://identity", alias="STORE_URL")
    sites_dir: Path = Field(REPOSITORY / "services" / "shared" / "sites" / "documents", alias="SITES_DIR")
    openapi_file: Path = Field(REPOSITORY / ".build" / "openapi.json", alias="OPENAPI_FILE")
    push_public_key: Annotated[str, BeforeValidator(text_of)] = Field(
        "", alias="PUSH_PUBLIC_KEY", pattern=r"^[A-Za-z0-9_-]*$"
    )
