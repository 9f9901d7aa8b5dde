"""Whether periodic jobs have rows to work on: as the statements that claim them, without locks."""

from shared.kit.storage.statement import Statement
from sqlalchemy import text

DESK_DECISIONS = Statement(text("SELECT EXISTS (SELECT FROM desk_decisions WHERE due_at <= now())"))
