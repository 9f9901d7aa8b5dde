"""A network that receives postbacks, and buyers whose facts are in them."""

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from google.protobuf.message import Message
from lander.domain.postback import PostbackRequest
from lander.ports import PostbackAnswer
from lander.tests.purchases import Buyer, goes_back
from lander.usecases.send_postbacks import send_postbacks
from lander.wiring import Wiring
from shared.kit.db import Database
from sqlalchemy import text

HOST = "trk.example"
# For processes of the tests (shared.kit.testing.forked): what a web process and a worker import.
IMPORTED = ("shared.kit.run", "shared.kit.http.app", "shared.kit.http.webserver", "lander.wiring", "lander.web")


URL = f"https://{HOST}/pb?cid={{sub1}}&st={{goal}}&sum={{payout}}&cur={{currency}}&tx={{txid}}&of={{original}}"


OK = PostbackAnswer(200, 3)


class Network:
    """A network that answers as told, and remembers each URL it was sent."""

    def __init__(self, *answers: PostbackAnswer) -> None:
        self.answers, self.asked = list(answers), list[dict[str, str]]()
        self.requests: list[PostbackRequest] = []

    def send(self, request: PostbackRequest, hosts: Sequence[str]) -> PostbackAnswer:
        assert urlsplit(request.url).hostname in hosts
        given = parse_qs(request.body or urlsplit(request.url).query)
        self.asked.append({name: values[0] for name, values in given.items()})
        self.requests.append(request)
        return self.answers.pop(0) if self.answers else OK

    @property
    def goals(self) -> list[str]:
        return [each["st"] for each in self.asked]


def buyer() -> Buyer:
    return Buyer("map", "northwind", age_days=3)


def drain(wired: Wiring, network: Network) -> None:
    while send_postbacks(wired.unit_of_work, network):
        pass


def due_now(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE postbacks SET next_try_at = now() WHERE state = 'queued'"))


def states(database: Database) -> list[tuple[str, str, str | None]]:
    with database.engine.connect() as connection:
        rows = connection.execute(text("SELECT goal, state, reason FROM postbacks ORDER BY rank, created_at"))
        return [(row.goal, row.state, row.reason) for row in rows]


def life(ann: Buyer) -> list[Message]:
    paid, again = ann.pays(1999, 347), ann.pays(999, 173, after_days=1)
    return [ann.signs_up(sub1="click"), ann.confirms(), paid, again, goes_back(paid, 1999, 347, "chargeback")]
