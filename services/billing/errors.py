"""Everything billing can refuse."""

from servicekit.errors import Conflict, Invalid, PaymentRequired, Unavailable


class NotEnoughCredits(PaymentRequired):
    code = "not_enough_credits"


class ChargeWithdrawn(Conflict):
    code = "charge_withdrawn"


class KeyReused(Invalid):
    code = "idempotency_key_reused"


class PackageUnknown(Invalid):
    code = "package_unknown"


class MethodUnknown(Invalid):
    code = "method_unknown"


class ImmediateDeliveryRequired(Invalid):
    code = "immediate_delivery_required"


class ProviderUnavailable(Unavailable):
    """The payment provider is down, late, or answers what nobody can read."""
