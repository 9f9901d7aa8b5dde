from collections.abc import Callable, Sequence
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, logger

from billing.domain.saved_method import SavedMethod
from billing.ports import PaymentProviders
from billing.storage import BillingUnit

BATCH = 20


def list_saved_methods(uow: BillingUnit, member_id: UUID) -> Sequence[SavedMethod]:
    """The member's saved payment methods, the newest first."""
    with uow:
        return uow.saved_methods.of(member_id)


def remove_saved_method(uow: BillingUnit, member_id: UUID, method_id: UUID) -> None:
    """Gone for the member at once; the worker has the provider forget it, too. Raises NotFound."""
    with uow:
        if not uow.saved_methods.remove(member_id, method_id):
            raise NotFound()
        uow.commit()


def revoke_removed_methods(unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders) -> None:
    """Permission that members took back ends at the provider as well."""
    with unit_of_work() as uow:
        removed = uow.saved_methods.unrevoked(BATCH)
    for method in removed:
        try:
            providers[method.provider].revoke_mandate(method.customer_id, method.mandate_id)
        except Unavailable:
            logger().warning("revocations_wait_for_provider", provider=method.provider)
            continue
        with unit_of_work() as uow:
            uow.saved_methods.record_revoked(method.id)
            uow.commit()
