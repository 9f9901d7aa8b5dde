from datetime import datetime

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKeyConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base


class PagePictureRow(Base):
    """A picture of a marketer, by the hash of the upload."""

    __tablename__ = "page_pictures"

    site: Mapped[str] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(primary_key=True)
    width: Mapped[int]
    height: Mapped[int]
    added_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PagePictureFileRow(Base):
    """One file of a picture, such as `800.avif`.

    They are rows, not objects of a bucket: a site has some hundred small ones, which are written, deleted and backed up
    with their picture.
    """

    __tablename__ = "page_picture_files"
    __table_args__ = (
        ForeignKeyConstraint(["site", "hash"], ["page_pictures.site", "page_pictures.hash"], ondelete="CASCADE"),
    )

    site: Mapped[str] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[bytes]
