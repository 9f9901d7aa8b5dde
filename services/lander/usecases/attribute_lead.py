from uuid import UUID

from pairwise.lander.v1.events_pb2 import LeadAttributed

from lander.ports import LanderUnitOfWork


def attribute_lead(uow: LanderUnitOfWork, visit_id: UUID, member_id: UUID) -> None:
    """This member came by this visit. Part of the caller's transaction; a visit nobody tracked leads nowhere."""
    visit = uow.visits.get(visit_id)
    if visit is not None and uow.leads.add(visit_id, member_id):
        uow.announce(LeadAttributed(visit_id=str(visit_id), member_id=str(member_id), path=visit.path))
