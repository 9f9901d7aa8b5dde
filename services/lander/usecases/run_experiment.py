from collections.abc import Sequence

from shared.sites import Site
from shared.statistics.evidence import Finding, judge

from lander.domain.document import PageDocument
from lander.domain.experiment import ArmFigures, Experiment, Goal, check_weights
from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.publication import problems, state_of
from lander.errors import ExperimentEnded, ExperimentRuns, PageNotReady, PageUnknown, SecondMarketerNeeded
from lander.storage import LanderUnit
from lander.usecases.change_page import check_live, is_approved


def start_experiment(
    uow: LanderUnit, marketer: Marketer, site: Site, slug: str, goal: Goal, arms: Sequence[tuple[int, float]]
) -> int:
    """Split the visitors of a live page between versions, each with its weight, and return the experiment's id.

    Raises WeightsDoNotSum, PageUnknown (page or version), PageRetired, PageNotReady, ExperimentRuns, and
    SecondMarketerNeeded for a version that nobody has approved where two people look at a page.
    """
    check_weights([weight for _, weight in arms])
    with uow:
        page_id = uow.pages.lock(marketer.site, slug)
        if page_id is None:
            raise PageUnknown()
        check_live(uow, page_id)
        if uow.experiments.is_running(page_id):
            raise ExperimentRuns()
        documents = {version.number: version.document for version in uow.pages.versions(page_id)}
        publications = uow.pages.publications(page_id)
        for version, _ in arms:
            if version not in documents:
                raise PageUnknown()
            if found := problems(PageDocument.model_validate(documents[version]), site.locales):
                raise PageNotReady.at(each.place for each in found)
            if site.lander_review == "two" and not is_approved(publications, version):
                raise SecondMarketerNeeded()
        made = uow.experiments.start(page_id, goal, arms)
        split = {str(version): weight for version, weight in arms}
        _record(uow, marketer, "experiment.start", slug, {"goal": goal.value, "weights": split})
        uow.commit()
    return made


def end_experiment(uow: LanderUnit, marketer: Marketer, experiment_id: int, ship: int | None = None) -> None:
    """End an experiment, and make the version of the arm `ship` the live one in the same transaction. Once.

    Of two marketers at once, the second one's request changes nothing: it succeeds if the first one's did the same.
    Raises PageUnknown for an experiment or an arm that there is not, and ExperimentEnded if it has ended and `ship` is
    not live.
    """
    with uow:
        experiment = find_experiment(uow, marketer.site, experiment_id)
        page_id = uow.pages.lock(marketer.site, experiment.slug)
        if page_id is None:
            raise PageUnknown()
        shipped = next((arm.version for arm in experiment.arms if arm.id == ship), None)
        if ship is not None and shipped is None:
            raise PageUnknown()
        if find_experiment(uow, marketer.site, experiment_id).ended_at is not None:
            _, live = state_of(uow.pages.publications(page_id), uow.pages.time())
            if shipped is not None and shipped != live:
                raise ExperimentEnded()
            return
        uow.experiments.end(experiment_id)
        if shipped is not None:
            uow.pages.publish(page_id, shipped, None, marketer.member_id, approved=True)
        action = "experiment.ship" if shipped is not None else "experiment.end"
        _record(uow, marketer, action, experiment.slug, {"version": shipped} if shipped is not None else None)
        uow.commit()


def read_experiment(uow: LanderUnit, site: str, experiment: Experiment) -> tuple[list[ArmFigures], Finding]:
    """The figures of an experiment, in the caller's transaction, and what they say at the end of each day."""
    figures = uow.experiments.figures(site, experiment)
    return figures, judge([arm.weight for arm in experiment.arms], uow.experiments.looks(site, experiment))


def find_experiment(uow: LanderUnit, site: str, experiment_id: int) -> Experiment:
    """Raises PageUnknown."""
    for each in uow.experiments.of_site(site):
        if each.id == experiment_id:
            return each
    raise PageUnknown()


def _record(uow: LanderUnit, marketer: Marketer, action: str, slug: str, after: dict[str, object] | None) -> None:
    uow.actions.record(marketer, MarketingAction(action, slug, after=after))
