"""Staff access: views and joint decisions of the desk are recorded; opening a member takes a case or a reason."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.core import SecurityAction

# An opened member stays open to the same person for this long; afterwards the case or reason is stated again.
ACCESS_LASTS = timedelta(hours=1)
# A queue is polled every minute; one record an hour and entry is enough.
SEEN_AGAIN = timedelta(hours=1)
# A colleague confirms within this time that second factors are removed.
RESET_LASTS = timedelta(days=1)


class StaffAction(SecurityAction):
    """Recorded action. The names are those of the security events (docs/security-events.md)."""

    OPEN_MEMBER = "staff.open_member"  # stated the case or the reason
    VIEW_MEMBER = "staff.view_member"
    VIEW_FACTS = "staff.view_facts"  # sign-up, devices, numbers of reports and sanctions
    VIEW_PAYMENTS = "staff.view_payments"  # payments and saved methods
    VIEW_CONVERSATIONS = "staff.view_conversations"  # partners and numbers of messages
    READ_CONVERSATION = "staff.read_conversation"  # for a reason of its own
    FIND_MEMBER = "staff.find_member"  # searched for a case or a stated reason
    VIEW_COMPLAINT = "staff.view_complaint"  # with its evidence
    VIEW_EVIDENCE = "staff.view_evidence"  # a photo of a chat, or a live picture of a verification
    VIEW_PHOTO = "staff.view_photo"  # that waits for inspection
    FIND_DECISION = "staff.find_decision"  # searched past decisions, or exported them
    REVIEW = "staff.review_decision"  # of the quality sample, as its second or third person
    UNDO = "staff.undo_decision"  # within its ten seconds
    ASSIGN_CASE = "staff.assign_case"  # to a colleague, to themselves, or to nobody
    NAME_MEMBER = "staff.name_member"  # of a notice that named none
    WRITE_TO_MEMBER = "staff.write_to_member"  # without a measure
    ASK_REPORTER = "staff.ask_reporter"
    CHANGE_REPLY = "staff.change_reply"  # a saved reply
    CHANGE_RULE = "staff.change_rule"  # stored or deleted a rule
    SIMULATE_RULE = "staff.simulate_rule"
    SWITCH_RULE = "staff.switch_rule"  # on, off, or proposed to a second person; the reason says which
    # A picture that came to the desk as evidence.
    BLOCK_PICTURE = "staff.block_picture"
    UNBLOCK_PICTURE = "staff.unblock_picture"
    VIEW_DECISION = "staff.view_decision"  # that waits for a second person
    # Decisions that cannot be undone: one record for each of the two people.
    PROPOSE = "staff.propose_decision"
    CONFIRM = "staff.confirm_decision"
    REFUSE = "staff.refuse_decision"
    # The desk of those who write for fictional profiles.
    OPEN_FICTIONAL = "fictional.open_conversation"
    WRITE_AS_FICTIONAL = "fictional.write"
    # The support desk, whose openings are its own.
    SUPPORT_OPEN = "support.open_member"
    SUPPORT_FIND = "support.find_member"
    SUPPORT_VIEW = "support.view_member"
    SUPPORT_VIEW_MAILS = "support.view_mails"
    SUPPORT_VIEW_THREAD = "support.view_thread"  # of the inbox
    SUPPORT_ANSWER = "support.answer_thread"
    SUPPORT_NOTE = "support.note_thread"
    SUPPORT_CHANGE_THREAD = "support.change_thread"  # its state, whose it is, or whether it is spam
    SEND_CONFIRMATION = "support.send_confirmation"
    SEND_PASSWORD_LINK = "support.send_password_link"  # noqa: S105
    CORRECT_ADDRESS = "support.correct_address"
    CLOSE_ACCOUNT = "support.close_account"
    REFUND = "support.refund"
    GIVE_CREDITS = "support.give_credits"
    ASK_RESET = "support.ask_factor_reset"
    CONFIRM_RESET = "support.confirm_factor_reset"


@dataclass(frozen=True, slots=True)
class StaffRecord:
    """One row of the audit log. `case_id` is a complaint, a decision, a photo or a conversation."""

    actor_id: UUID
    action: StaffAction
    member_id: UUID | None
    case_id: UUID | None = None
    reason: str | None = None
    searched_by: str | None = None  # the kind of a search; its text is stored nowhere
    found: int | None = None  # the number of members that a search found
    at: datetime | None = None  # of an event; None for now


@dataclass(frozen=True, slots=True)
class Why:
    """Reason to open a member: a case or words, exactly one of the two."""

    case_id: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class AskedReset:
    """A reset of second factors that waits for another person of the support desk."""

    member_id: UUID
    name: str
    actor_id: UUID
    at: datetime
    reason: str | None
