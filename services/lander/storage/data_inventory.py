"""Data inventory of the lander."""

from datetime import timedelta

from shared.privacy import (
    DataRecord,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Retained,
    WhileNeeded,
)

from lander.storage.leads import anonymise_lead
from lander.storage.money import receipts_of, round_receipts, round_reversals
from lander.storage.postbacks import postbacks_to, withhold_postbacks
from lander.storage.tables import (
    ArmRow,
    CostRow,
    ExperimentRow,
    LeadRow,
    MarketingActionRow,
    NetworkRow,
    PageDraftRow,
    PageRow,
    PageVersionRow,
    PostbackRow,
    PostbackTestRow,
    PublicationRow,
    ReceiptRow,
    RevenueCheckRow,
    ReversalRow,
    SuspicionRow,
    ViewRow,
    VisitRow,
)

# Sub ids carry the id of one click of an advert: after this long no network asks about it any more.
SUB_IDS_KEPT = timedelta(days=120)

DATA_INVENTORY: tuple[DataRecord, ...] = (
    # Receipts before leads: an erasure finds a member's receipts through the lead that still names them.
    DataRecord(
        ReceiptRow,
        purpose="know what pages and sources bring after VAT and returns",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(round_receipts, why="its lead names nobody after that; a figure to the day"),
        retention=WhileNeeded("as long as its lead; after an erasure as a figure that names nobody, to the day"),
        export=receipts_of,
    ),
    DataRecord(
        ReversalRow,
        purpose="take what went back off what pages and sources bring",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(round_reversals, why="its receipt's lead names nobody after that; a figure to the day"),
        retention=WhileNeeded("as long as its receipt"),
        export=NotExported("billing's copy has each of them; here they name a payment and no member"),
    ),
    # Before leads, for the same reason.
    DataRecord(
        PostbackRow,
        purpose="tell the network that sent a member of their sign-up and purchases, with their consent",
        legal_basis=LegalBasis.CONSENT,
        erasure=ErasedBy(withhold_postbacks, why="its lead names nobody after that, and it holds no sub id"),
        retention=DeletedAfter(SUB_IDS_KEPT, by="created_at"),
        export=postbacks_to,
    ),
    DataRecord(
        PostbackTestRow,
        purpose="show a marketer what a network answers to test values",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=30), by="asked_at"),
        export=NotExported("answers of companies"),
    ),
    DataRecord(
        LeadRow,
        purpose="know the landing page of a sign-up and, with consent, its campaign",
        legal_basis=LegalBasis.INTEREST,
        erasure=ErasedBy(anonymise_lead, why="it names nobody after that, and stays a figure of its page"),
        retention=WhileNeeded("sub ids 120 days and while the consent stands; the rest until the account is erased"),
        export=Exported("member_id", without=("id", "member_id", "visit_id", "attributed_at")),
    ),
    DataRecord(
        CostRow,
        purpose="compare what a network costs with what it brings",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until a marketer takes it out"),
        export=NotExported("sums of a site"),
    ),
    DataRecord(
        RevenueCheckRow,
        purpose="say whether the report agrees with the ledger",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=800), by="day"),
        export=NotExported("counts of days"),
    ),
    DataRecord(
        ViewRow,
        purpose="compare pages, and a year with the one before",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=800), by="day"),
        export=NotExported("counters, which have no id"),
    ),
    DataRecord(
        SuspicionRow,
        purpose="show why views are suspect",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=800), by="day"),
        export=NotExported("counters, which have no id"),
    ),
    DataRecord(
        NetworkRow,
        purpose="count visitors by the networks of a site",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until a marketer takes the network out"),
        export=NotExported("names of companies"),
    ),
    DataRecord(
        MarketingActionRow,
        purpose="know who changed a page, a network or a code, and from what to what",
        legal_basis=LegalBasis.INTEREST,
        erasure=Retained("an audit log is evidence; only a random id", ("actor_id",)),
        retention=DeletedAfter(timedelta(days=3 * 366), by="at", through="forget_marketing_actions"),
        export=Exported("actor_id", without=("id", "actor_id", "before", "after")),
    ),
    DataRecord(
        PageRow,
        purpose="show the landing pages of marketers",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as figures name the page"),
        export=NotExported("names of pages"),
    ),
    DataRecord(
        PageVersionRow,
        purpose="show a landing page, and go back to an earlier version",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as figures name the version"),
        export=NotExported("texts of a site"),
    ),
    DataRecord(
        PageDraftRow,
        purpose="show a marketer the page they are writing",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=1), by="kept_at"),
        export=NotExported("texts of a site"),
    ),
    DataRecord(
        PublicationRow,
        purpose="know which version was live when, and that a second person approved it",
        legal_basis=LegalBasis.INTEREST,
        erasure=Retained("an audit log is evidence; only a random id", ("asked_by",)),
        retention=WhileNeeded("as long as the page"),
        export=Exported("asked_by", without=("id", "page_id", "asked_by")),
    ),
    DataRecord(
        ExperimentRow,
        purpose="compare versions of a page",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as figures name its arms"),
        export=NotExported("experiments of a site"),
    ),
    DataRecord(
        ArmRow,
        purpose="compare versions of a page",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as figures name it"),
        export=NotExported("numbers of versions and their weights"),
    ),
    DataRecord(
        VisitRow,
        purpose="none: the table is empty, and goes with the next release",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=1), by="first_at"),
        export=NotExported("empty"),
    ),
)
