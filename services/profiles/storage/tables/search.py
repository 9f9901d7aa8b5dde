"""The rows that search reads."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import BigInteger, ForeignKey, Index, Integer, SmallInteger, desc, text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.search_words import WORD_COLUMNS
from profiles.storage.tables.base import Base

PAGE_ORDER: tuple[Any, ...] = (desc("last_active"), desc("id"), "birth_date", "seeks", "has_image")


SEARCHED_IN_ROWS = [*WORD_COLUMNS, "interests", "town_id", "wants_from", "wants_to"]


SEARCHED_IN_FACTS = ["id", "has_image", *WORD_COLUMNS, "interests", "wants_from", "wants_to"]


class SearchRow(Base):
    """A member in search, with the columns it filters by. Written from `profiles`, in the transaction that
    changes one. `gender` and `seeks` are bits (male 1, female 2), so that one test matches both ways; `traits` and
    `interests` are bit masks (`domain/bit_masks.py`)."""

    __tablename__ = "search_rows"
    # In page order, with the filters as further columns: a page is one scan of one index, with any filters.
    __table_args__ = (
        Index("ix_search_rows_pool_anywhere", "pool", "gender", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS),
        Index(
            "ix_search_rows_pool_country", "pool", "gender", "country", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS
        ),
        Index(
            "ix_search_rows_pool_region", "pool", "gender", "region", *PAGE_ORDER, postgresql_include=SEARCHED_IN_ROWS
        ),
        # Small: of the members who joined lately alone.
        Index("ix_search_rows_joined", "pool", "gender", "joined_on", postgresql_where=text("joined_on IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True)
    pool: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    gender: Mapped[int] = mapped_column(SmallInteger)
    seeks: Mapped[int] = mapped_column(SmallInteger)
    country: Mapped[str]
    region: Mapped[str | None]
    birth_date: Mapped[date]
    has_image: Mapped[bool]
    last_active: Mapped[datetime] = mapped_column(AwareTime)
    traits: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    traits_2: Mapped[int | None] = mapped_column(BigInteger)
    traits_3: Mapped[int | None] = mapped_column(BigInteger)
    traits_4: Mapped[int | None] = mapped_column(BigInteger)
    traits_5: Mapped[int | None] = mapped_column(BigInteger)
    interests: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    town_id: Mapped[int | None] = mapped_column(Integer)
    wants_from: Mapped[int] = mapped_column(SmallInteger, server_default=text("18"))
    wants_to: Mapped[int] = mapped_column(SmallInteger, server_default=text("120"))
    # The day of the sign-up while the member is new; a job sets it to null after a week.
    joined_on: Mapped[date | None]


class FactRow(Base):
    """The columns of `search_rows` that change seldom, a row for each gender a member seeks (`sought`, a bit). Written
    by a trigger on `search_rows` alone. For counting, and for rare combinations, which a scan in the order of activity
    would find too late."""

    __tablename__ = "search_facts"
    __table_args__ = (
        Index(
            "ix_search_facts_anywhere", "pool", "gender", "sought", "birth_date", postgresql_include=SEARCHED_IN_FACTS
        ),
        Index(
            "ix_search_facts_country",
            "pool",
            "gender",
            "sought",
            "country",
            "birth_date",
            postgresql_include=SEARCHED_IN_FACTS,
        ),
        Index(
            "ix_search_facts_region",
            "pool",
            "gender",
            "sought",
            "region",
            "birth_date",
            postgresql_include=SEARCHED_IN_FACTS,
        ),
        Index("ix_search_facts_town", "town_id", "pool", "gender", "sought", "birth_date"),
        Index(
            "ix_search_facts_tokens",
            text("search_tokens(pool, gender, sought, traits, interests)"),
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )

    id: Mapped[UUID] = mapped_column(ForeignKey("search_rows.id", ondelete="CASCADE"), primary_key=True)
    sought: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    pool: Mapped[int] = mapped_column(SmallInteger)
    gender: Mapped[int] = mapped_column(SmallInteger)
    country: Mapped[str]
    region: Mapped[str | None]
    town_id: Mapped[int | None] = mapped_column(Integer)
    birth_date: Mapped[date]
    has_image: Mapped[bool]
    traits: Mapped[int] = mapped_column(BigInteger)
    traits_2: Mapped[int | None] = mapped_column(BigInteger)
    traits_3: Mapped[int | None] = mapped_column(BigInteger)
    traits_4: Mapped[int | None] = mapped_column(BigInteger)
    traits_5: Mapped[int | None] = mapped_column(BigInteger)
    interests: Mapped[int] = mapped_column(BigInteger)
    wants_from: Mapped[int] = mapped_column(SmallInteger)
    wants_to: Mapped[int] = mapped_column(SmallInteger)
