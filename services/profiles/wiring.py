"""Dependencies of a process of profiles."""

import sys
import time
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from shared.kit.db import Database
from shared.kit.grpc import peer
from shared.kit.http import ReplicaReads
from shared.pictures import ModelRefused, PictureStore
from shared.sites import SiteDirectory
from sqlalchemy import Engine

from profiles.blurred_links import BlurredLinks
from profiles.classifiers import Classifiers
from profiles.clients.chat import ChatConversations
from profiles.clients.identity import IdentityAccounts
from profiles.clients.matcher import HttpPictureMatcher
from profiles.cursors import Cursors
from profiles.date_contacts import DateContacts
from profiles.domain.atlas import Atlas
from profiles.domain.town_names import TownNames
from profiles.face_checks import FaceChecks
from profiles.media_links import MediaLinks
from profiles.moderation.clients.billing import BillingPayments
from profiles.moderation.clients.chat import ChatEvidence
from profiles.moderation.clients.identity import ModeratedAccounts
from profiles.moderation.clients.identity_support import IdentitySupport
from profiles.moderation.domain.quality_reviews import is_sampled
from profiles.moderation.ports import Accounts as DeskAccounts
from profiles.moderation.ports import Evidence, Payments, SupportedAccounts
from profiles.moderation.storage.unit import ModerationReads, ModerationUnit
from profiles.moderation.usecases.follow_profiles import follow_profiles
from profiles.ports import Accounts, Conversations, Pause, PictureMatcher
from profiles.settings import ProfilesSettings
from profiles.storage.activity import Activity
from profiles.storage.card_cache import CardCache
from profiles.storage.search_shares import KnownShares
from profiles.usecases.photos.check_picture import PictureGuard


@dataclass(frozen=True)
class Wiring:
    settings: ProfilesSettings
    database: Database
    links: MediaLinks
    media: PictureStore
    blurred_links: BlurredLinks
    cursors: Cursors
    date_contacts: DateContacts
    sites: SiteDirectory
    conversations: Conversations
    evidence: Evidence
    accounts: Accounts
    desk_accounts: DeskAccounts
    payments: Payments
    support: SupportedAccounts
    classifiers: Classifiers = field(default_factory=Classifiers)
    face_checks: FaceChecks = field(default_factory=FaceChecks)
    matcher: PictureMatcher | None = None
    pause: Pause = time.sleep

    def unit_of_work(self) -> ModerationUnit:
        sampled = partial(is_sampled, self.settings.statement_keys)
        return ModerationUnit(self.database, self.activity, self.shares, follow=follow_profiles, is_sampled=sampled)

    def reads(self, engine: Engine | None = None) -> ModerationReads:
        """Reads of the newest state, or by the connections that `replica_reads` chose."""
        return ModerationReads(self.database, self.activity, self.shares, self.card_cache, engine)

    @cached_property
    def picture_guard(self) -> PictureGuard:
        return PictureGuard(self.unit_of_work, self.sites, self.settings.evidence_keys, self.matcher)

    @cached_property
    def replica_reads(self) -> ReplicaReads:
        settings = self.settings
        return ReplicaReads.of(settings, self.database, settings.database_read_url, settings.database_read_staleness)

    @cached_property
    def activity(self) -> Activity:
        return Activity(self.database)

    @cached_property
    def card_cache(self) -> CardCache:
        return CardCache()

    @cached_property
    def shares(self) -> KnownShares:
        return KnownShares(self.database)

    @cached_property
    def atlas(self) -> Atlas:
        # Read on first use: processes without requests for towns need no gazetteer.
        from shared.gazetteer import regions, towns

        return Atlas(towns(), regions())

    @cached_property
    def town_names(self) -> TownNames:
        from shared.gazetteer import alternate_names, post_codes, towns

        return TownNames(towns(), alternate_names(), post_codes())


def read_settings() -> ProfilesSettings:
    return ProfilesSettings.from_environment()


def wire(settings: ProfilesSettings) -> Wiring:
    sites = SiteDirectory(settings.sites_dir, settings.public_url)
    return Wiring(
        settings=settings,
        database=Database.of(settings),
        links=MediaLinks(settings.media_keys),
        media=PictureStore(settings.media_url),
        blurred_links=BlurredLinks(settings.media_keys),
        cursors=Cursors(settings.cursor_keys),
        date_contacts=DateContacts(settings.date_contact_keys, settings.date_contact_hash_keys),
        sites=sites,
        conversations=ChatConversations(peer(settings, "chat")),
        evidence=ChatEvidence(peer(settings, "chat")),
        accounts=IdentityAccounts(peer(settings, "identity")),
        desk_accounts=ModeratedAccounts(peer(settings, "identity")),
        payments=BillingPayments(peer(settings, "billing")),
        support=IdentitySupport(peer(settings, "identity")),
        matcher=HttpPictureMatcher(settings) if settings.picture_matcher_url else None,
        **_models(settings, sites),
    )


def _models(settings: ProfilesSettings, sites: SiteDirectory) -> dict[str, Any]:
    """Load the operator's models; one that does not fit stops the process with a sentence."""
    try:
        return {
            "classifiers": Classifiers.load(settings.classifier_model, settings.classifier_sha256, sites),
            "face_checks": FaceChecks.load(settings.verification_model, settings.verification_sha256, sites),
        }
    except ModelRefused as refused:
        sys.exit(str(refused))
