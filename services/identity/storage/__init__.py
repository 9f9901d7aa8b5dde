"""Storage of identity: the unit of work and its repositories."""

from uuid import UUID

from shared.kit.core import SigningKeys
from shared.kit.db import Database, UnitOfWork
from shared.privacy import erase

from identity.domain.account import Account
from identity.domain.session import Session
from identity.storage.accounts import AccountRepository
from identity.storage.age_checks import AgeCheckRepository
from identity.storage.attempts import AttemptRepository
from identity.storage.authenticators import AuthenticatorRepository
from identity.storage.bans import BanRepository
from identity.storage.consents import ConsentRepository
from identity.storage.credits_projection import copy_credits
from identity.storage.data_inventory import DATA_INVENTORY
from identity.storage.devices import DeviceRepository
from identity.storage.exports import ExportRepository
from identity.storage.greetings import GreetingRepository
from identity.storage.invitations import InvitationRepository
from identity.storage.invites import InviteRepository
from identity.storage.known_contacts import KnownContactRepository
from identity.storage.member_search import MemberSearchRepository, RecentNetworkRepository
from identity.storage.passkeys import PasskeyRepository
from identity.storage.session_with_account import find_session_with_account
from identity.storage.sessions import SessionRepository
from identity.storage.sign_ups import SignUpRepository
from identity.storage.staff import StaffRepository
from identity.storage.tokens import TokenRepository
from identity.storage.tombstones import TombstoneRepository


class IdentityUnit(UnitOfWork):
    accounts: AccountRepository
    age_checks: AgeCheckRepository
    bans: BanRepository
    greetings: GreetingRepository
    consents: ConsentRepository
    contacts: KnownContactRepository
    exports: ExportRepository
    invitations: InvitationRepository
    invites: InviteRepository
    tombstones: TombstoneRepository
    sessions: SessionRepository
    sign_ups: SignUpRepository
    staff: StaffRepository
    tokens: TokenRepository
    attempts: AttemptRepository
    devices: DeviceRepository
    networks: RecentNetworkRepository
    member_search: MemberSearchRepository
    authenticators: AuthenticatorRepository
    passkeys: PasskeyRepository

    def __init__(
        self, database: Database, ban_keys: SigningKeys | None = None, contact_keys: SigningKeys | None = None
    ) -> None:
        """Without their keys the methods of `bans` and `contacts` raise ValueError."""
        super().__init__(database)
        self._ban_keys, self._contact_keys = ban_keys, contact_keys

    def open(self) -> None:
        self.accounts = AccountRepository(self.session)
        self.age_checks = AgeCheckRepository(self.session)
        self.bans = BanRepository(self.session, self._ban_keys)
        self.contacts = KnownContactRepository(self.session, self._contact_keys)
        self.greetings = GreetingRepository(self.session)
        self.sessions = SessionRepository(self.session)
        self.sign_ups = SignUpRepository(self.session)
        self.staff = StaffRepository(self.session)
        self.tokens = TokenRepository(self.session)
        self.attempts = AttemptRepository(self.session)
        self.devices = DeviceRepository(self.session)
        self.networks = RecentNetworkRepository(self.session)
        self.member_search = MemberSearchRepository(self.session)
        self.authenticators = AuthenticatorRepository(self.session)
        self.passkeys = PasskeyRepository(self.session)
        self.consents = ConsentRepository(self.session)
        self.exports = ExportRepository(self.session)
        self.invitations = InvitationRepository(self.session)
        self.invites = InviteRepository(self.session)
        self.tombstones = TombstoneRepository(self.session)

    def find_session_with_account(self, secret_hash: bytes) -> tuple[Session, Account] | None:
        """The living session of this secret and its account, read in one snapshot."""
        found = find_session_with_account(self.session, secret_hash)
        # The roles of staff are read a moment later. That is safe: what takes a role away ends the sessions, too, and
        # a second factor that was proved before a role was given is always one of the account's own.
        return (found[0], self.accounts.whole(found[1])) if found else None

    def copy_credits(self, member_id: UUID, credits: int, version: int) -> None:
        """Copy a member's credits from billing, unless a newer version is stored already."""
        copy_credits(self.session, member_id, credits, version)

    def erase(self, member_id: UUID) -> int:
        """Delete or overwrite the member's rows as the data inventory says. Returns their number."""
        return erase(self.session, DATA_INVENTORY, member_id)
