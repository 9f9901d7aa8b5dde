"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

GREETINGS = Statement(text("SELECT extract(epoch FROM min(due_at) - now()) FROM greetings"))
STATUS_CHANGES = Statement(text("SELECT extract(epoch FROM min(due_at) - now()) FROM standing_changes"))
CALLS = Statement(text("SELECT extract(epoch FROM min(due_at) - now()) FROM calls"))
FRAUD_NOTICES = Statement(
    text("SELECT CASE WHEN EXISTS (SELECT FROM fraud_notices WHERE is_active AND NOT is_done) THEN 0 END")
)
