"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

DESK_DECISIONS = Statement(text("SELECT extract(epoch FROM min(due_at) - now()) FROM desk_decisions"))
SUSPENSIONS = Statement(text("SELECT CASE WHEN EXISTS (SELECT FROM pending_suspensions) THEN 0 END"))
