from collections.abc import Sequence

from flask import Blueprint
from shared.kit.http import caller, endpoint, limiter, visitor

from profiles.domain.card import Card
from profiles.domain.search import Filters, Order
from profiles.errors import TooManyCards, VisitorsMayNotSearch, invalid_field
from profiles.usecases.search.find_related import find_related
from profiles.usecases.search.search_as_visitor import search_as_visitor
from profiles.usecases.search.search_members import search_members
from profiles.web.card_models import card_out
from profiles.web.context import current_site, wiring
from profiles.web.search_models import (
    RelatedAnswer,
    RelatedQuery,
    SearchAnswer,
    SearchQuery,
    VisitorQuery,
    VisitorSearchAnswer,
)

search = Blueprint("search", __name__, url_prefix="/api")


@search.get("/search.php")
@endpoint()
def get_search(query: SearchQuery) -> SearchAnswer:
    """Find members who fit the caller both ways."""
    dependencies, member_id, filters = wiring(), caller().member_id, query.filters()
    after = dependencies.cursors.open(query.cursor, member_id, filters) if query.cursor else None
    _check_asked(filters)
    weights = current_site().fit_weights
    found = dependencies.replica_reads(
        member_id,
        lambda engine: search_members(
            dependencies.reads(engine).lean(),
            dependencies.pause,
            dependencies.atlas,
            member_id,
            filters,
            weights,
            after,
            query.limit,
        ),
    )
    _count_shown("cards", [one.card for one in (*found.members, *found.similar)])
    cursor = dependencies.cursors.close(found.next, member_id, found.filters) if found.next else None
    return SearchAnswer.of(found, cursor, member_id, dependencies.links)


@search.get("/visitor-search.php")
@endpoint()
def get_visitor_search(query: VisitorQuery) -> VisitorSearchAnswer:
    """Search without login, where the site allows it."""
    dependencies, site, filters = wiring(), current_site(), query.filters()
    has_source = bool(query.network or query.ref)
    if not (site.logged_out_search or (site.logged_out_search_trafficsource and has_source)):
        raise VisitorsMayNotSearch()
    visitors = f"visitors of {site.pool}"
    after = dependencies.cursors.open(query.cursor, visitors, filters) if query.cursor else None
    found = dependencies.replica_reads(
        None, lambda engine: search_as_visitor(dependencies.reads(engine), site.pool, filters, after, query.limit)
    )
    _count_shown("visitor_cards", found.cards)
    return VisitorSearchAnswer.of(
        found, dependencies.cursors.close(found.next, visitors, filters) if found.next else None
    )


@search.get("/similar.php")
@endpoint()
def get_similar(query: RelatedQuery) -> RelatedAnswer:
    """Find members similar to this one that fit the caller."""
    dependencies, member_id = wiring(), caller().member_id
    cards = dependencies.replica_reads(
        member_id,
        lambda engine: find_related(
            dependencies.reads(engine), dependencies.pause, dependencies.atlas, member_id, query.id
        ),
    )
    _count_shown("cards", cards)
    return RelatedAnswer(profiles=[card_out(card, member_id, dependencies.links) for card in cards])


def _count_shown(limit: str, cards: Sequence[Card]) -> None:
    limiter().take(limit, visitor(), shown=[card.id for card in cards], refusal=TooManyCards)


def _check_asked(filters: Filters) -> None:
    """Refuse filters by fields that the site does not search by, and by a badge that it does not show."""
    site = current_site()
    if (filters.is_verified or filters.order is Order.VERIFIED) and not site.verification:
        raise invalid_field("verified" if filters.is_verified else "order")
    searched = site.search_fields
    asked = [name for name, _ in (*filters.traits, *filters.numbers)] + ["interests"] * bool(filters.interests)
    for name in asked:
        if name not in searched:
            raise invalid_field(name)
