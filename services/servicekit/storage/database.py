from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

# A statement that takes this long has lost its caller; a lock that takes this long is a fault, not worth waiting for.
LIMITS = "-c statement_timeout=8000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000"
# Times leave the database as UTC, wherever its server stands: answers show them so.
CLOCK = "-c timezone=UTC"

UNREACHABLE = (OperationalError, PoolTimeout)


class Database:
    """A bounded pool of connections to the one database this service owns."""

    def __init__(self, url: str, *, pool_size: int = 8) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.engine: Engine = create_engine(
            self.url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=3,
            pool_pre_ping=True,
            connect_args={"options": f"{LIMITS} {CLOCK}", "connect_timeout": 3},
        )

    @property
    def dsn(self) -> str:
        """The address for a driver used without SQLAlchemy (LISTEN, COPY)."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)

    def is_reachable(self) -> bool:
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except (DBAPIError, PoolTimeout):
            return False
        return True
