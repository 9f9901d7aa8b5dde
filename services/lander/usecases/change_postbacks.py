"""Changes of postbacks at the marketing desk, each recorded with what it replaced."""

from uuid import UUID

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.network import Posting
from lander.domain.postback import checked_template
from lander.errors import PostbackGoalMissing
from lander.storage import LanderUnit


def set_postbacks(uow: LanderUnit, marketer: Marketer, name: str, wanted: Posting) -> None:
    """Replace the postbacks of a network at once. Raises NotFound and PostbackTemplateWrong.

    The row is locked first: of two marketers who change it at once, the second records what the first has set.
    """
    for template in wanted.templates.values():
        checked_template(template, wanted.hosts)
    with uow:
        if uow.networks.lock(marketer.site, name) is None:
            raise NotFound()
        before = uow.networks.posting(marketer.site, name)
        if before is None or before == wanted:
            return
        uow.networks.post(marketer.site, name, wanted)
        uow.networks.pause(marketer.site, name, is_paused=wanted.is_paused)
        action = MarketingAction("postbacks.set", name, before.described(), wanted.described())
        uow.actions.record(marketer, action)
        uow.commit()


def ask_postback_test(uow: LanderUnit, marketer: Marketer, name: str, goal: str, test_id: UUID) -> None:
    """Have the worker send one with test values, also to a paused network. Raises NotFound, PostbackGoalMissing."""
    with uow:
        posting = uow.networks.posting(marketer.site, name)
        if posting is None:
            raise NotFound()
        if goal not in posting.templates:
            raise PostbackGoalMissing(field="goal")
        if uow.postback_tests.ask(marketer.site, name, goal, test_id):
            uow.actions.record(marketer, MarketingAction("postbacks.test", name, after={"goal": goal}))
        uow.commit()


def send_again(uow: LanderUnit, marketer: Marketer, postback_id: UUID) -> None:
    """Queue one that was sent or has failed, with its transaction id. Raises NotFound for any other."""
    with uow:
        goal = uow.postbacks.send_again(marketer.site, postback_id)
        if goal is None:
            raise NotFound()
        uow.actions.record(marketer, MarketingAction("postbacks.again", str(postback_id), after={"goal": goal}))
        uow.commit()
