from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.ports import Backlog

BACKLOG = text(
    """
    SELECT
        coalesce((SELECT extract(epoch FROM now() - min(ask_after)) FROM unsettled_charges), 0),
        coalesce((SELECT extract(epoch FROM now() - min(stated_at)) FROM refunds WHERE made_at IS NULL), 0),
        (SELECT count(*) FROM reconciliation_findings WHERE resolved_at IS NULL),
        (SELECT extract(epoch FROM max(finished_at)) FROM reconciliations)
    """
)


class MeasureRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def backlog(self) -> Backlog:
        charges, refunds, findings, reconciled_at = self._session.execute(BACKLOG).one()
        return Backlog(max(0.0, float(charges)), float(refunds), findings, float(reconciled_at or 0))
