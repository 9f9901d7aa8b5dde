"""Load the gazetteer into DATABASE_URL: `python -m profiles.load_places`. Migrating does it, too."""

import os

import psycopg

from profiles.storage.places import load_places

if __name__ == "__main__":
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        load_places(connection)
