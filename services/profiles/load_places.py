"""Load the gazetteer: `python -m profiles.load_places`. Migrating does it, too.

DATABASE_OWNER_URL_PROFILES is the address of the tables' owner; the service itself only reads places.
"""

import os

import psycopg

from profiles.storage.places import load_places

if __name__ == "__main__":
    with psycopg.connect(os.environ["DATABASE_OWNER_URL_PROFILES"]) as connection:
        load_places(connection)
