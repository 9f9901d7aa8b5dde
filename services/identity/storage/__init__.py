from uuid import UUID

from holdings import erase
from servicekit.keys import SigningKeys
from servicekit.storage import Database, UnitOfWork

from identity.storage.accounts import AccountRepository
from identity.storage.attempts import AttemptRepository
from identity.storage.authenticators import AuthenticatorRepository
from identity.storage.bans import BanRepository
from identity.storage.consents import ConsentRepository
from identity.storage.devices import DeviceRepository
from identity.storage.exports import ExportRepository
from identity.storage.greetings import GreetingRepository
from identity.storage.holdings import HOLDINGS
from identity.storage.invites import InviteRepository
from identity.storage.origins import OriginRepository
from identity.storage.passkeys import PasskeyRepository
from identity.storage.sessions import SessionRepository
from identity.storage.sign_ups import SignUpRepository
from identity.storage.tokens import TokenRepository
from identity.storage.tombstones import TombstoneRepository


class IdentityUnit(UnitOfWork):
    accounts: AccountRepository
    bans: BanRepository
    greetings: GreetingRepository
    consents: ConsentRepository
    exports: ExportRepository
    invites: InviteRepository
    origins: OriginRepository
    tombstones: TombstoneRepository
    sessions: SessionRepository
    sign_ups: SignUpRepository
    tokens: TokenRepository
    attempts: AttemptRepository
    devices: DeviceRepository
    authenticators: AuthenticatorRepository
    passkeys: PasskeyRepository

    def __init__(self, database: Database, ban_keys: SigningKeys | None = None) -> None:
        super().__init__(database)
        self._ban_keys = ban_keys

    def open(self) -> None:
        self.accounts = AccountRepository(self.session)
        self.bans = BanRepository(self.session, self._ban_keys)
        self.greetings = GreetingRepository(self.session)
        self.sessions = SessionRepository(self.session)
        self.sign_ups = SignUpRepository(self.session)
        self.tokens = TokenRepository(self.session)
        self.attempts = AttemptRepository(self.session)
        self.devices = DeviceRepository(self.session)
        self.authenticators = AuthenticatorRepository(self.session)
        self.passkeys = PasskeyRepository(self.session)
        self.consents = ConsentRepository(self.session)
        self.exports = ExportRepository(self.session)
        self.invites = InviteRepository(self.session)
        self.origins = OriginRepository(self.session)
        self.tombstones = TombstoneRepository(self.session)

    def erase(self, member_id: UUID) -> int:
        return erase(self.session, HOLDINGS, member_id)
