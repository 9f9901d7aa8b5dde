"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

EMAILS = Statement(text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM mails WHERE state = 'queued'"))
TEXTS = Statement(
    text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM text_messages WHERE state IN ('queued', 'sending')")
)
PUSHES = Statement(text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM pushes WHERE state = 'queued'"))
REPLIES = Statement(
    text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM support_entries WHERE state = 'queued'")
)
SENDERS = Statement(text("SELECT CASE WHEN count(*) > 0 THEN 0 END FROM support_threads WHERE NOT is_looked_up"))
CAMPAIGNS = Statement(
    text(
        "SELECT extract(epoch FROM min(coalesce(planned_at, next_run_at)) - now()) FROM campaigns "
        "WHERE state IN ('scheduled', 'sending')"
    )
)
SERIES = Statement(
    text(
        "SELECT extract(epoch FROM min(next_at) - now()) FROM campaign_members "
        "WHERE campaign_id IN (SELECT id FROM campaigns WHERE state = 'sending')"
    )
)
