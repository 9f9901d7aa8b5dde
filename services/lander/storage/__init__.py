from shared.kit.db import UnitOfWork

from lander.storage.checks import CheckRepository
from lander.storage.cost_keys import CostKeyRepository
from lander.storage.costs import CostRepository
from lander.storage.experiments import ExperimentRepository
from lander.storage.leads import LeadRepository
from lander.storage.links import LinkRepository
from lander.storage.marketing_actions import MarketingActionRepository
from lander.storage.money import MoneyRepository
from lander.storage.networks import NetworkRepository
from lander.storage.pages import PageRepository
from lander.storage.pictures import PictureRepository
from lander.storage.postback_tests import PostbackTestRepository
from lander.storage.postbacks import PostbackRepository
from lander.storage.report import ReportRepository
from lander.storage.report_views import ReportViewRepository
from lander.storage.sign_up_hours import SignUpHourRepository
from lander.storage.suspects import SuspectRepository
from lander.storage.views import ViewRepository


class LanderUnit(UnitOfWork):
    views: ViewRepository
    leads: LeadRepository
    networks: NetworkRepository
    money: MoneyRepository
    costs: CostRepository
    checks: CheckRepository
    reports: ReportRepository
    actions: MarketingActionRepository
    postbacks: PostbackRepository
    postback_tests: PostbackTestRepository
    pages: PageRepository
    pictures: PictureRepository
    experiments: ExperimentRepository
    links: LinkRepository
    cost_keys: CostKeyRepository
    report_views: ReportViewRepository
    suspects: SuspectRepository
    sign_up_hours: SignUpHourRepository

    def open(self) -> None:
        self.views = ViewRepository(self.session)
        self.leads = LeadRepository(self.session)
        self.networks = NetworkRepository(self.session)
        self.money = MoneyRepository(self.session)
        self.costs = CostRepository(self.session)
        self.checks = CheckRepository(self.session)
        self.reports = ReportRepository(self.session)
        self.actions = MarketingActionRepository(self.session)
        self.postbacks = PostbackRepository(self.session)
        self.postback_tests = PostbackTestRepository(self.session)
        self.pages = PageRepository(self.session)
        self.pictures = PictureRepository(self.session)
        self.cost_keys = CostKeyRepository(self.session)
        self.report_views = ReportViewRepository(self.session)
        self.links = LinkRepository(self.session)
        self.experiments = ExperimentRepository(self.session)
        self.suspects = SuspectRepository(self.session)
        self.sign_up_hours = SignUpHourRepository(self.session)
