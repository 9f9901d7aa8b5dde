"""What the lander holds of members."""

from datetime import timedelta

from holdings import UNTIL_ERASED, Deleted, Forgotten, Ground, Holding, NotPersonal, Taken, Untaken

from lander.storage.tables import LeadRow, VisitRow

HOLDINGS: tuple[Holding, ...] = (
    Holding(
        LeadRow,
        purpose="know which page brought a member",
        ground=Ground.INTEREST,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        VisitRow,
        purpose="compare pages, and a year with the one before",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=400), by="first_at"),
        taken=Untaken("no visit names anyone"),
    ),
)
