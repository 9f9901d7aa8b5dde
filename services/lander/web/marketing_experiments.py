from flask import Blueprint
from shared.kit.http import Nothing, endpoint
from shared.statistics.evidence import Finding

from lander.domain.experiment import ArmFigures, Experiment
from lander.usecases.run_experiment import end_experiment, read_experiment, start_experiment
from lander.web.context import current_marketer, current_site, wiring
from lander.web.page_models import (
    ArmOut,
    EndExperiment,
    ExperimentOut,
    ExperimentsAnswer,
    FindingOut,
    StartedExperiment,
    StartExperiment,
)

marketing_experiments = Blueprint("marketing_experiments", __name__, url_prefix="/api")


@marketing_experiments.get("/marketing-experiments.php")
@endpoint()
def get_marketing_experiments() -> ExperimentsAnswer:
    """The experiments of this site, newest first, with their figures and what they say."""
    marketer = current_marketer()
    with wiring().unit_of_work().reading() as uow:
        found = [
            _experiment(each, *read_experiment(uow, marketer.site, each))
            for each in uow.experiments.of_site(marketer.site)
        ]
    return ExperimentsAnswer(experiments=found)


@marketing_experiments.post("/marketing-experiments.php")
@endpoint(status=201)
def post_marketing_experiment(body: StartExperiment) -> StartedExperiment:
    """Split the visitors of a live page between versions."""
    arms = [(arm.version, arm.weight) for arm in body.arms]
    started = start_experiment(wiring().unit_of_work(), current_marketer(), current_site(), body.slug, body.goal, arms)
    wiring().catalogue.forget()
    return StartedExperiment(id=started)


@marketing_experiments.put("/marketing-experiments.php")
@endpoint()
def put_marketing_experiment(body: EndExperiment) -> Nothing:
    """End an experiment, and ship the version of an arm."""
    end_experiment(wiring().unit_of_work(), current_marketer(), body.experiment, body.ship)
    wiring().catalogue.forget()
    return Nothing()


def _experiment(experiment: Experiment, figures: list[ArmFigures], finding: Finding) -> ExperimentOut:
    return ExperimentOut(
        id=experiment.id,
        slug=experiment.slug,
        goal=experiment.goal,
        started_at=experiment.started_at,
        ended_at=experiment.ended_at,
        arms=[
            ArmOut(
                id=each.arm.id,
                version=each.arm.version,
                weight=each.arm.weight,
                views=each.views,
                sign_ups=each.sign_ups,
                confirmed=each.confirmed,
                purchases=each.purchases,
            )
            for each in figures
        ],
        finding=_finding(experiment, finding),
    )


def _finding(experiment: Experiment, finding: Finding) -> FindingOut:
    ids = [arm.id for arm in experiment.arms]
    return FindingOut(
        conclusion=finding.conclusion.value,
        best=None if finding.best is None else ids[finding.best],
        other=None if finding.other is None else ids[finding.other],
        low=finding.low,
        # An open bound is none: JSON has no infinity.
        high=None if finding.high is None or finding.high == float("inf") else finding.high,
    )
