import pytest
from chat.domain.relay import VALID_SECONDS, RelayMode, issue_credentials
from chat.domain.session_description import (
    CANDIDATE_LENGTH,
    DESCRIPTION_LENGTH,
    check_candidate,
    check_description,
)
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import Invalid

# As Chromium writes them with iceTransportPolicy "relay".
RELAYED = "candidate:842163049 1 udp 41885439 203.0.113.7 49160 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag a+/1"
DESCRIPTION = "\r\n".join(
    [
        "v=0",
        "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0 1",
        "a=msid-semantic: WMS",
        "m=audio 9 UDP/TLS/RTP/SAVPF 111 63",
        "c=IN IP4 0.0.0.0",
        "a=rtcp:9 IN IP4 0.0.0.0",
        f"a={RELAYED}",
        "a=ice-ufrag:a+/1",
        "a=fingerprint:sha-256 AA:BB",
        "a=rtcp-xr:rcvr-rtt=all",
        "a=fmtp:111 minptime=10;useinbandfec=1",
        "m=video 9 UDP/TLS/RTP/SAVPF 96",
        "c=IN IP4 203.0.113.7",
        "",
    ]
)
MDNS = "0a9bd27c-3b8f-4b0e-9d67-0a9bd27c3b8f.local"


def allows(content: str, mode: RelayMode, *, is_candidate: bool) -> bool:
    try:
        (check_candidate if is_candidate else check_description)(content, mode)
    except Invalid:
        return False
    return True


def test_descriptions_of_browsers_pass() -> None:
    check_description(DESCRIPTION, RelayMode.RELAY)
    check_description(DESCRIPTION.replace("\r\n", "\n"), RelayMode.DIRECT)


@pytest.mark.parametrize(
    ("candidate", "relay", "direct"),
    [
        ("", True, True),
        (RELAYED, True, True),
        (RELAYED.replace("raddr 0.0.0.0 rport 0 ", ""), True, True),
        (RELAYED.replace("raddr 0.0.0.0", "raddr ::"), True, True),
        (RELAYED.replace("raddr 0.0.0.0", "raddr 192.0.2.1"), False, False),
        (f"candidate:1 1 udp 2122260223 {MDNS} 50000 typ host generation 0", False, True),
        ("candidate:1 1 udp 2122260223 192.168.1.4 50000 typ host", False, True),
        ("candidate:1 1 tcp 1518280447 192.168.1.4 9 typ host tcptype active", False, True),
        ("candidate:1 1 udp 1686052607 192.0.2.1 50000 typ srflx raddr 0.0.0.0 rport 0", False, False),
        ("candidate:1 1 udp 1686052607 192.0.2.1 50000 typ prflx raddr 0.0.0.0 rport 0", False, False),
        (RELAYED.replace("203.0.113.7", "tracker.example"), False, False),
        (RELAYED.replace("203.0.113.7", MDNS), False, True),
        (RELAYED + "\r\na=candidate:1", False, False),
        (RELAYED + " x" * CANDIDATE_LENGTH, False, False),
        ("<script>", False, False),
    ],
)
def test_no_address_but_the_relays_reaches_the_partner(candidate: str, relay: bool, direct: bool) -> None:
    assert allows(candidate, RelayMode.RELAY, is_candidate=True) is relay
    assert allows(candidate, RelayMode.DIRECT, is_candidate=True) is direct
    # The same within a description.
    if candidate:
        described = DESCRIPTION + f"a={candidate}\r\n"
        assert allows(described, RelayMode.RELAY, is_candidate=False) is relay


@pytest.mark.parametrize(
    "changed",
    [
        DESCRIPTION.replace("v=0", "v=1"),
        DESCRIPTION.replace("127.0.0.1", "192.0.2.1"),
        DESCRIPTION.replace("c=IN IP4 0.0.0.0", "c=IN IP4 tracker.example"),
        DESCRIPTION.replace("a=rtcp:9 IN IP4 0.0.0.0", "a=rtcp:9 IN IP4 tracker.example"),
        DESCRIPTION.replace("m=video", "m=application"),
        DESCRIPTION.replace("s=-", "s=caf\u00e9"),
        DESCRIPTION.replace("s=-", "s=\0"),
        DESCRIPTION + "a=remote-candidates:1 192.0.2.1 9\r\n",
        DESCRIPTION + "i=tracker.example\r\n",
        DESCRIPTION + "a=mid:0\r\n" * 600,
        DESCRIPTION + "a=" + "x" * DESCRIPTION_LENGTH,
        "",
    ],
)
def test_other_descriptions_are_refused(changed: str) -> None:
    assert not allows(changed, RelayMode.RELAY, is_candidate=False)


@given(st.text(max_size=200))
def test_any_text_is_taken_or_refused(content: str) -> None:
    for mode in RelayMode:
        for is_candidate in (True, False):
            allows(content, mode, is_candidate=is_candidate)


def test_credentials_are_those_that_coturn_expects() -> None:
    issued = issue_credentials(["turn:turn.example.com"], "north", now=1_800_000_000.9)
    expiry, _, name = issued.username.partition(":")

    assert (int(expiry), issued.urls) == (1_800_000_000 + VALID_SECONDS, ("turn:turn.example.com",))
    assert len(name) == 16
    assert name != issue_credentials([], "north", 0).username.partition(":")[2]


def test_the_credential_is_the_known_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "0011223344556677")

    issued = issue_credentials([], "north", now=1_799_999_400)

    # printf 1800000000:0011223344556677 | openssl dgst -sha1 -hmac north -binary | base64
    assert (issued.username, issued.credential) == ("1800000000:0011223344556677", "WXY1IQxTDDsVcmmJX2K8j4p0Vh0=")
