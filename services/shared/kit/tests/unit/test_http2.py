"""The gateway's side of a connection to a process with open streams, byte by byte, without a network."""

from typing import Any

import pytest
from h2.errors import ErrorCodes
from h2.events import RemoteSettingsChanged, ResponseReceived, StreamEnded, StreamReset
from h2.settings import SettingCodes
from shared.kit.http.http2 import STREAMS_PER_CONNECTION
from shared.kit.tests.http2 import REQUEST, Line, big, connected, fails

# The flow-control window of a page that has not changed it.
WINDOW = 65_535


@connected()
async def test_a_request_and_its_answer(line: Line) -> None:
    number = await line.ask([*REQUEST, ("x-pairwise-token", "t")])
    line.pages.goes_on.set()
    await line.settle()

    [scope] = line.pages.scopes
    assert (scope["method"], scope["path"], scope["query_string"]) == ("GET", "/page", b"cursor=7")
    assert scope["headers"] == [(b"host", b"pairwise.example"), (b"x-pairwise-token", b"t")]
    assert line.status(number) == b"200"
    assert line.content(number) == b"here and gone"
    assert line.of(StreamEnded, number)
    assert not line.wire.is_closing(), "it serves more"


@connected()
async def test_many_streams_share_the_connection_and_each_receives_its_own(line: Line) -> None:
    numbers = [await line.ask() for _ in range(5)]
    line.h2.reset_stream(numbers[0])
    await line.settle()
    assert line.pages.left == ["http.disconnect"]

    line.pages.goes_on.set()
    await line.settle()
    assert [line.content(number) for number in numbers] == [b"here"] + [b"here and gone"] * 4
    assert not line.of(StreamReset)


@connected()
async def test_it_says_how_many_streams_it_takes(line: Line) -> None:
    await line.settle()
    [changed] = line.of(RemoteSettingsChanged)
    assert changed.changed_settings[SettingCodes.MAX_CONCURRENT_STREAMS].new_value == STREAMS_PER_CONNECTION


@connected(to=big(b"x" * 3 * WINDOW))
async def test_a_page_that_takes_nothing_is_sent_its_window_and_no_more(line: Line) -> None:
    number = await line.ask()
    assert len(line.content(number)) == WINDOW
    assert not line.of(StreamEnded)


@connected(to=big(b"x" * 3 * WINDOW))
async def test_a_page_that_takes_what_it_is_sent_gets_the_rest(line: Line) -> None:
    number = await line.ask()
    await line.take(number)
    assert line.content(number) == b"x" * 3 * WINDOW
    assert line.of(StreamEnded, number)


@connected(to=big(b"x" * 2 * WINDOW))
async def test_one_that_takes_nothing_does_not_hold_up_the_others(line: Line) -> None:
    line.h2.increment_flow_control_window(10 * WINDOW)
    slow = await line.ask()
    quick = await line.ask()
    await line.take(quick)

    assert line.of(StreamEnded, quick)
    assert len(line.content(slow)) == WINDOW
    assert not line.of(StreamEnded, slow)


@connected(to=big(b"x" * 2 * WINDOW))
async def test_a_window_that_opens_by_the_settings_lets_go_on(line: Line) -> None:
    line.h2.increment_flow_control_window(10 * WINDOW)
    number = await line.ask()
    line.h2.update_settings({SettingCodes.INITIAL_WINDOW_SIZE: 3 * WINDOW})
    await line.settle()
    assert line.of(StreamEnded, number)


@connected()
async def test_nothing_is_written_while_the_wire_is_full(line: Line) -> None:
    number = await line.ask()
    line.wire.protocol.pause_writing()
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here"

    line.wire.protocol.resume_writing()
    await line.settle()
    assert line.content(number) == b"here and gone"


@connected(to=big(b"x" * 2 * WINDOW))
async def test_a_page_that_leaves_while_it_takes_nothing_is_let_go(line: Line) -> None:
    number = await line.ask()
    line.h2.reset_stream(number)
    await line.settle()
    assert not line.state.tasks
    assert not line.wire.is_closing()


@connected()
async def test_a_page_that_is_gone_before_it_was_let_in(line: Line) -> None:
    number = line.h2.get_next_available_stream_id()
    line.h2.send_headers(number, REQUEST, end_stream=True)
    line.h2.reset_stream(number)
    await line.settle()
    assert line.pages.left == ["http.disconnect"]
    assert not line.of(ResponseReceived)


@connected()
async def test_the_body_of_a_request_is_taken_and_dropped(line: Line) -> None:
    number = await line.ask(end_stream=False)
    for _ in range(10):
        line.h2.send_data(number, b"x" * 16_000)
        await line.settle()
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"


@connected()
async def test_the_answer_to_head_is_its_headers(line: Line) -> None:
    number = await line.ask([(":method", "HEAD"), *REQUEST[1:]])
    assert line.status(number) == b"200"
    assert line.of(StreamEnded, number)
    assert line.content(number) == b""
    assert line.pages.left == ["http.disconnect"], "nobody waits for more"


@pytest.mark.parametrize(
    "headers",
    [[(":method", "CONNECT"), (":authority", "elsewhere:443")], [(":method", b"G\xff"), *REQUEST[1:]]],
    ids=["a tunnel", "a method of no letters"],
)
def test_unknown_requests_are_refused_by_the_app(headers: Any) -> None:
    @connected()
    async def ask(line: Line) -> None:
        beside = await line.ask()
        await line.ask(headers)
        line.pages.goes_on.set()
        await line.settle()
        assert len(line.pages.scopes) == 2
        assert line.content(beside) == b"here and gone"

    ask()


@connected(to=fails)
async def test_an_answer_that_fails_is_cut_and_the_connection_lives(line: Line) -> None:
    number = await line.ask()
    assert line.of(StreamReset, number)[0].error_code == ErrorCodes.CANCEL
    assert not line.wire.is_closing()
