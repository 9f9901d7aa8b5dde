"""An authenticator app that makes the codes of a second factor."""

import base64
from datetime import UTC, datetime

from shared.kit.db import Database
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.one_time_codes import STEP_SECONDS, OneTimeCodes
from identity.storage.tables import AuthenticatorRow


class App:
    """An authenticator app. Each code it shows is a later one, as if half a minute had passed."""

    def __init__(self, written: str, database: Database) -> None:
        self.secret = base64.b32decode(written.replace(" ", "").upper())
        self.database = database
        self.shown = ""

    def code(self) -> str:
        with Session(self.database.engine) as session:
            session.execute(update(AuthenticatorRow).values(last_step=0))
            session.commit()
        self.shown = OneTimeCodes.code_at(self.secret, int(datetime.now(UTC).timestamp()) // STEP_SECONDS)
        return self.shown
