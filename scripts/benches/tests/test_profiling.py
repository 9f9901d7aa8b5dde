"""Texts of other programs that the profiler parses: stacks of py-spy, sockets of `ss`, titles of processes."""

from benches.profiling.frames import frames_in
from benches.profiling.processes import BACKEND
from benches.profiling.sockets import SOCKET

FOLDED = """\
run (/x/services/chat/usecases/send_message.py:40);execute (/x/site-packages/psycopg/cursor.py:97) 3
run (/x/services/chat/usecases/send_message.py:41);dumps (/usr/lib/python3.11/json/__init__.py:231) 1
idle (/usr/lib/python3.11/threading.py:5) 4
"""
LISTED = (
    "0      0      127.0.0.1:33338    127.0.0.1:5433   "
    'users:(("python",pid=41,fd=9)) cubic wscale:10,10 rto:204 bytes_sent:1830 bytes_acked:1831 bytes_received:2200 '
    "segs_out:20 segs_in:15 data_segs_out:12 data_segs_in:11 send 1Gbps"
)


def test_a_frame_counts_once_for_each_sample_in_which_it_runs() -> None:
    frames = frames_in(FOLDED)
    assert dict(frames.own)["execute (site-packages/psycopg/cursor.py)"] == 3 / 8
    assert dict(frames.with_calls)["run (chat/usecases/send_message.py)"] == 4 / 8


def test_a_process_without_samples_has_no_frames() -> None:
    assert frames_in("").own == []


def test_sends_of_a_socket_are_read_with_its_process_and_server() -> None:
    socket = SOCKET.search(LISTED)
    assert (socket["own"], socket["peer"], socket["pid"]) == ("33338", "5433", "41")
    assert (socket["bytes"], socket["sends"]) == ("1830", "12")


def test_a_backend_is_distinguished_from_the_other_processes_of_the_server() -> None:
    assert BACKEND.match("postgres: chat chat 127.0.0.1(40412) idle in transaction")["database"] == "chat"
    assert BACKEND.match("postgres: walwriter") is None
