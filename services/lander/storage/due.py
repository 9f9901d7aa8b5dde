"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

POSTBACKS = Statement(text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM postbacks WHERE state = 'queued'"))
POSTBACK_TESTS = Statement(text("SELECT extract(epoch FROM min(next_try_at) - now()) FROM postback_tests"))
