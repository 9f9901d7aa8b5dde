from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from shared.sites import Site
from shared.statistics.evidence import COUNTS, MONEY, Finding, findings

from lander.domain.document import PageDocument
from lander.domain.experiment import (
    USUAL_DISPERSION,
    ArmFigures,
    Estimate,
    Experiment,
    Goal,
    check_weights,
    estimate,
)
from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.page import Arm, is_free
from lander.domain.publication import problems, state_of
from lander.errors import ExperimentEnded, ExperimentRuns, PageNotReady, PageUnknown, SecondMarketerNeeded, SlugNotFree
from lander.storage import LanderUnit
from lander.usecases.change_page import add_version, check_live, is_approved

# Whole days by which a page's own pace is estimated.
PACE_DAYS = 28


def start_experiment(
    uow: LanderUnit,
    marketer: Marketer,
    site: Site,
    slug: str,
    goal: Goal,
    arms: Sequence[Arm],
    note: str = "",
) -> int:
    """Split the visitors of a live page between versions, each with its weight, and return the experiment's id.

    The version of another page (`copied_from`) is saved as the next one of this page: what is changed there later
    changes no arm, and shipping it needs nothing else.

    Raises WeightsDoNotSum, PageUnknown (page or version), PageRetired, PageNotReady, ExperimentRuns, and
    SecondMarketerNeeded for a version that nobody has approved where two people look at a page.
    """
    check_weights([arm.weight for arm in arms])
    with uow:
        page_id = uow.pages.lock(marketer.site, slug)
        if page_id is None:
            raise PageUnknown()
        check_live(uow, page_id)
        if uow.experiments.is_running(page_id):
            raise ExperimentRuns()
        started = [_own_arm(uow, marketer, site, page_id, slug, arm) for arm in arms]
        made = uow.experiments.start(page_id, goal, started, note)
        split = {str(arm.version): arm.weight for arm in started}
        _record(uow, marketer, "experiment.start", slug, {"goal": goal.value, "weights": split})
        uow.commit()
    return made


def _own_arm(uow: LanderUnit, marketer: Marketer, site: Site, page_id: int, slug: str, arm: Arm) -> Arm:
    """The arm with a version of the locked page, which may be a copy made now. Raises as `start_experiment`."""
    source = uow.pages.find(marketer.site, arm.copied_from) if arm.copied_from else page_id
    if source is None:
        raise PageUnknown()
    own = uow.pages.versions(page_id)
    stored = own if source == page_id else uow.pages.versions(source)
    found = next((each.document for each in stored if each.number == arm.version), None)
    if found is None:
        raise PageUnknown()
    document = PageDocument.model_validate(found)
    pictures = uow.pictures.of(site.key, document.hashes())
    if faults := problems(document, site.locales, uow.now(), pictures):
        raise PageNotReady.at(each.place for each in faults)
    if site.lander_review == "two" and not is_approved(uow.pages.publications(source), arm.version):
        raise SecondMarketerNeeded()
    if source == page_id:
        return replace(arm, copied_from="")
    shows_member = PageDocument.model_validate(own[0].document).scene.is_of_member
    # A page of a member has another address, and needs one.
    if document.scene.is_of_member != shows_member or not is_free(slug, document.scene):
        raise SlugNotFree(field="arms")
    add_version(uow, marketer, page_id, slug, own[0].number + 1, document)
    return replace(arm, version=own[0].number + 1)


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


def change_experiment(
    uow: LanderUnit, marketer: Marketer, experiment_id: int, *, is_paused: bool | None = None, note: str | None = None
) -> None:
    """Pause an experiment or go on with it, and replace its note; None changes nothing.

    Raises PageUnknown, and ExperimentEnded for a pause after its end.
    """
    with uow:
        page_id = uow.pages.lock(marketer.site, find_experiment(uow, marketer.site, experiment_id).slug)
        if page_id is None:
            raise PageUnknown()
        # Read again under the lock of its page: a colleague may have ended it.
        experiment = find_experiment(uow, marketer.site, experiment_id)
        was_paused = experiment.paused_at is not None
        wanted = was_paused if is_paused is None else is_paused
        if wanted != was_paused and experiment.ended_at is not None:
            raise ExperimentEnded()
        text = experiment.note if note is None else note
        uow.experiments.change(experiment_id, is_paused=wanted, note=text)
        if wanted != was_paused:
            _record(uow, marketer, "experiment.pause" if wanted else "experiment.resume", experiment.slug, None)
        if text != experiment.note:
            _record(uow, marketer, "experiment.note", experiment.slug, {"note": text})
        uow.commit()


def read_experiment(uow: LanderUnit, site: str, experiment: Experiment) -> tuple[list[ArmFigures], dict[date, Finding]]:
    """The figures of an experiment, in the caller's transaction, and what they said at the end of each day."""
    figures, looks = uow.experiments.figures(site, experiment), uow.experiments.looks(site, experiment)
    weights = [arm.weight for arm in experiment.arms]
    measure = MONEY if experiment.goal == Goal.NET_REVENUE else COUNTS
    return figures, dict(zip(looks, findings(weights, looks.values(), measure), strict=True))


def estimate_experiment(
    uow: LanderUnit,
    site: str,
    slug: str,
    goal: Goal,
    arms: int,
    views_a_day: float | None = None,
    rate: float | None = None,
) -> Estimate | None:
    """How long equal arms take at the pace given, or else at the page's own of four weeks; None without one."""
    with uow.reading() as uow:
        own_views, own_rate = uow.experiments.pace(site, slug, goal, PACE_DAYS)
        dispersion = None
        if goal == Goal.NET_REVENUE:
            dispersion = uow.experiments.dispersion(site, slug) or USUAL_DISPERSION
    views_a_day, rate = views_a_day or own_views, rate or own_rate
    return estimate([1 / arms] * arms, views_a_day, rate, dispersion) if views_a_day and rate else None


def find_experiment(uow: LanderUnit, site: str, experiment_id: int) -> Experiment:
    """Raises PageUnknown."""
    for each in uow.experiments.of_site(site):
        if each.id == experiment_id:
            return each
    raise PageUnknown()


def _record(uow: LanderUnit, marketer: Marketer, action: str, slug: str, after: dict[str, object] | None) -> None:
    uow.actions.record(marketer, MarketingAction(action, slug, after=after))
