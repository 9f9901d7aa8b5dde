from servicekit.storage import UnitOfWork

from identity.storage.accounts import AccountRepository
from identity.storage.greetings import GreetingRepository
from identity.storage.sessions import SessionRepository
from identity.storage.tokens import TokenRepository


class IdentityUnit(UnitOfWork):
    accounts: AccountRepository
    greetings: GreetingRepository
    sessions: SessionRepository
    tokens: TokenRepository

    def open(self) -> None:
        self.accounts = AccountRepository(self.session)
        self.greetings = GreetingRepository(self.session)
        self.sessions = SessionRepository(self.session)
        self.tokens = TokenRepository(self.session)
