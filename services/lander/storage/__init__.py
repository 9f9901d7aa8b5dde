from servicekit.storage import UnitOfWork

from lander.storage.leads import LeadRepository
from lander.storage.visits import VisitRepository


class LanderUnit(UnitOfWork):
    visits: VisitRepository
    leads: LeadRepository

    def open(self) -> None:
        self.visits = VisitRepository(self.session)
        self.leads = LeadRepository(self.session)
