from pairwise.lander.v1.events_pb2 import VisitTracked

from lander.domain.visit import Visit
from lander.ports import LanderUnitOfWork


def track_visit(uow: LanderUnitOfWork, visit: Visit) -> None:
    """Note a visit where it began, once, however many pages of it tell."""
    with uow:
        if uow.visits.add(visit):
            uow.announce(VisitTracked(visit_id=str(visit.id), path=visit.path, network=visit.network, ref=visit.ref))
        uow.commit()
