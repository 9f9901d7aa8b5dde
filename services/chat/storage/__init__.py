from shared.kit.db import Database, UnitOfWork

from chat.ports import OpenPages
from chat.storage.calls import CallRepository
from chat.storage.conversations import ConversationRepository
from chat.storage.desk_reading import DeskReadingRepository
from chat.storage.feed import FeedRepository
from chat.storage.fictional_queue import FictionalQueueRepository
from chat.storage.found_messages import FoundMessages
from chat.storage.fraud_notices import FraudNoticeRepository
from chat.storage.greetings import GreetingRepository
from chat.storage.members import MemberRepository
from chat.storage.messages import MessageRepository
from chat.storage.photos import PhotoRepository
from chat.storage.reactions import ReactionRepository
from chat.storage.retractions import RetractionRepository
from chat.storage.sends import SendRepository
from chat.storage.status_changes import StatusChangeRepository
from chat.storage.wallets import WalletRepository


class ChatUnit(UnitOfWork):
    calls: CallRepository
    members: MemberRepository
    conversations: ConversationRepository
    desk_reading: DeskReadingRepository
    messages: MessageRepository
    found_messages: FoundMessages
    photos: PhotoRepository
    reactions: ReactionRepository
    retractions: RetractionRepository
    sends: SendRepository
    greetings: GreetingRepository
    status_changes: StatusChangeRepository
    wallets: WalletRepository
    fraud_notices: FraudNoticeRepository
    feed: FeedRepository
    fictional_queue: FictionalQueueRepository

    def __init__(self, database: Database, pages: OpenPages | None = None) -> None:
        """`pages` get their events from the commit, without reading the feed."""
        super().__init__(database)
        self._pages = pages

    def open(self) -> None:
        self.calls = CallRepository(self.session)
        self.members = MemberRepository(self.session)
        self.conversations = ConversationRepository(self.session)
        self.desk_reading = DeskReadingRepository(self.session)
        self.messages = MessageRepository(self.session)
        self.found_messages = FoundMessages(self.session)
        self.photos = PhotoRepository(self.session)
        self.reactions = ReactionRepository(self.session)
        self.retractions = RetractionRepository(self.session)
        self.sends = SendRepository(self.session)
        self.greetings = GreetingRepository(self.session)
        self.status_changes = StatusChangeRepository(self.session)
        self.wallets = WalletRepository(self.session)
        self.fraud_notices = FraudNoticeRepository(self.session)
        self.fictional_queue = FictionalQueueRepository(self.session)
        self.feed = FeedRepository(self.session, self._pages)
