from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import Invalid, SigningKeys

from identity.domain.member_search import SearchBy
from identity.storage import IdentityUnit
from identity.storage.member_search import hashes_of_range

SHORTEST, LONGEST, MOST = 3, 254, 100


def find_members(
    uow: IdentityUnit, source_keys: SigningKeys, sites: Sequence[str], by: SearchBy, text: str, limit: int
) -> list[UUID]:
    """Members of these sites by a part of their email address, a device class or a network, the newest first.

    Raises Invalid for a shorter or longer text, and for a range of addresses that is none or too broad.
    """
    asked, limit = text.strip(), min(limit, MOST)
    words = asked.replace(",", " ").split()
    if not SHORTEST <= len(asked) <= LONGEST or not words:
        raise Invalid(field="text")
    with uow.reading() as reads:
        match by:
            case SearchBy.EMAIL:
                return reads.member_search.by_email(sites, asked, limit)
            case SearchBy.DEVICE:
                return reads.member_search.by_device(sites, words, limit)
            case SearchBy.NETWORK:
                return reads.member_search.by_network(sites, hashes_of_range(source_keys, asked), limit)
