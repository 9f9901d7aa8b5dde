from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from prometheus_client import Counter
from shared.kit.core import logger

from lander.domain.postback import LONGEST_WAIT, request_of, retry_after
from lander.ports import PostbackSender
from lander.storage import LanderUnit
from lander.storage.tables import PostbackRow

postbacks_finished = Counter("lander_postbacks_finished_total", "Postbacks sent, withheld, or failed", ["state"])

BATCH = 20
THREADS = 4
LEASE = timedelta(minutes=2)  # several times the deadlines of a batch
GONE, BUSY = (404, 410), (429, 503)
BUSY_WAIT = timedelta(minutes=5)


def send_postbacks(unit_of_work: Callable[[], LanderUnit], sender: PostbackSender) -> int:
    """Send up to a batch of due postbacks. Returns the number processed.

    One of a worker that dies meanwhile is due again at the end of its lease: delivery is at least once, and its
    transaction id lets the network count it once.
    """
    with unit_of_work() as uow:
        due = uow.postbacks.claim(LEASE, BATCH)
        uow.commit()
    if due:
        with ThreadPoolExecutor(min(THREADS, len(due))) as threads:
            list(threads.map(lambda row: _process(unit_of_work, sender, row), due))
    return len(due)


def _process(unit_of_work: Callable[[], LanderUnit], sender: PostbackSender, row: PostbackRow) -> None:
    with unit_of_work().reading() as reads:
        sending = reads.postbacks.sending(row)
    if isinstance(sending, str):
        _finish(unit_of_work, row, "withheld", sending)
        return
    terms, values = sending
    answer = sender.send(request_of(terms, row.goal, values, datetime.now(UTC)), terms.hosts)
    code, milliseconds = answer.code, answer.milliseconds
    if code is not None and 200 <= code < 300:
        _finish(unit_of_work, row, "sent", None, code, milliseconds)
    elif answer.is_refused or code in GONE or (code is not None and 300 <= code < 400):
        _finish(unit_of_work, row, "failed", "refused" if code is None else "answer", code, milliseconds)
    elif code in BUSY:
        wait = min(answer.retry_after or BUSY_WAIT, LONGEST_WAIT)
        with unit_of_work() as uow:
            uow.postbacks.put_back(row, wait, code, milliseconds, counts=False)
            uow.commit()
    # Counted when it has ended: a worker that is killed uses up none.
    elif (delay := retry_after(row.tries + 1)) is not None:
        with unit_of_work() as uow:
            uow.postbacks.put_back(row, delay, code, milliseconds, counts=True)
            uow.commit()
    else:
        _finish(unit_of_work, row, "failed", "tries", code, milliseconds)


def _finish(
    unit_of_work: Callable[[], LanderUnit],
    row: PostbackRow,
    state: str,
    reason: str | None,
    code: int | None = None,
    milliseconds: int = 0,
) -> None:
    with unit_of_work() as uow:
        uow.postbacks.finish(row, state, reason, code, milliseconds)
        uow.commit()
    postbacks_finished.labels(state).inc()
    if state == "failed":
        logger().error("postback_failed", postback_id=str(row.id), network=row.network, goal=row.goal, code=code)
