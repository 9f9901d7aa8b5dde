"""Checks of the descriptions (SDP, RFC 8866) and candidates (RFC 8839) that two browsers exchange before a call.

They are relayed and never stored. A page is handed neither an address of its partner that the mode does not allow, nor
a host name that it would look up.
"""

import ipaddress
import re

from shared.kit.core import Invalid

from chat.domain.relay import RelayMode

DESCRIPTION_LENGTH, CANDIDATE_LENGTH, MOST_LINES = 16_000, 400, 600
# Lines and attributes that browsers write. No other attribute can carry an address.
_LINE = re.compile(
    r"(?:[vostmcb]=|a=(?:group|extmap-allow-mixed|msid-semantic|rtcp|candidate|end-of-candidates|ice-ufrag|ice-pwd"
    r"|ice-options|ice-lite|fingerprint|setup|mid|extmap|sendrecv|sendonly|recvonly|inactive|msid|rtcp-mux|rtcp-mux-only"
    r"|rtcp-rsize|rtcp-xr|rtpmap|rtcp-fb|fmtp|ssrc|ssrc-group|rid|simulcast|bundle-only|ptime|maxptime)(?::|$))[\x20-\x7e]{0,1000}"
)
_CANDIDATE = re.compile(
    r"candidate:[A-Za-z0-9+/]{1,32} [12] (?:udp|tcp) \d{1,10} (?P<address>\S{1,64}) \d{1,5} typ (?P<type>[a-z]{4,5})"
    r"(?: raddr (?P<related>\S{1,64}) rport \d{1,5})?(?: [A-Za-z0-9-]{1,32} [\x21-\x7e]{1,128}){0,8}",
    re.IGNORECASE,
)
# Names that browsers make up for their own addresses (RFC 8828), which nothing outside their network resolves.
_MDNS = re.compile(r"[0-9a-f-]{36}\.local", re.IGNORECASE)
_TYPES = {RelayMode.RELAY: {"relay"}, RelayMode.DIRECT: {"host", "relay"}}
# Attributes with addresses in them besides candidates.
_WITH_ADDRESS = ("a=rtcp:", "c=")
_MEDIA = ("m=audio ", "m=video ")


def check_description(description: str, mode: RelayMode) -> None:
    """Raise Invalid for a description that is malformed, of other media, or tells an address it must not."""
    lines = description.replace("\r\n", "\n").rstrip("\n").split("\n")
    if len(description) > DESCRIPTION_LENGTH or len(lines) > MOST_LINES or lines[0] != "v=0":
        raise Invalid(field="content")
    for line in lines:
        if not _LINE.fullmatch(line):
            raise Invalid(field="content")
        if line.startswith("a=candidate:"):
            check_candidate(line.removeprefix("a="), mode)
        elif line.startswith("m=") and not line.startswith(_MEDIA):
            raise Invalid(field="content")
        elif line.startswith("o="):
            # Browsers write a placeholder there.
            _check_address(line.rsplit(" ", 1)[-1], mode, is_placeholder=True)
        elif line.startswith(_WITH_ADDRESS) and " " in line:
            _check_address(line.rsplit(" ", 1)[-1], mode)


def check_candidate(candidate: str, mode: RelayMode) -> None:
    """Raise Invalid for a candidate that is malformed, or tells an address that the mode does not allow.

    The empty one means that there are no more.
    """
    if not candidate:
        return
    found = _CANDIDATE.fullmatch(candidate) if len(candidate) <= CANDIDATE_LENGTH else None
    if found is None or found["type"].lower() not in _TYPES[mode]:
        raise Invalid(field="content")
    _check_address(found["address"], mode)
    # The address from which the TURN server was asked is the member's own.
    if found["related"] and not _is_unspecified(found["related"]):
        raise Invalid(field="content")


def _check_address(address: str, mode: RelayMode, *, is_placeholder: bool = False) -> None:
    if mode is RelayMode.DIRECT and _MDNS.fullmatch(address):
        return
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        raise Invalid(field="content") from None
    if is_placeholder and not (parsed.is_loopback or parsed.is_unspecified):
        raise Invalid(field="content")


def _is_unspecified(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_unspecified
    except ValueError:
        return False
