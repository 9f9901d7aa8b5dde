"""Dependencies of a process of identity, built once."""

from dataclasses import dataclass

from shared.kit.core import STREAM
from shared.kit.db import Database
from shared.kit.http import RateLimiter
from shared.sites import SiteDirectory

from identity.clients.age_provider import HttpAgeProvider
from identity.clients.openid import HttpOpenIdProvider
from identity.one_time_codes import OneTimeCodes
from identity.passwords import Argon2Passwords
from identity.ports import AgeProvider, OpenIdProvider
from identity.revocation_stream import RevocationPublisher
from identity.sealing import MailSealer
from identity.settings import IdentitySettings
from identity.storage import IdentityUnit
from identity.store import FileStore
from identity.tokens import TokenIssuer
from identity.webauthn_ceremonies import WebAuthnCeremonies


@dataclass(frozen=True)
class Wiring:
    settings: IdentitySettings
    database: Database
    sites: SiteDirectory
    passwords: Argon2Passwords
    mail_sealer: MailSealer
    codes: OneTimeCodes
    webauthn: WebAuthnCeremonies
    tokens: TokenIssuer
    store: FileStore
    age_provider: AgeProvider
    openid_provider: OpenIdProvider
    rate_limiter: RateLimiter

    def unit_of_work(self) -> IdentityUnit:
        return IdentityUnit(self.database, self.settings.ban_keys, self.settings.contact_keys)


def read_settings() -> IdentitySettings:
    return IdentitySettings.from_environment()


def wire(settings: IdentitySettings) -> Wiring:
    sites = SiteDirectory(settings.sites_dir, settings.public_url)
    check_age_provider(settings, sites)
    database = Database.of(settings)
    database.commit_notifier.publish_with(STREAM, RevocationPublisher(settings.redis_url).publish)
    return Wiring(
        settings=settings,
        database=database,
        sites=sites,
        passwords=Argon2Passwords(),
        mail_sealer=MailSealer(settings.mail_keys),
        codes=OneTimeCodes(settings.authenticator_keys),
        webauthn=WebAuthnCeremonies(),
        tokens=TokenIssuer(settings.token_private_key),
        store=FileStore(settings.store_url, settings.export_keys),
        age_provider=HttpAgeProvider(settings),
        openid_provider=HttpOpenIdProvider(settings),
        rate_limiter=RateLimiter.of(settings, database),
    )


def check_age_provider(settings: IdentitySettings, sites: SiteDirectory) -> None:
    """Raise ValueError if a site asks for proof of age and there is no provider: its members could not give any."""
    asking = [key for key, site in sites.items() if "provider" in site.age_assurance.values()]
    if asking and not settings.age_provider_url:
        raise ValueError(f"AGE_PROVIDER_URL is empty, and these sites ask for proof of age: {', '.join(asking)}")
