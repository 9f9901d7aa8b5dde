"""Calls between two browsers through a TURN server on this machine: consent, ring, pictures, loss, end, logging out."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from runner.testing import programs

from tests.journeys.conftest import enter
from tests.member import LONGEST_WAIT, PASSWORD, Member, until
from tests.product import Product

# As a browser does when somebody clicks on the notification.
CLICKED = """async (path) => {
  await registration.showNotification('Pairwise', { data: { path } })
  const [notification] = await registration.getNotifications()
  dispatchEvent(new NotificationEvent('notificationclick', { notification }))
}"""
FRAMES = "video => video.getVideoPlaybackQuality().totalVideoFrames"


@dataclass
class Relay:
    """A TURN server with the secret of the product."""

    port: int
    secret: str
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = [
            *("--listening-ip=127.0.0.1", "--relay-ip=127.0.0.1", f"--listening-port={self.port}"),
            *("--use-auth-secret", f"--static-auth-secret={self.secret}", "--realm=localhost"),
            *("--allow-loopback-peers", "--no-cli", "--no-tls", "--no-dtls", "--log-file=stdout"),
            *("--cli-password=none", f"--pidfile={self.folder / 'pid'}", f"--db={self.folder / 'db'}", "-n"),
        ]
        program = programs.find("turnserver")
        assert program, "coturn is missing (Debian: `sudo apt-get install coturn`)"
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen([program, *options], stdout=log, stderr=log)

    def stop(self) -> None:
        """At once: all that it relays is lost."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def relay(product: Product, tmp_path: Path) -> Iterator[Relay]:
    port = urlsplit(os.environ["TURN_URLS"].replace("turn:", "turn://")).port
    relay = Relay(port or 0, (product.home / "secrets" / "turn").read_text().split()[0], tmp_path)
    relay.start()
    yield relay
    relay.stop()


@pytest.fixture
def pair(product: Product) -> tuple[Member, Member]:
    """Ann and Bo, who have written to each other."""
    ann = Member(product.base_url).sign_up("Ann", gender="female", seeks="male").confirm()
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, "Shall we talk?")
    until(lambda: bo.get("chats")["chats"])
    bo.write(ann.id, "Gladly")
    return ann, bo


def allow_calls(page: Page) -> None:
    page.get_by_role("button", name="Calls", exact=True).click()
    page.get_by_role("switch", name="Allow calls in this conversation").check()
    page.keyboard.press("Escape")


def new_frames(video: Locator) -> None:
    """The picture moves: frames are drawn that were not there before."""
    before, deadline = video.evaluate(FRAMES), time.monotonic() + LONGEST_WAIT
    while video.evaluate(FRAMES) <= before + 5:
        assert time.monotonic() < deadline, "the picture stands still"
        time.sleep(0.1)


def test_two_browsers_call_each_other_lose_the_relay_and_go_on(
    visit: Callable[..., Page], pair: tuple[Member, Member], relay: Relay
) -> None:
    ann, bo = pair
    hers, his = visit(), visit(phone=True)
    enter(hers, ann, f"/en/members/{bo.id}/chat")
    enter(his, bo, f"/en/members/{ann.id}/chat")
    allow_calls(hers)
    allow_calls(his)
    # A page that is no chat rings, too.
    enter(his, bo, "/en/likes")

    hers.get_by_role("button", name="Calls", exact=True).click()
    hers.get_by_role("button", name="Video call").click()
    expect(hers.get_by_role("status").filter(has_text="Calling Bo")).to_be_visible()
    his.get_by_role("button", name="Answer").click()

    remote_of_hers, remote_of_his = hers.get_by_label("Picture of Bo"), his.get_by_label("Picture of Ann")
    for remote in (remote_of_hers, remote_of_his):
        new_frames(remote)
    expect(hers.get_by_label("Your picture")).to_be_visible()
    his.get_by_role("button", name="Turn camera off").click()
    his.get_by_role("button", name="Turn camera on").click()
    his.get_by_role("button", name="Use less data").click()

    relay.stop()
    expect(hers.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    relay.start()
    for page, remote in ((hers, remote_of_hers), (his, remote_of_his)):
        expect(page.get_by_role("status").filter(has_text="Connection lost")).to_have_count(0)
        new_frames(remote)

    his.get_by_role("button", name="End call").click()
    line = hers.get_by_role("region", name="Chat with Bo").get_by_text("Video call, ")
    expect(line).to_be_visible()
    assert bo.get("call")["call"] is None


def test_a_device_that_is_logged_out_rings_and_talks_no_more(
    visit: Callable[..., Page], pair: tuple[Member, Member], relay: Relay, product: Product
) -> None:
    ann, bo = pair
    laptop = Member(product.base_url)
    laptop.call("POST", "user", email=bo.email, password=PASSWORD)
    hers, his, his_laptop = visit(), visit(phone=True), visit()
    enter(hers, ann, f"/en/members/{bo.id}/chat")
    enter(his, bo, f"/en/members/{ann.id}/chat")
    allow_calls(hers)
    allow_calls(his)
    his.context.grant_permissions(["notifications"])
    enter(his_laptop, laptop, "/en/likes")

    hers.get_by_role("button", name="Calls", exact=True).click()
    hers.get_by_role("button", name="Voice call").click()
    expect(his_laptop.get_by_role("button", name="Answer")).to_be_visible()
    laptop.get("logout")
    expect(his_laptop.get_by_role("button", name="Answer")).to_have_count(0)
    his.get_by_role("button", name="Answer").click()
    timer = hers.get_by_role("dialog").get_by_text("0:0")
    expect(timer).to_be_visible()

    # A notification opens its page below the call.
    his.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    [worker] = his.context.service_workers
    worker.evaluate(CLICKED, "/en/likes")
    his.wait_for_url("**/en/likes")
    expect(his.get_by_role("button", name="End call")).to_be_visible()
    expect(hers.get_by_role("button", name="End call")).to_be_visible()

    bo.get("logout")
    expect(hers.get_by_role("status").filter(has_text="Call ended")).to_be_visible()
    expect(his.get_by_role("button", name="End call")).to_have_count(0)
    assert ann.get("call")["call"] is None
