"""Data inventory of profiles, with that of moderation."""

from datetime import timedelta

from shared.privacy import (
    UNTIL_ERASED,
    Cascades,
    DataRecord,
    Deleted,
    DeletedAfter,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Retained,
    WhileNeeded,
)

from profiles.domain.check_in import WITHIN
from profiles.domain.date_plan import LIVES
from profiles.domain.fields import FIELDS
from profiles.moderation.storage import data_inventory as of_moderation
from profiles.storage.tables import (
    AcquaintanceRow,
    BlockedPictureRow,
    BlockRow,
    BlockSuspicionRow,
    ConsentRow,
    DateCheckInRow,
    DateContactRow,
    DatePlanRow,
    ErasedRow,
    FactRow,
    HiddenContactRow,
    LookRow,
    PhotoCheckRow,
    PhotoRow,
    ProfileRow,
    QuarantinedPhotoRow,
    RefusedContactRow,
    RegionRow,
    SearchRow,
    TownRow,
    UnreferencedMediaRow,
    VerificationRow,
)

PLACES = NotExported("the same for everyone")


DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        ProfileRow,
        purpose="show a member to others, as they describe themselves",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=tuple(name for name in FIELDS if not FIELDS[name].is_exported)),
        special=("seeks", "sexuality", "religion"),
    ),
    DataRecord(
        ConsentRow,
        purpose="know the member's consents to special data",
        legal_basis=LegalBasis.LAW,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of what identity's export tells in full"),
    ),
    DataRecord(
        PhotoRow,
        purpose="show a member's photos",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=Exported("member_id", without=("thumbhash", "media", "fingerprint")),
    ),
    DataRecord(
        QuarantinedPhotoRow,
        purpose="keep a photo rejected as illegal from everybody until a second person has confirmed it",
        legal_basis=LegalBasis.LAW,
        erasure=Cascades("profiles"),
        retention=WhileNeeded("until a second person confirms it, or the desk decides anew after 14 days"),
        export=NotExported("a picture held to be illegal is given to nobody"),
    ),
    DataRecord(
        PhotoCheckRow,
        purpose="record each answer of the image classifier about a photo",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("an audit log is evidence; only random ids, labels and scores", ("member_id",)),
        retention=DeletedAfter(timedelta(days=3 * 366), by="at", through="forget_photo_checks"),
        export=Exported("member_id", without=("model",)),
    ),
    DataRecord(
        BlockedPictureRow,
        purpose="recognise a picture that was rejected as illegal, or blocked as evidence, when it comes again",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=5 * 365), by="blocked_at"),
        export=NotExported("hashes from which no picture can be had"),
    ),
    DataRecord(
        UnreferencedMediaRow,
        purpose="delete files that belong to no photo",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until the files are cleared away, ten minutes later"),
        export=NotExported("random names of files"),
    ),
    DataRecord(
        BlockSuspicionRow,
        purpose="offer a member an account that may be the new one of a person they blocked",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("blocker_id", "suspect_id", "blocked_id"),
        retention=DeletedAfter(timedelta(days=365), by="found_at"),
        export=NotExported("a guess about another member, which would tell them who has blocked them"),
    ),
    DataRecord(
        BlockRow,
        purpose="keep two members apart, and count serious reasons at the desk",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=Exported("blocker_id"),
    ),
    DataRecord(
        HiddenContactRow,
        purpose="hide acquainted members from each other",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id", "contact_id"),
        retention=UNTIL_ERASED,
        export=NotExported("would disclose memberships and hidden members"),
    ),
    DataRecord(
        SearchRow,
        purpose="find members by the criteria of search",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("profiles"),
        retention=UNTIL_ERASED,
        export=NotExported("it repeats the profile"),
        special=("seeks", "traits", "traits_2"),
    ),
    DataRecord(
        FactRow,
        purpose="count and find members with rare traits",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Cascades("search_rows"),
        retention=UNTIL_ERASED,
        export=NotExported("it repeats the profile"),
        special=("sought", "traits", "traits_2"),
    ),
    DataRecord(
        ErasedRow,
        purpose="keep late events from creating a profile of an erased member",
        legal_basis=LegalBasis.LAW,
        erasure=Retained("only their random id", ("member_id",)),
        retention=WhileNeeded("as long as late events can come"),
        export=NotExported("only of those who are gone"),
    ),
    DataRecord(
        AcquaintanceRow,
        purpose="show invisible members to their conversation partners",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "other_id"),
        retention=UNTIL_ERASED,
        export=NotExported("a copy of what chat holds"),
    ),
    DataRecord(
        LookRow,
        purpose="show members who looked at them this week",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "viewer_id"),
        retention=DeletedAfter(timedelta(days=9), by="day"),
        export=Exported("viewer_id"),
    ),
    DataRecord(
        DatePlanRow,
        purpose="show the plan of a date to people with its link",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "partner_id"),
        retention=DeletedAfter(LIVES, by="meets_at"),
        export=Exported("member_id", without=("secret_hash",)),
    ),
    DataRecord(
        VerificationRow,
        purpose="compare two live pictures with a member's photos: a person, or with explicit consent a model first",
        legal_basis=LegalBasis.CONSENT,
        erasure=Deleted("member_id"),
        retention=WhileNeeded(
            "until 183 days after the decision and the end of an appeal, or undecided for 30 days;"
            " pictures and scores until taken back; that a model gave a badge, while it lasts"
        ),
        export=Exported("member_id", without=("media",)),
        special=("model_same",),
    ),
    DataRecord(
        DateCheckInRow,
        purpose="ask a member after a date, and tell the person they chose if they do not answer",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("until the plan is deleted"),
        export=Exported("member_id", without=("secret_hash", "address_hash", "sealed")),
    ),
    DataRecord(
        DateContactRow,
        purpose="count the people a member has named within a day",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(WITHIN, by="named_at"),
        export=NotExported("keyed hashes of other people's addresses"),
    ),
    DataRecord(
        RefusedContactRow,
        purpose="send no mails about plans of dates to people who refused them",
        legal_basis=LegalBasis.INTEREST,
        erasure=Retained("keyed hashes of addresses of people without an account; no member is in it", ()),
        retention=WhileNeeded("as long as members may name the address again"),
        export=NotExported("keyed hashes of addresses of people without an account"),
    ),
    DataRecord(RegionRow, "name places", LegalBasis.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
    DataRecord(TownRow, "name places", LegalBasis.NOT_PERSONAL, NotPersonal(), WhileNeeded("always"), PLACES),
    *of_moderation.DATA_INVENTORY,
)

SHORT_LIVED = of_moderation.SHORT_LIVED
