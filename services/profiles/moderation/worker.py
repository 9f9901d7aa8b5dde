"""Scheduled jobs of moderation."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from shared.kit.core import before_scrape
from shared.kit.events import Job, due

from profiles.domain.verification import VALID_FOR
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.due import DESK_DECISIONS, SUSPENSIONS
from profiles.moderation.usecases.carry_out_decisions import carry_out_decisions
from profiles.moderation.usecases.confirm_decision import lapse_unconfirmed
from profiles.moderation.usecases.confirm_suspensions import confirm_suspensions
from profiles.moderation.usecases.photo_fingerprint import photo_fingerprint
from profiles.moderation.usecases.score_fraud import score_fraud
from profiles.moderation.usecases.take_measure import lift_ended
from profiles.moderation.usecases.update_metrics import update_metrics
from profiles.moderation.usecases.verification import end_old_badges, erase_kept
from profiles.wiring import Wiring


def jobs(wiring: Wiring) -> list[Job]:
    def confirm() -> None:
        confirm_suspensions(wiring.unit_of_work(), wiring.desk_accounts)

    def fingerprints(desk: Desk) -> Callable[[UUID], bytes]:
        return partial(photo_fingerprint, wiring.reads, wiring.media, desk)

    def desk_of(actor_id: UUID, pool: int) -> Desk:
        return Desk(actor_id, pool, wiring.sites.of_pool(pool))

    def carry_out() -> None:
        if carry_out_decisions(wiring.unit_of_work, desk_of, fingerprints):
            confirm()

    def score() -> None:
        score_fraud(wiring.unit_of_work, wiring.evidence, wiring.accounts.compare)

    before_scrape("update_metrics", lambda: update_metrics(wiring.unit_of_work()))
    return [
        Job("lift_ended_sanctions", every_seconds=60, run=lambda: lift_ended(wiring.unit_of_work())),
        Job("lapse_unconfirmed", every_seconds=60, run=lambda: lapse_unconfirmed(wiring.unit_of_work())),
        Job("score_fraud", every_seconds=15, run=score),
        Job("erase_verifications", every_seconds=600, run=lambda: erase_kept(wiring.unit_of_work())),
        Job("end_old_badges", every_seconds=3600, run=lambda: end_old_badges(wiring.unit_of_work(), VALID_FOR)),
        Job("carry_out_decisions", every_seconds=1, run=carry_out, due_in=due(wiring.database, DESK_DECISIONS)),
        Job("confirm_suspensions", every_seconds=5, run=confirm, due_in=due(wiring.database, SUSPENSIONS)),
    ]
