from uuid import UUID

from shared.kit.core import NotFound

from likes.domain.visibility import LikerVisibility
from likes.ports import Profiles, WordsReport
from likes.storage import LikesUnit


def report_words(
    uow: LikesUnit, profiles: Profiles, key: UUID, report: WordsReport, visibility: LikerVisibility
) -> int:
    """Report the words of a received like to the desk, once per `key`. Returns the number of the complaint.

    The words are those stored here, so that evidence cannot be forged. Raises NotFound without a like with words that
    the reporter is shown: nobody learns of a like by reporting it.
    """
    with uow.reading() as reads:
        found = reads.likes.words_received(report.reporter_id, report.liker_id, matched=visibility.matches_only)
    if found is None:
        raise NotFound()
    opener, given_at = found
    return profiles.report_words(key, report, opener, given_at)
