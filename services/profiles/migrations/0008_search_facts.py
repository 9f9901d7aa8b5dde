"""Search by traits, interests, nearness and the age one is sought at; and the facts to count by.

The three walks keep their columns in front, so that the previous release goes on walking along them; what is new is
included behind. `search_facts` follows `search_rows` by itself, whichever release writes them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# As `domain/marks.py` had them when this was written.
TRAITS = {
    "relationship_status": ["single", "divorced", "widowed", "separated", "rather_not_say"],
    "sexuality": ["hetero", "gay", "lesbian", "bi"],
    "body_type": ["slim", "average", "athletic", "curvy", "solid"],
    "hair_colour": ["black", "brown", "light_brown", "blond", "red", "grey", "white", "bald"],
    "eye_colour": ["brown", "hazel", "green", "blue", "grey"],
    "tattoos": ["none", "one", "several"],
}
INTERESTS = [
    "cooking",
    "hiking",
    "travel",
    "films",
    "live_music",
    "festivals",
    "reading",
    "board_games",
    "gaming",
    "photography",
    "painting",
    "dancing",
    "yoga",
    "running",
    "cycling",
    "swimming",
    "climbing",
    "football",
    "tennis",
    "gym",
    "gardening",
    "baking",
    "wine",
    "coffee",
    "craft_beer",
    "theatre",
    "museums",
    "concerts",
    "singing",
    "guitar",
    "dogs",
    "cats",
    "camping",
    "sailing",
    "skiing",
    "motorbikes",
    "cars",
    "volunteering",
    "languages",
    "meditation",
    "markets",
    "city_trips",
]
YOUNGEST, OLDEST = "18", "120"
MEANT = "traits, interests, town_id, wants_from, wants_to"
WALKS = {"anywhere": "pool, gender", "country": "pool, gender, country", "region": "pool, gender, region"}
FACTS = "pool, gender, country, region, town_id, birth_date, has_image, traits, interests, wants_from, wants_to"

KEEP_FACTS = f"""
CREATE FUNCTION keep_search_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM search_facts WHERE id = NEW.id;
    INSERT INTO search_facts (id, sought, {FACTS})
    SELECT NEW.id, side, {", ".join(f"NEW.{name}" for name in FACTS.split(", "))}
    FROM unnest(ARRAY[1, 2]::smallint[]) AS side WHERE NEW.seeks & side <> 0;
    RETURN NULL;
END $$
"""  # noqa: S608
# What a member seeks and is, and each trait and interest, as one number each: numbers of a kind lie 256 apart.
TOKENS = """
CREATE FUNCTION search_tokens(pool smallint, gender smallint, sought smallint, traits bigint, interests bigint)
RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_agg(((pool * 4 + gender) * 4 + sought) * 256 + place) FROM (
        SELECT 255 AS place
        UNION ALL SELECT bit FROM generate_series(0, 62) AS bit WHERE traits >> bit & 1 = 1
        UNION ALL SELECT 64 + bit FROM generate_series(0, 62) AS bit WHERE interests >> bit & 1 = 1
    ) AS taken
$$
"""
SEEN_FACTS = f"seeks, {FACTS}".split(", ")


def upgrade() -> None:
    for name, fallback in (("wants_from", YOUNGEST), ("wants_to", OLDEST)):
        op.add_column("profiles", sa.Column(name, sa.SmallInteger, nullable=False, server_default=fallback))
        op.add_column("search_rows", sa.Column(name, sa.SmallInteger, nullable=False, server_default=fallback))
    op.add_column("search_rows", sa.Column("traits", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("search_rows", sa.Column("interests", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("search_rows", sa.Column("town_id", sa.Integer))
    op.execute(_fill())
    _make_facts()
    _widen_walks()


def _fill() -> str:
    traits = " + ".join(_bits(f"p.{name}", values, place * 10) for place, (name, values) in enumerate(TRAITS.items()))
    interests = _bits("interest", INTERESTS, 0)
    return f"""
        UPDATE search_rows s SET town_id = p.town_id, traits = {traits},
            interests = (SELECT coalesce(bit_or({interests}), 0) FROM unnest(p.interests) AS interest)
        FROM profiles p WHERE p.member_id = s.id
    """  # noqa: S608


def _bits(column: str, values: list[str], start: int) -> str:
    cases = " ".join(f"WHEN '{value}' THEN {1 << (start + place)}" for place, value in enumerate(values))
    return f"CASE {column} {cases} ELSE 0 END::bigint"


def _make_facts() -> None:
    op.create_table(
        "search_facts",
        sa.Column("id", sa.Uuid, sa.ForeignKey("search_rows.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sought", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("pool", sa.SmallInteger, nullable=False),
        sa.Column("gender", sa.SmallInteger, nullable=False),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("region", sa.String),
        sa.Column("town_id", sa.Integer),
        sa.Column("birth_date", sa.Date, nullable=False),
        sa.Column("has_image", sa.Boolean, nullable=False),
        sa.Column("traits", sa.BigInteger, nullable=False),
        sa.Column("interests", sa.BigInteger, nullable=False),
        sa.Column("wants_from", sa.SmallInteger, nullable=False),
        sa.Column("wants_to", sa.SmallInteger, nullable=False),
    )
    op.execute(KEEP_FACTS)
    op.execute(f"""
        INSERT INTO search_facts (id, sought, {FACTS})
        SELECT id, side, {FACTS} FROM search_rows, unnest(ARRAY[1, 2]::smallint[]) AS side WHERE seeks & side <> 0
    """)  # noqa: S608
    included = ["id", "has_image", "traits", "interests", "wants_from", "wants_to"]
    for name, place in (("anywhere", []), ("country", ["country"]), ("region", ["region"])):
        columns = ["pool", "gender", "sought", *place, "birth_date"]
        op.create_index(f"ix_search_facts_{name}", "search_facts", columns, postgresql_include=included)
    op.create_index("ix_search_facts_town", "search_facts", ["town_id", "pool", "gender", "sought", "birth_date"])
    op.execute(TOKENS)
    op.execute(
        "CREATE INDEX ix_search_facts_tokens ON search_facts"
        " USING gin (search_tokens(pool, gender, sought, traits, interests)) WITH (fastupdate = off)"
    )
    op.execute("CREATE TRIGGER keep_facts AFTER INSERT ON search_rows"
               " FOR EACH ROW EXECUTE FUNCTION keep_search_facts()")  # fmt: skip
    before, after = (", ".join(f"{row}.{name}" for name in SEEN_FACTS) for row in ("OLD", "NEW"))
    # Noting that someone was active changes no fact.
    op.execute(f"CREATE TRIGGER keep_facts_changed AFTER UPDATE ON search_rows FOR EACH ROW"
               f" WHEN (ROW({before}) IS DISTINCT FROM ROW({after})) EXECUTE FUNCTION keep_search_facts()")  # fmt: skip


def _widen_walks() -> None:
    for name, place in WALKS.items():
        op.execute(
            f"CREATE INDEX wide_{name} ON search_rows"
            f" ({place}, last_active DESC, id DESC, birth_date, seeks, has_image) INCLUDE ({MEANT})"
        )
        op.execute(f"DROP INDEX ix_search_rows_pool_{name}")
        op.execute(f"ALTER INDEX wide_{name} RENAME TO ix_search_rows_pool_{name}")
