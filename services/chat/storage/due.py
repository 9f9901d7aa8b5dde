"""Whether periodic jobs have rows to work on: as the statements that claim them, without locks."""

from shared.kit.storage.statement import Statement
from sqlalchemy import text

GREETINGS = Statement(text("SELECT EXISTS (SELECT FROM greetings WHERE due_at <= now())"))
STATUS_CHANGES = Statement(text("SELECT EXISTS (SELECT FROM standing_changes WHERE due_at <= now())"))
FRAUD_NOTICES = Statement(text("SELECT EXISTS (SELECT FROM fraud_notices WHERE is_active AND NOT is_done)"))
