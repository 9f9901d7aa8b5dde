"""Error codes of billing."""

from shared.kit.core import Conflict, Forbidden, Invalid, PaymentRequired, RateLimited, Unavailable


class NotEnoughCredits(PaymentRequired):
    code = "not_enough_credits"


class NotOffered(Invalid):
    """The member's site does not sell this, or no longer."""

    code = "not_offered"


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
    """The payment provider is down, late, or its answer cannot be parsed."""


class WebhookUnsigned(Forbidden):
    """The signature is missing, wrong, or older than five minutes."""

    code = "webhook_unsigned"


class DiscountNotFound(Invalid):
    code = "discount_not_found"


class DiscountUsed(Conflict):
    code = "discount_used"


class DiscountExpired(Invalid):
    code = "discount_expired"


class DiscountNotStarted(Invalid):
    """The code is for purchases from a later day on."""

    code = "discount_not_started"


class DiscountSpent(Conflict):
    """All uses of the code, or all of its budget, are taken."""

    code = "discount_spent"


class DiscountWrongCountry(Invalid):
    code = "discount_wrong_country"


class DiscountWrongCurrency(Invalid):
    code = "discount_wrong_currency"


class DiscountWrongMethod(Invalid):
    code = "discount_wrong_method"


class DiscountBelowMinimum(Invalid):
    code = "discount_below_minimum"


class DiscountCodeWrong(Invalid):
    """A code at the marketing desk that no member could use; the field says which of its conditions is the reason."""

    code = "discount_code_wrong"


class DiscountCodeTaken(Conflict):
    """A code exists once, ended or not, so that old ones keep their meaning."""

    code = "discount_code_taken"


class TooManyCodes(RateLimited):
    code = "too_many_codes"


class SpendingPaused(Forbidden):
    code = "spending_paused"


class DailyLimitReached(Forbidden):
    code = "daily_limit_reached"


class MonthlyLimitReached(Forbidden):
    code = "monthly_limit_reached"


class CreditsOwed(PaymentRequired):
    """A payment was taken back after its credits were spent."""

    code = "credits_owed"


class WalletFrozen(Forbidden):
    """The auditor found something off about this member's wallet; an operator looks before it is used."""

    code = "wallet_frozen"


class PurchasesStopped(Unavailable):
    """The ledger as a whole did not add up; an operator looks before anyone pays."""

    code = "purchases_stopped"
    retry_after_seconds = 300


class DirectDebitNeedsMandate(Invalid):
    code = "direct_debit_needs_mandate"


class SavedMethodUnknown(Invalid):
    code = "saved_method_unknown"


class PaymentUnderWay(Conflict):
    """One press, one payment: the last one with this method is not decided yet."""

    code = "payment_under_way"


class IbanInvalid(Invalid):
    code = "iban_invalid"


class PhoneInvalid(Invalid):
    code = "phone_invalid"


class PhoneCountryNotServed(Invalid):
    """The site sends no text messages to the country of this number."""

    code = "phone_country_not_served"


class DirectDebitBlocked(Forbidden):
    code = "direct_debit_blocked"


class DirectDebitLimit(RateLimited):
    code = "direct_debit_limit"


class CodeInvalid(Invalid):
    code = "code_invalid"


class CodeSpent(Invalid):
    """Too old, or tried too often: only another code helps."""

    code = "code_spent"


class CodeTooSoon(RateLimited):
    code = "code_too_soon"


class MessageNotSent(Unavailable):
    """The text message could not be handed over."""


class NothingToWithdraw(Conflict):
    code = "nothing_to_withdraw"
