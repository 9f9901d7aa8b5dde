from lander.domain.view import View
from lander.storage import LanderUnit


def count_view(uow: LanderUnit, view: View) -> None:
    """Count one view of a page."""
    with uow.lean() as uow:
        uow.views.count(view)
        uow.commit()


def count_continuation(uow: LanderUnit, view: View) -> None:
    """Count one view after which the visitor went on."""
    with uow.lean() as uow:
        uow.views.count_continuation(view)
        uow.commit()
