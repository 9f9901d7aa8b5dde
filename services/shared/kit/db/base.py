from sqlalchemy import MetaData

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def new_metadata(schema: str | None = None) -> MetaData:
    """Metadata for the tables of one service, with named constraints, so that migrations can refer to them."""
    return MetaData(schema=schema, naming_convention=NAMES)
