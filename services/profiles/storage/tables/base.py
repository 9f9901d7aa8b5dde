from shared.kit.db import new_metadata
from sqlalchemy import text
from sqlalchemy.orm import DeclarativeBase

NO_TEXTS = text("'{}'::character varying[]")


class Base(DeclarativeBase):
    metadata = new_metadata()
