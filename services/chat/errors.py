"""Everything chat can refuse."""

from servicekit.errors import Conflict, Forbidden, Invalid, RateLimited


class MessageEmpty(Invalid):
    code = "message_empty"


class MessageTooLong(Invalid):
    code = "message_too_long"


class KeyReused(Invalid):
    code = "idempotency_key_reused"


class SendWithdrawn(Conflict):
    """This message id was given up and its charge returned: the client sends again with a new id."""

    code = "send_withdrawn"


class Blocked(Forbidden):
    code = "blocked"


class BlockedByYou(Forbidden):
    code = "blocked_by_you"


class IcebreakerTooLate(Conflict):
    """Opening lines are for conversations without messages; somebody has written in this one by now."""

    code = "icebreaker_too_late"


class PartnerUnavailable(Conflict):
    code = "partner_unavailable"


class PartnerNotConfirmed(Conflict):
    """Whoever started the conversation has not confirmed their address yet: until then nobody can reply."""

    code = "partner_not_confirmed"


class NoConversationsLeft(Forbidden):
    """A free member starts only so many conversations."""

    code = "premium_required"


class SameTextToMany(RateLimited):
    """This text has begun enough conversations for a day. Words of one's own go at once."""

    code = "same_text_to_many"
