"""Load the gazetteer: `python -m profiles.load_towns`. Migrating does it, too.

DATABASE_OWNER_URL_PROFILES is the address of the tables' owner; the service only reads towns and regions.
"""

import psycopg
from shared.gazetteer.loading import load_towns
from shared.kit.core import variable

if __name__ == "__main__":
    with psycopg.connect(variable("DATABASE_OWNER_URL_PROFILES")) as connection:
        load_towns(connection)
