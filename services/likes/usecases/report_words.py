from uuid import UUID

from shared.kit.core import NotFound

from likes.ports import Profiles, WordsReport
from likes.storage import LikesUnit


def report_words(uow: LikesUnit, profiles: Profiles, key: UUID, report: WordsReport) -> int:
    """Report the words of a member's likes to the desk, once per `key`. Returns the number of the complaint.

    The words are those stored here, so that evidence cannot be forged, with those of likes withdrawn since: withdrawing
    is the first thing a harasser does. A report is taken in whether there are any or not, also across a block, so
    nobody learns of a like by reporting it. Raises NotFound for oneself and for members of other pools.
    """
    if report.reporter_id == report.liker_id:
        raise NotFound()
    with uow.reading() as reads:
        received = reads.likes.words_to(report.reporter_id, report.liker_id)
    return profiles.report_words(key, report, received)
