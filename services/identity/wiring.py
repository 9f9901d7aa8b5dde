"""What a process of identity holds, built once."""

from dataclasses import dataclass

from servicekit.storage import Database
from servicekit.web.rate_limit import RateLimiter
from sites import SiteDirectory

from identity.one_time_codes import OneTimeCodes
from identity.passkey_check import WebAuthnCheck
from identity.passwords import Argon2Passwords
from identity.ports import Erasers
from identity.sealing import MailSeal
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
    seal: MailSeal
    codes: OneTimeCodes
    passkeys: WebAuthnCheck
    tokens: TokenIssuer
    erasers: Erasers
    rate_limiter: RateLimiter

    def unit_of_work(self) -> IdentityUnit:
        return IdentityUnit(self.database, self.settings.ban_keys)


def read_settings() -> IdentitySettings:
    return IdentitySettings.from_environment()


def wire(settings: IdentitySettings) -> Wiring:
    database = Database(settings.database_url)
    return Wiring(
        settings=settings,
        database=database,
        sites=SiteDirectory(settings.sites_dir),
        passwords=Argon2Passwords(),
        seal=MailSeal(settings.mail_keys),
        codes=OneTimeCodes(settings.authenticator_keys),
        passkeys=WebAuthnCheck(),
        tokens=TokenIssuer(settings.token_private_key),
        erasers=Erasers(FileStore(settings.store_url, settings.export_keys), settings.erased_address_keys),
        rate_limiter=RateLimiter.of(settings, database),
    )
