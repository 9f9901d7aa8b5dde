"""Error codes of chat."""

from shared.kit.core import Conflict, Forbidden, Invalid, PaymentRequired, RateLimited, Unavailable


class MessageEmpty(Invalid):
    code = "message_empty"


class MessageTooLong(Invalid):
    code = "message_too_long"


class KeyReused(Invalid):
    code = "idempotency_key_reused"


class SendWithdrawn(Conflict):
    """The message id was withdrawn and its charge refunded: the client sends again with a new id."""

    code = "send_withdrawn"


class Blocked(Forbidden):
    code = "blocked"


class BlockedByYou(Forbidden):
    code = "blocked_by_you"


class IcebreakerTooLate(Conflict):
    """Opening lines are for conversations without messages; this one has some by now."""

    code = "icebreaker_too_late"


class TooLateToRetract(Conflict):
    """The time in which a sender can take a message back is over."""

    code = "too_late_to_take_back"


class GiftNotRetractable(Conflict):
    code = "gift_stays"


class MessageRetracted(Conflict):
    """The message was taken back: nobody can react to it or answer it."""

    code = "message_taken_back"


class PartnerUnavailable(Conflict):
    code = "partner_unavailable"


class PartnerNotConfirmed(Conflict):
    """The starter of the conversation has not confirmed their address: until then nobody can reply."""

    code = "partner_not_confirmed"


class AgeAssuranceRequired(Forbidden):
    """The site asks in the sender's country for proof or a statement of age, which is missing."""

    code = "age_assurance_required"


class NoConversationsLeft(Forbidden):
    """A free member has started as many conversations as the site allows."""

    code = "premium_required"


class SameTextToMany(RateLimited):
    """This text has begun as many conversations of the sender as one day allows."""

    code = "same_text_to_many"


class NotEnoughCredits(PaymentRequired):
    """Answer of billing to a charge."""

    code = "not_enough_credits"


class CreditsOwed(PaymentRequired):
    """Answer of billing to a charge: a purchase pays the debt first."""

    code = "credits_owed"


class WalletFrozen(Forbidden):
    """Answer of billing to a charge: a person looks at the wallet first."""

    code = "wallet_frozen"


class NotOffered(Invalid):
    """Answer of billing to a charge: the member's site has no price for this item."""

    code = "not_offered"


class NotTranslatable(Conflict):
    """The translator does not know the language of the message, or not from it to the one that was asked for."""

    code = "not_translatable"


class TranslatorUnavailable(Unavailable):
    """The translator is down, late or has no room; nothing was changed."""

    code, retry_after_seconds = "translator_unavailable", 15


class ConversationTaken(Conflict):
    """Another writer is answering this conversation."""

    code = "case_taken"


class ConversationNotYours(Conflict):
    """The writer's lease of this conversation is over."""

    code = "case_not_yours"


class CallsNotOffered(Forbidden):
    """The site has no calls, or no TURN server to carry them."""

    code = "calls_not_offered"


class CallNotPossible(Conflict):
    """One of the two has not switched calls on here, is in another call or cannot be reached. It does not say which."""

    code = "call_not_possible"


class InAnotherCall(Conflict):
    """The caller's own open call is with somebody else, or on another page."""

    code = "in_another_call"


class CallTaken(Conflict):
    """Another page of the same member has answered it first."""

    code = "call_taken"


class CallOver(Conflict):
    code = "call_over"
