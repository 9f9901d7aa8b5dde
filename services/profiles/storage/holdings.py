"""What profiles holds of members."""

from holdings import (
    UNTIL_ERASED,
    Cascades,
    Deleted,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)

from profiles.storage.tables import (
    AcquaintanceRow,
    BlockRow,
    ErasedRow,
    FactRow,
    LooseMediaRow,
    PhotoRow,
    ProfileRow,
    RegionRow,
    SearchRow,
    TownRow,
)

PLACES = Untaken("the same for everyone")

HOLDINGS: tuple[Holding, ...] = (
    Holding(
        ProfileRow,
        purpose="show a member to others, as they describe themselves",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
    Holding(
        PhotoRow,
        purpose="show a member's photos",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id", without=("thumbhash", "media")),
    ),
    Holding(
        LooseMediaRow,
        purpose="clear files away that no photo holds",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=WhileNeeded("until the files are cleared away, ten minutes later"),
        taken=Untaken("random names of files"),
    ),
    Holding(
        BlockRow,
        purpose="keep two members apart",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Taken("blocker_id"),
    ),
    Holding(
        SearchRow,
        purpose="find members by what they can be searched for",
        ground=Ground.CONTRACT,
        erased=Cascades("profiles"),
        kept=UNTIL_ERASED,
        taken=Untaken("it repeats the profile"),
    ),
    Holding(
        FactRow,
        purpose="count and find those who have something rare",
        ground=Ground.CONTRACT,
        erased=Cascades("search_rows"),
        kept=UNTIL_ERASED,
        taken=Untaken("it repeats the profile"),
    ),
    Holding(
        ErasedRow,
        purpose="let no event told late make an erased member a profile again",
        ground=Ground.LAW,
        erased=Kept("only their random id", ("member_id",)),
        kept=WhileNeeded("as long as late events can come"),
        taken=Untaken("only of those who are gone"),
    ),
    Holding(
        AcquaintanceRow,
        purpose="let those who talk see each other, invisible or not",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id", "other_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("a copy of what chat holds"),
    ),
    Holding(RegionRow, "name places", Ground.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
    Holding(TownRow, "name places", Ground.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
)
