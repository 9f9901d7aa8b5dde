from datetime import date
from typing import Any

from flask import Blueprint
from shared.kit.http import Nothing, endpoint
from shared.statistics.evidence import Conclusion, Finding

from lander.domain.experiment import ArmFigures, DeviceFigures, Experiment, worse_guards
from lander.domain.page import Arm
from lander.usecases.run_experiment import (
    change_experiment,
    end_experiment,
    estimate_experiment,
    read_experiment,
    start_experiment,
)
from lander.web.context import current_marketer, current_site, wiring
from lander.web.page_models import (
    ArmOut,
    ChangeExperiment,
    DayFindingOut,
    DeviceOut,
    DurationOut,
    EndExperiment,
    EstimateAnswer,
    EstimateQuery,
    ExperimentOut,
    ExperimentsAnswer,
    FindingOut,
    StartedExperiment,
    StartExperiment,
)

marketing_experiments = Blueprint("marketing_experiments", __name__, url_prefix="/api")

DAYS_SHOWN = 60


@marketing_experiments.get("/marketing-experiments.php")
@endpoint()
def get_marketing_experiments() -> ExperimentsAnswer:
    """The experiments of this site, newest first, with their figures and what they say."""
    marketer = current_marketer()
    with wiring().unit_of_work().reading() as uow:
        found = [
            _experiment(
                each,
                *read_experiment(uow, marketer.site, each),
                uow.experiments.by_device(marketer.site, each) if each.ended_at else [],
            )
            for each in uow.experiments.of_site(marketer.site)
        ]
    return ExperimentsAnswer(experiments=found)


@marketing_experiments.post("/marketing-experiments.php")
@endpoint(status=201)
def post_marketing_experiment(body: StartExperiment) -> StartedExperiment:
    """Split the visitors of a live page between versions."""
    arms = [Arm(0, arm.version, arm.weight, arm.page or "") for arm in body.arms]
    started = start_experiment(
        wiring().unit_of_work(), current_marketer(), current_site(), body.slug, body.goal, arms, body.note
    )
    wiring().catalogue.forget()
    return StartedExperiment(id=started)


@marketing_experiments.put("/marketing-experiments.php")
@endpoint()
def put_marketing_experiment(body: EndExperiment) -> Nothing:
    """End an experiment, and ship the version of an arm."""
    end_experiment(wiring().unit_of_work(), current_marketer(), body.experiment, body.ship)
    wiring().catalogue.forget()
    return Nothing()


@marketing_experiments.put("/marketing-experiment.php")
@endpoint()
def put_marketing_experiment_state(body: ChangeExperiment) -> Nothing:
    """Pause an experiment, go on with it, or replace its note."""
    marketer = current_marketer()
    change_experiment(wiring().unit_of_work(), marketer, body.experiment, is_paused=body.is_paused, note=body.note)
    wiring().catalogue.forget()
    return Nothing()


@marketing_experiments.get("/marketing-experiment-estimate.php")
@endpoint()
def get_marketing_experiment_estimate(query: EstimateQuery) -> EstimateAnswer:
    """How long an experiment would take at a page's own pace, or at the one given."""
    made = estimate_experiment(
        wiring().unit_of_work(),
        current_marketer().site,
        query.slug,
        query.goal,
        query.arms,
        views_a_day=query.views,
        rate=query.rate,
    )
    if made is None:
        return EstimateAnswer(views_a_day=None, rate=None, durations=[])
    durations = [DurationOut(lift=lift, days=days) for lift, days in made.days.items()]
    return EstimateAnswer(views_a_day=made.views_a_day, rate=made.rate, durations=durations)


def _experiment(
    experiment: Experiment, figures: list[ArmFigures], days: dict[date, Finding], devices: list[DeviceFigures]
) -> ExperimentOut:
    newest = next(reversed(days.values()), Finding(Conclusion.TOO_EARLY))
    return ExperimentOut(
        id=experiment.id,
        slug=experiment.slug,
        goal=experiment.goal,
        started_at=experiment.started_at,
        ended_at=experiment.ended_at,
        paused_at=experiment.paused_at,
        note=experiment.note,
        arms=[
            ArmOut(
                id=each.arm.id,
                version=each.arm.version,
                copied_from=each.arm.copied_from,
                weight=each.arm.weight,
                views=each.views,
                bounced=each.bounced,
                suspects=each.suspects,
                sign_ups=each.sign_ups,
                confirmed=each.confirmed,
                purchases=each.purchases,
                refunds=each.refunds,
                net_revenue=dict(each.net_revenue),
            )
            for each in figures
        ],
        finding=FindingOut(**_finding(experiment, newest)),
        guards=[] if newest.best is None else worse_guards(figures, newest.best),
        days=[DayFindingOut(day=day, **_finding(experiment, each)) for day, each in list(days.items())[-DAYS_SHOWN:]],
        devices=[DeviceOut.model_validate(vars(each)) for each in devices],
    )


def _finding(experiment: Experiment, finding: Finding) -> dict[str, Any]:
    ids = [arm.id for arm in experiment.arms]
    return {
        "conclusion": finding.conclusion.value,
        "best": None if finding.best is None else ids[finding.best],
        "other": None if finding.other is None else ids[finding.other],
        "low": finding.low,
        # An open bound is none: JSON has no infinity.
        "high": None if finding.high is None or finding.high == float("inf") else finding.high,
    }
