"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

# Their parts arrive one by one.
EXPORTS = Statement(text("SELECT CASE WHEN EXISTS (SELECT FROM exports WHERE state = 'gathering') THEN 0 END"))
