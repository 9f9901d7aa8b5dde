from shared.kit.storage import UnitOfWork

from lander.storage.leads import LeadRepository
from lander.storage.networks import NetworkRepository
from lander.storage.views import ViewRepository


class LanderUnit(UnitOfWork):
    views: ViewRepository
    leads: LeadRepository
    networks: NetworkRepository

    def open(self) -> None:
        self.views = ViewRepository(self.session)
        self.leads = LeadRepository(self.session)
        self.networks = NetworkRepository(self.session)
