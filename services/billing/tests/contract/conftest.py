import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from billing.tests.provider_stage import KEY, FakeStage, SandboxStage, Stage, StripeStage
from standins.payments.app import payments_app
from structlog.testing import capture_logs


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("payments") / "payments.sqlite3"
    # Its webhooks reach nobody here, and what it logs of them between two tests would be printed.
    with socket.socket() as listening, capture_logs():
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = payments_app(
            Path(file), public_url=address, api_key=KEY, merchant="Pairwise", stripe_webhook=None, stripe_keys=[]
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield address
        server.should_exit = True
        thread.join(5)


STAGES = {"mollie": SandboxStage, "stripe": StripeStage}


@pytest.fixture(params=["fake", *STAGES])
def stage(request: pytest.FixtureRequest) -> Stage:
    if request.param == "fake":
        return FakeStage()
    return STAGES[request.param](request.getfixturevalue("sandbox"))
