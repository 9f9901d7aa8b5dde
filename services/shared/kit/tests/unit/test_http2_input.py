"""Input that is no HTTP/2, and the end of a connection."""

import asyncio

import pytest
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, StreamReset
from shared.kit.http.http2 import PREFACE
from shared.kit.tests.http2 import REQUEST, Line, connected

NO_SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"


# Stopping


@connected()
async def test_stopping_ends_the_connection_with_the_last_stream_and_refuses_new_ones(line: Line) -> None:
    number = await line.ask()
    line.wire.protocol.shutdown()
    late = await line.ask()
    gone_at_once = line.h2.get_next_available_stream_id()
    line.h2.send_headers(gone_at_once, REQUEST, end_stream=True)
    line.h2.reset_stream(gone_at_once)
    await line.settle()
    assert line.of(StreamReset, late)[0].error_code == ErrorCodes.REFUSED_STREAM
    assert not line.wire.is_closing()

    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"
    assert line.of(ConnectionTerminated)[0].error_code == ErrorCodes.NO_ERROR
    assert line.wire.is_closing()
    assert len(line.pages.scopes) == 1


@connected()
async def test_stopping_ends_an_idle_connection_at_once(line: Line) -> None:
    await line.settle()
    line.wire.protocol.shutdown()
    await line.settle()
    assert line.of(ConnectionTerminated)
    assert not line.state.connections


@connected()
async def test_a_gateway_that_says_goodbye_leaves_all_its_pages(line: Line) -> None:
    for _ in range(3):
        await line.ask()
    line.h2.close_connection()
    await line.settle()
    assert line.pages.left == ["http.disconnect"] * 3
    assert not line.state.tasks
    assert line.wire.is_closing()


@connected()
async def test_a_gateway_that_is_gone_leaves_all_its_pages(line: Line) -> None:
    for _ in range(3):
        await line.ask()
    line.wire.protocol.pause_writing()
    line.wire.close()
    await line.settle()
    assert line.pages.left == ["http.disconnect"] * 3
    assert not line.state.tasks
    assert not line.state.connections


# Input that is no HTTP


@pytest.mark.parametrize(
    "bytes_sent",
    [
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x04\x00\x00\x00\x00\x00x",
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x00\x00\x00\x00\x00\x01x",
        PREFACE + NO_SETTINGS + b"\x00\x00\x01\x01\x05\x00\x00\x00\x01\xff",
        PREFACE + NO_SETTINGS + b"\x00\x40\x01\x00\x00\x00\x00\x00\x01" + b"x" * 16_385,
    ],
    ids=["half a setting", "data of no stream", "headers that are none", "a frame that is too long"],
)
def test_a_connection_with_another_protocol_is_refused_and_ended(bytes_sent: bytes) -> None:
    @connected()
    async def send(line: Line) -> None:
        line.h2.data_to_send()
        line.wire.protocol.data_received(bytes_sent)
        await line.settle()
        assert line.of(ConnectionTerminated)[0].error_code != ErrorCodes.NO_ERROR
        assert line.wire.is_closing()
        assert line.pages.scopes == []

    send()


@connected()
async def test_all_that_the_gateway_lets_through_is_taken_and_not_much_more(line: Line) -> None:
    beside = await line.ask()
    await line.ask([*REQUEST, *((f"x-{number}", "x" * 200) for number in range(80))])
    assert len(line.pages.scopes) == 2

    await line.ask([*REQUEST, ("x-endless", "x" * 70_000)])
    assert len(line.pages.scopes) == 2
    assert line.of(ConnectionTerminated)[0].error_code == ErrorCodes.ENHANCE_YOUR_CALM
    assert line.pages.left, beside


@connected()
async def test_the_preface_may_come_in_pieces(line: Line) -> None:
    number = line.h2.get_next_available_stream_id()
    line.h2.send_headers(number, REQUEST, end_stream=True)
    for byte in line.h2.data_to_send():
        line.wire.protocol.data_received(bytes([byte]))
    line.pages.goes_on.set()
    await line.settle()
    assert line.content(number) == b"here and gone"


@pytest.mark.parametrize("beginning", ["GET", "PUT", "PROPFIND"])
def test_probes_speak_the_older_http_at_the_same_port(beginning: str) -> None:
    @connected()
    async def ask(line: Line) -> None:
        line.pages.goes_on.set()
        for byte in f"{beginning} /health/ready HTTP/1.1\r\nHost: x\r\n\r\n".encode():
            line.wire.protocol.data_received(bytes([byte]))
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.take_output().startswith(b"HTTP/1.1 200 OK\r\n")
        assert (line.pages.scopes[0]["http_version"], line.pages.scopes[0]["path"]) == ("1.1", "/health/ready")

    ask()


@connected()
async def test_the_older_http_refuses_what_is_malformed(line: Line) -> None:
    line.wire.protocol.data_received(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
    assert line.take_output().startswith(b"HTTP/1.1 400 ")
    assert line.pages.scopes == []
