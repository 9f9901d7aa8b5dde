from uuid import UUID

from lander.ports import LanderUnitOfWork


def go_on(uow: LanderUnitOfWork, visit_id: UUID) -> None:
    """Note that a visit went on after its first screen. Of visits we do not know, nothing is noted."""
    with uow:
        uow.visits.go_on(visit_id)
        uow.commit()
