from shared.kit.db import UnitOfWork

from notifications.storage.activities import ActivityRepository
from notifications.storage.campaign_messages import CampaignMessageRepository
from notifications.storage.campaign_results import CampaignResultRepository
from notifications.storage.campaigns import CampaignRepository
from notifications.storage.emails import EmailRepository
from notifications.storage.inbox import InboxRepository
from notifications.storage.names import NameRepository
from notifications.storage.new_likes import NewLikeRepository
from notifications.storage.preferences import PreferenceRepository
from notifications.storage.push_subscriptions import PushSubscriptionRepository
from notifications.storage.pushes import PushRepository
from notifications.storage.segments import SegmentRepository
from notifications.storage.series import SeriesRepository
from notifications.storage.suppressions import SuppressionRepository
from notifications.storage.texts import TextRepository
from notifications.storage.unreads import UnreadRepository


class NotificationsUnit(UnitOfWork):
    preferences: PreferenceRepository
    emails: EmailRepository
    names: NameRepository
    suppressions: SuppressionRepository
    push_subscriptions: PushSubscriptionRepository
    pushes: PushRepository
    texts: TextRepository
    unreads: UnreadRepository
    new_likes: NewLikeRepository
    activities: ActivityRepository
    campaigns: CampaignRepository
    campaign_messages: CampaignMessageRepository
    campaign_results: CampaignResultRepository
    segments: SegmentRepository
    series: SeriesRepository
    inbox: InboxRepository

    def open(self) -> None:
        self.preferences = PreferenceRepository(self.session)
        self.emails = EmailRepository(self.session)
        self.names = NameRepository(self.session)
        self.suppressions = SuppressionRepository(self.session)
        self.push_subscriptions = PushSubscriptionRepository(self.session)
        self.pushes = PushRepository(self.session)
        self.texts = TextRepository(self.session)
        self.unreads = UnreadRepository(self.session)
        self.new_likes = NewLikeRepository(self.session)
        self.activities = ActivityRepository(self.session)
        self.campaigns = CampaignRepository(self.session)
        self.campaign_messages = CampaignMessageRepository(self.session)
        self.campaign_results = CampaignResultRepository(self.session)
        self.segments = SegmentRepository(self.session)
        self.series = SeriesRepository(self.session)
        self.inbox = InboxRepository(self.session)
