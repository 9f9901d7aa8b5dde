"""Smart links, and the views they led to."""

from datetime import date, datetime
from typing import Any

from shared.kit.db import AwareTime
from sqlalchemy import BigInteger, SmallInteger, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base


class SmartLinkRow(Base):
    """A link `/go/{name}` and the pages it leads to (`SmartLink.described`)."""

    __tablename__ = "smart_links"

    site: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class LinkViewRow(Base):
    """A counter: the views of `view_classes` that a smart link led to. It has no id of anybody."""

    __tablename__ = "link_views"

    day: Mapped[date] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    link: Mapped[str] = mapped_column(primary_key=True)
    page: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    arm: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    locale: Mapped[str] = mapped_column(primary_key=True)
    hour: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(primary_key=True)
    is_suspect: Mapped[bool] = mapped_column(primary_key=True)
    views: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    went_on: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
