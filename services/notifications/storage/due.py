"""Whether periodic jobs have rows to work on: as the statements that claim them, without locks."""

from shared.kit.storage.statement import Statement
from sqlalchemy import text

EMAILS = Statement(text("SELECT EXISTS (SELECT FROM mails WHERE state = 'queued' AND next_try_at <= now())"))
PUSHES = Statement(text("SELECT EXISTS (SELECT FROM pushes WHERE state = 'queued' AND next_try_at <= now())"))
