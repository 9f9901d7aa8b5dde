from flask import Blueprint, Response
from shared.kit.http import caller, endpoint, locale

from billing.usecases.list_transactions import (
    all_transactions,
    find_receipt,
    find_transaction,
    list_transactions,
)
from billing.web.context import current_site, wiring
from billing.web.csv_file import transactions_csv
from billing.web.transaction_models import (
    HashedOut,
    ReceiptAnswer,
    ReceiptOut,
    TransactionAnswer,
    TransactionOut,
    TransactionQuery,
    TransactionsAnswer,
    TransactionsFile,
    TransactionsQuery,
)

transactions = Blueprint("transactions", __name__, url_prefix="/api")


@transactions.get("/transactions.php")
@endpoint()
def get_transactions(query: TransactionsQuery) -> TransactionsAnswer:
    """The caller's own credits, gained and spent, newest first."""
    before = int(query.cursor) if query.cursor else None
    dependencies = wiring()
    page, more = list_transactions(
        dependencies.unit_of_work(), dependencies.partners, caller().member_id, query.wanted(), before
    )
    return TransactionsAnswer(
        transactions=[TransactionOut.of(transfer, page) for transfer in page.transfers],
        debt=page.debt,
        next_cursor=str(more) if more is not None else None,
    )


@transactions.get("/transaction.php")
@endpoint()
def get_transaction(query: TransactionQuery) -> TransactionAnswer:
    """One of the caller's own transactions, by its id or that of its payment."""
    dependencies = wiring()
    found = find_transaction(dependencies.unit_of_work(), dependencies.partners, caller().member_id, query.id)
    [transfer] = found.transfers
    return TransactionAnswer(transaction=TransactionOut.of(transfer, found))


@transactions.get("/transaction-receipt.php")
@endpoint()
def get_transaction_receipt(query: TransactionQuery) -> ReceiptAnswer:
    """One of the caller's own transactions with its hash and the hash of the one before it."""
    found = find_receipt(wiring().unit_of_work(), caller().member_id, query.id)
    transaction = HashedOut.model_validate(found.transaction)
    return ReceiptAnswer(receipt=ReceiptOut(transaction=transaction, previous=found.previous, hash=found.hash))


@transactions.get("/transactions-file.php")
@endpoint(media_type="text/csv")
def get_transactions_file(query: TransactionsFile) -> Response:
    """The same list as a file for a spreadsheet, with times in the zone that was named."""
    dependencies, site = wiring(), current_site()
    credits = site.texts("credits")
    found = all_transactions(dependencies.unit_of_work(), dependencies.partners, caller().member_id, query.wanted())
    response = Response(
        transactions_csv(
            found,
            dependencies.texts.with_own(credits),
            dependencies.gift_texts.with_own(site.texts("gifts")),
            dependencies.methods.with_own(credits),
            locale(),
            query.zone,
        ),
        content_type="text/csv; charset=utf-8",
    )
    response.headers["Content-Disposition"] = 'attachment; filename="transactions.csv"'
    response.headers["Cache-Control"] = "no-store"
    return response
