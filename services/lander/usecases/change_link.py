"""Changes of smart links at the marketing desk, each recorded with what it replaced."""

from collections.abc import Callable

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.smart_link import MOST_LINKS, SmartLink
from lander.errors import LinkPageUnknown, LinksFull, LinkTaken
from lander.storage import LanderUnit

IsLive = Callable[[str], bool]


def add_link(uow: LanderUnit, marketer: Marketer, link: SmartLink, is_live: IsLive) -> None:
    """Raises LinkTaken, LinksFull, LinkPageUnknown, and NotFound for a network that the site does not have."""
    with uow:
        _check(uow, marketer, link, is_live)
        if uow.links.count(marketer.site) >= MOST_LINKS:
            raise LinksFull()
        if not uow.links.add(marketer.site, link):
            raise LinkTaken(field="name")
        uow.actions.record(marketer, MarketingAction("link.add", link.name, after=link.described()))
        uow.commit()


def change_link(uow: LanderUnit, marketer: Marketer, link: SmartLink, is_live: IsLive) -> None:
    """Replace where the link leads. Raises NotFound and LinkPageUnknown.

    The row is locked first: of two marketers who change it at once, the second records what the first has set. A page
    that was live when it was chosen may stay.
    """
    with uow:
        before = uow.links.lock(marketer.site, link.name)
        if before is None:
            raise NotFound()
        _check(uow, marketer, link, lambda page: page in before.pages() or is_live(page))
        if before == link:
            return
        uow.links.replace(marketer.site, link)
        uow.actions.record(marketer, MarketingAction("link.change", link.name, before.described(), link.described()))
        uow.commit()


def remove_link(uow: LanderUnit, marketer: Marketer, name: str) -> None:
    """End the link: its address is unknown from then on. Raises NotFound."""
    with uow:
        before = uow.links.lock(marketer.site, name)
        if before is None:
            raise NotFound()
        uow.links.remove(marketer.site, name)
        uow.actions.record(marketer, MarketingAction("link.remove", name, before.described()))
        uow.commit()


def _check(uow: LanderUnit, marketer: Marketer, link: SmartLink, is_live: IsLive) -> None:
    for page in sorted(link.pages()):
        if not is_live(page):
            raise LinkPageUnknown(field="fallback" if page == link.fallback else "targets")
    if link.network and link.network not in uow.networks.names(marketer.site):
        raise NotFound()
