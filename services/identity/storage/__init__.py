from servicekit.storage import UnitOfWork

from identity.storage.accounts import AccountRepository
from identity.storage.attempts import AttemptRepository
from identity.storage.authenticators import AuthenticatorRepository
from identity.storage.devices import DeviceRepository
from identity.storage.greetings import GreetingRepository
from identity.storage.passkeys import PasskeyRepository
from identity.storage.sessions import SessionRepository
from identity.storage.tokens import TokenRepository


class IdentityUnit(UnitOfWork):
    accounts: AccountRepository
    greetings: GreetingRepository
    sessions: SessionRepository
    tokens: TokenRepository
    attempts: AttemptRepository
    devices: DeviceRepository
    authenticators: AuthenticatorRepository
    passkeys: PasskeyRepository

    def open(self) -> None:
        self.accounts = AccountRepository(self.session)
        self.greetings = GreetingRepository(self.session)
        self.sessions = SessionRepository(self.session)
        self.tokens = TokenRepository(self.session)
        self.attempts = AttemptRepository(self.session)
        self.devices = DeviceRepository(self.session)
        self.authenticators = AuthenticatorRepository(self.session)
        self.passkeys = PasskeyRepository(self.session)
