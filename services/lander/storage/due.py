"""Whether periodic jobs have rows to work on: as the statements that claim them, without locks."""

from shared.kit.storage.statement import Statement
from sqlalchemy import text

POSTBACKS = Statement(text("SELECT EXISTS (SELECT FROM postbacks WHERE state = 'queued' AND next_try_at <= now())"))
POSTBACK_TESTS = Statement(text("SELECT EXISTS (SELECT FROM postback_tests WHERE next_try_at <= now())"))
