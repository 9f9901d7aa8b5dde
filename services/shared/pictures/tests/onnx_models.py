"""Tiny ONNX models, written field by field in the wire format of protocol buffers: no package makes them.

The numbers are those of `onnx.proto3`, which never change.
"""

import struct
from collections.abc import Sequence

FLOAT, INT64, BOOL = 1, 7, 9
# Kinds of attributes.
A_GRAPH, A_FLOAT = 5, 1
Shape = Sequence[int]


def _varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    content = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _tensor(name: str, kind: int, shape: Shape, raw: bytes) -> bytes:
    return b"".join(_number(1, size) for size in shape) + _number(2, kind) + _bytes(8, name) + _bytes(9, raw)


def _floats(name: str, shape: Shape, values: Sequence[float]) -> bytes:
    return _tensor(name, FLOAT, shape, struct.pack(f"<{len(values)}f", *values))


def _value(name: str, kind: int, shape: Shape) -> bytes:
    dimensions = b"".join(_bytes(1, _number(1, size)) for size in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, dimensions)))


def _node(operator: str, inputs: Sequence[str], outputs: Sequence[str], *attributes: bytes) -> bytes:
    names = b"".join(_bytes(1, one) for one in inputs) + b"".join(_bytes(2, one) for one in outputs)
    return names + _bytes(4, operator) + b"".join(_bytes(5, one) for one in attributes)


def _graph(
    nodes: Sequence[bytes], inputs: Sequence[bytes], outputs: Sequence[bytes], constants: Sequence[bytes] = ()
) -> bytes:
    return (
        b"".join(_bytes(1, one) for one in nodes)
        + _bytes(2, "g")
        + b"".join(_bytes(5, one) for one in constants)
        + b"".join(_bytes(11, one) for one in inputs)
        + b"".join(_bytes(12, one) for one in outputs)
    )


def _model(graph: bytes) -> bytes:
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 13))


def _classifier(side: int, labels: int, nodes: Sequence[bytes], constants: Sequence[bytes]) -> bytes:
    return _model(
        _graph(
            nodes,
            [_value("picture", FLOAT, (1, 3, side, side))],
            [_value("scores", FLOAT, (1, labels))],
            constants,
        )
    )


AVERAGE = [_node("GlobalAveragePool", ["picture"], ["colour"]), _node("Flatten", ["colour"], ["flat"])]


def colours(side: int = 16, labels: int = 3, strength: float = 1.0, *, padding_bytes: int = 0) -> bytes:
    """The average of red, green and blue, times `strength`, as the scores of the first three labels."""
    weights = [strength if row == column else 0.0 for row in range(3) for column in range(labels)]
    constants = [_floats("weights", (3, labels), weights)]
    if padding_bytes:
        constants.append(_tensor("padding", FLOAT, (padding_bytes // 4,), bytes(padding_bytes)))
    return _classifier(side, labels, [*AVERAGE, _node("MatMul", ["flat", "weights"], ["scores"])], constants)


def faces(side: int = 16, *, poses: int = 12, live: bool = True, pose: float = 1.0) -> bytes:
    """A model of faces: the average colour is the face, green times `pose` the score of each pose, blue that of being
    live."""
    outputs = {"face": 3, "poses": poses, **({"live": 1} if live else {})}
    weights = {
        "face": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        "poses": [*[0.0] * poses, *[pose] * poses, *[0.0] * poses],
        "live": [0.0, 0.0, 1.0],
    }
    return _model(
        _graph(
            [*AVERAGE, *(_node("MatMul", ["flat", f"of_{name}"], [name]) for name in outputs)],
            [_value("picture", FLOAT, (1, 3, side, side))],
            [_value(name, FLOAT, (1, size)) for name, size in outputs.items()],
            [_floats(f"of_{name}", (3, size), weights[name]) for name, size in outputs.items()],
        )
    )


def not_a_number(side: int = 16, labels: int = 3) -> bytes:
    return colours(side, labels, float("nan"))


def hungry(side: int = 16, labels: int = 3, *, floats: int = 1 << 34) -> bytes:
    """A model that asks for four bytes times `floats` of memory."""
    nodes = [
        *AVERAGE,
        _node("ConstantOfShape", ["many"], ["large"]),
        _node("ReduceSum", ["large"], ["sum"]),
        _node("MatMul", ["flat", "weights"], ["plain"]),
        _node("Add", ["plain", "sum"], ["scores"]),
    ]
    constants = [
        _floats("weights", (3, labels), [1.0] * 3 * labels),
        _tensor("many", INT64, (1,), struct.pack("<q", floats)),
    ]
    return _classifier(side, labels, nodes, constants)


def endless(side: int = 16, labels: int = 3) -> bytes:
    """A model whose loop never ends."""
    body = _graph(
        [_node("Identity", ["go_on"], ["goes_on"]), _node("Identity", ["before"], ["after"])],
        [_value("turn", INT64, ()), _value("go_on", BOOL, ()), _value("before", FLOAT, (1, labels))],
        [_value("goes_on", BOOL, ()), _value("after", FLOAT, (1, labels))],
    )
    attribute = _bytes(1, "body") + _bytes(6, body) + _number(20, A_GRAPH)
    nodes = [
        *AVERAGE,
        _node("MatMul", ["flat", "weights"], ["plain"]),
        _node("Loop", ["", "forever", "plain"], ["scores"], attribute),
    ]
    constants = [_floats("weights", (3, labels), [1.0] * 3 * labels), _tensor("forever", BOOL, (), b"\x01")]
    return _classifier(side, labels, nodes, constants)
