"""What every process has: settings, errors, logs, metrics, keys, texts."""

from shared.kit.core.calendar_dates import CalendarDate, CalendarTime, age_on, read_date
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.circuit_breaker import CircuitBreaker
from shared.kit.core.csv_file import Cell, csv_of
from shared.kit.core.deadline import Deadline
from shared.kit.core.errors import (
    AuthenticationRequired,
    Conflict,
    FieldError,
    Forbidden,
    Invalid,
    Malformed,
    NotFound,
    PaymentRequired,
    RateLimited,
    Refusal,
    Unavailable,
)
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.event_facts import ERASURE_EVENTS, subject_of
from shared.kit.core.faults import fault_point
from shared.kit.core.identifiers import UUID, ClientId, new_id
from shared.kit.core.keys import Sealing, SealingKeys, Signing, SigningKeys, text_of
from shared.kit.core.known_hosts import is_known
from shared.kit.core.logs import logger, set_up_logs
from shared.kit.core.method_names import MethodNames
from shared.kit.core.object_store import ObjectStore, split_login
from shared.kit.core.revocations import HEARTBEAT, KEPT_SECONDS, REVOKED, STREAM, KnownRevocations, RevocationReader
from shared.kit.core.security_log import Outcome, SecurityAction, log_security_event
from shared.kit.core.settings import REPOSITORY, Settings, is_sandbox_host
from shared.kit.core.telemetry import before_scrape, pool_in_use, pool_size
from shared.kit.core.texts import OwnTexts, Texts
from shared.kit.core.variables import variable
from shared.kit.core.visible_text import BLANKS, has_visible_text, is_invisible, tame

__all__ = [
    "BLANKS",
    "ERASURE_EVENTS",
    "HEARTBEAT",
    "KEPT_SECONDS",
    "REPOSITORY",
    "REVOKED",
    "STREAM",
    "UUID",
    "AuthenticationRequired",
    "CalendarDate",
    "CalendarTime",
    "Cell",
    "CircuitBreaker",
    "ClientId",
    "Conflict",
    "Deadline",
    "FieldError",
    "Forbidden",
    "Invalid",
    "KnownRevocations",
    "Malformed",
    "MethodNames",
    "NotFound",
    "ObjectStore",
    "Outcome",
    "OwnTexts",
    "PaymentRequired",
    "RateLimited",
    "Refusal",
    "RevocationReader",
    "Sealing",
    "SealingKeys",
    "SecurityAction",
    "Settings",
    "Signing",
    "SigningKeys",
    "Texts",
    "Unavailable",
    "age_on",
    "before_scrape",
    "cancel_and_wait",
    "csv_of",
    "describe",
    "fault_point",
    "has_visible_text",
    "is_invisible",
    "is_known",
    "is_sandbox_host",
    "log_security_event",
    "logger",
    "new_id",
    "pool_in_use",
    "pool_size",
    "read_date",
    "set_up_logs",
    "split_login",
    "subject_of",
    "tame",
    "text_of",
    "variable",
]
