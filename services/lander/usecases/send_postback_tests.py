from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from lander.domain.postback import request_of, test_values
from lander.ports import PostbackSender
from lander.storage import LanderUnit

LEASE = timedelta(minutes=1)


def send_postback_tests(unit_of_work: Callable[[], LanderUnit], sender: PostbackSender) -> int:
    """Send one test that waits. It is of no lead, so it is in no log but its own. Returns the number processed."""
    with unit_of_work() as uow:
        test = uow.postback_tests.claim(LEASE)
        terms = None if test is None else uow.postbacks.terms(test.site, test.network)
        uow.commit()
    if test is None:
        return 0
    if terms is None or test.goal not in terms.templates:
        # Taken out since it was asked for.
        code, milliseconds, is_refused = None, 0, True
    else:
        request = request_of(terms, test.goal, test_values(test.goal, test.id), datetime.now(UTC))
        answer = sender.send(request, terms.hosts)
        code, milliseconds, is_refused = answer.code, answer.milliseconds, answer.is_refused
    with unit_of_work() as uow:
        uow.postback_tests.finish(test.id, code, milliseconds, is_refused=is_refused)
        uow.commit()
    return 1
