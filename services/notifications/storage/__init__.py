from servicekit.storage import UnitOfWork

from notifications.storage.mails import MailRepository
from notifications.storage.names import NameRepository
from notifications.storage.preferences import PreferenceRepository
from notifications.storage.push_subscriptions import PushSubscriptionRepository
from notifications.storage.suppressions import SuppressionRepository


class NotificationsUnit(UnitOfWork):
    preferences: PreferenceRepository
    mails: MailRepository
    names: NameRepository
    suppressions: SuppressionRepository
    push_subscriptions: PushSubscriptionRepository

    def open(self) -> None:
        self.preferences = PreferenceRepository(self.session)
        self.mails = MailRepository(self.session)
        self.names = NameRepository(self.session)
        self.suppressions = SuppressionRepository(self.session)
        self.push_subscriptions = PushSubscriptionRepository(self.session)
