from flask import Blueprint
from servicekit.web import caller, endpoint

from billing.usecases.list_transactions import list_transactions
from billing.web.context import wiring
from billing.web.models import TransactionOut, TransactionsAnswer, TransactionsQuery

transactions = Blueprint("transactions", __name__, url_prefix="/api")


@transactions.get("/transactions.php")
@endpoint()
def get_transactions(query: TransactionsQuery) -> TransactionsAnswer:
    """The caller's own credits, gained and spent, newest first."""
    before = int(query.cursor) if query.cursor else None
    page, more = list_transactions(wiring().unit_of_work(), caller().member_id, before)
    return TransactionsAnswer(
        transactions=[TransactionOut.of(transfer) for transfer in page],
        next_cursor=str(more) if more is not None else None,
    )
