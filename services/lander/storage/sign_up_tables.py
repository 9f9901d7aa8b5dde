from datetime import datetime

from shared.kit.db import AwareTime
from sqlalchemy import BigInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base


class SignUpHourRow(Base):
    """A counter: the sign-ups of a network in one hour and what they became, for bursts beyond what it proved."""

    __tablename__ = "sign_up_hours"

    site: Mapped[str] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    hour: Mapped[datetime] = mapped_column(AwareTime, primary_key=True)
    sign_ups: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    confirmed: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    buyers: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
