"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

OPENERS = Statement(
    text("SELECT extract(epoch FROM min(opener_due_at) - now()) FROM likes WHERE opener_due_at IS NOT NULL")
)
