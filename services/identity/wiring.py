"""What a process of identity holds, built once."""

import hashlib
import hmac
from dataclasses import dataclass

from servicekit.storage import Database
from sites import SiteDirectory

from identity.one_time_codes import OneTimeCodes
from identity.passkey_check import WebAuthnCheck
from identity.passwords import Argon2Passwords
from identity.ports import Erasers
from identity.sealing import FernetSeal
from identity.settings import IdentitySettings
from identity.storage import IdentityUnit
from identity.store import FileStore
from identity.tokens import TokenIssuer


@dataclass(frozen=True)
class Wiring:
    settings: IdentitySettings
    database: Database
    sites: SiteDirectory
    passwords: Argon2Passwords
    seal: FernetSeal
    codes: OneTimeCodes
    passkeys: WebAuthnCheck
    tokens: TokenIssuer
    erasers: Erasers
    source_key: bytes
    ban_key: bytes

    def unit_of_work(self) -> IdentityUnit:
        return IdentityUnit(self.database, self.ban_key)


def read_settings() -> IdentitySettings:
    return IdentitySettings.from_environment()


def wire(settings: IdentitySettings) -> Wiring:
    return Wiring(
        settings=settings,
        database=Database(settings.database_url),
        sites=SiteDirectory(settings.sites_dir),
        passwords=Argon2Passwords(),
        seal=FernetSeal(settings.seal_key),
        codes=OneTimeCodes(settings.seal_key),
        passkeys=WebAuthnCheck(),
        tokens=TokenIssuer(settings.token_private_key),
        erasers=Erasers(FileStore(settings.store_url, settings.seal_key), settings.seal_key),
        source_key=hmac.digest(settings.seal_key.encode(), b"identity.security_events", hashlib.sha256),
        ban_key=hmac.digest(settings.seal_key.encode(), b"identity.bans", hashlib.sha256),
    )
