"""The lander's event consumers and scheduled jobs."""

from functools import partial
from typing import Any

from shared.kit.core import before_scrape
from shared.kit.events import Consumer, Job, OwnStream, due
from shared.kit.grpc import peer
from shared.privacy.retain import retention_jobs

from lander.clients.billing import BillingRevenue
from lander.clients.networks import NetworkPostbacks
from lander.events import from_billing, from_identity, from_notifications
from lander.report_files import ReportFiles
from lander.storage.data_inventory import DATA_INVENTORY, SUB_IDS_KEPT
from lander.storage.due import POSTBACK_TESTS, POSTBACKS
from lander.usecases.check_revenue import check_revenue_nightly
from lander.usecases.find_suspects import find_suspects
from lander.usecases.forget_sub_ids import forget_sub_ids
from lander.usecases.send_postback_tests import send_postback_tests
from lander.usecases.send_postbacks import send_postbacks
from lander.usecases.settle_bursts import settle_bursts
from lander.usecases.update_metrics import update_metrics
from lander.usecases.write_report_files import write_report_files
from lander.wiring import Wiring

AN_HOUR = 3600


def consumers(wiring: Wiring) -> list[Consumer[Any, Any]]:
    publishers = (from_identity, from_billing, from_notifications)
    return [consumer for publisher in publishers for consumer in publisher.subscriptions.consumers(wiring)]


def jobs(wiring: Wiring) -> list[Job]:
    before_scrape("update_metrics", lambda: update_metrics(wiring.unit_of_work()))
    sender = NetworkPostbacks(wiring.settings.networks_stand_in)
    send, send_tests = (partial(each, wiring.unit_of_work, sender) for each in (send_postbacks, send_postback_tests))
    billing = BillingRevenue(peer(wiring.settings, "billing"))
    files = [ReportFiles(url)] if (url := wiring.settings.reports_url) else []
    return [
        *retention_jobs(wiring.unit_of_work, DATA_INVENTORY, OwnStream(wiring.settings)),
        Job("send_postbacks", 1, send, due_in=due(wiring.database, POSTBACKS)),
        Job("send_postback_tests", 1, send_tests, due_in=due(wiring.database, POSTBACK_TESTS)),
        Job("check_revenue", AN_HOUR, lambda: check_revenue_nightly(wiring.unit_of_work, billing)),
        Job("find_suspects", AN_HOUR, lambda: find_suspects(wiring.unit_of_work)),
        Job("settle_bursts", 30, lambda: settle_bursts(wiring.unit_of_work)),
        Job("forget_sub_ids", AN_HOUR, lambda: forget_sub_ids(wiring.unit_of_work, SUB_IDS_KEPT)),
        *(Job("write_report_files", AN_HOUR, partial(_write_report_files, wiring, store)) for store in files),
    ]


def _write_report_files(wiring: Wiring, files: ReportFiles) -> None:
    write_report_files(wiring.unit_of_work, files, wiring.sites.site_keys())
