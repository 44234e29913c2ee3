"""The format of a table: a line of JSON, then individually compressed blocks of values.

A value is a byte, and a layer is a named sequence of values. A block of equal values is stored as that byte.
Other sequences of bytes, such as the lists for numbering positions, are stored as layers, too.
"""

import json
import lzma
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

_BLOCK: Final = 1 << 16
_MAX_BYTES: Final = 1 << 20
"""The maximum number of unpacked bytes in memory."""
_FILTERS: Final = (
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 17, "pb": 0},
)


@dataclass(frozen=True, slots=True)
class Layer:
    """A sequence of values: its size, and the starts of its blocks and the end of the last one."""

    size: int
    starts: tuple[int, ...]


class PackedTable:
    """A table as stored in a file. The blocks that `value` unpacked last stay in memory, up to _MAX_BYTES."""

    def __init__(self, data: bytes) -> None:
        head, _, _ = data.partition(b"\n")
        read = json.loads(head)
        self._data = memoryview(data)[len(head) + 1 :]
        self._blocks: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._unpacked_bytes = 0
        self.about: Final[Mapping[str, str]] = {str(key): str(value) for key, value in read["about"].items()}
        self.layers: Final[Mapping[str, Layer]] = {
            name: Layer(size, tuple(accumulate(lengths, initial=start)))
            for name, (size, start, lengths) in read["layers"].items()
        }

    def value(self, name: str, place: int) -> int:
        """Return the value at a place of a layer. Raises KeyError for an unknown layer."""
        number, within = divmod(place, _BLOCK)
        block = self._blocks.get((name, number))
        if block is None:
            block = self._unpack(name, number)
        return block[within] if len(block) > 1 else block[0]

    def values(self, name: str) -> bytes:
        """Return all values of a layer. Raises KeyError for an unknown layer."""
        layer = self.layers[name]
        sizes = _sizes(layer.size)
        blocks = (self._block(layer, number) for number in range(len(layer.starts) - 1))
        return b"".join(
            block * size if len(block) == 1 else block for block, size in zip(blocks, sizes, strict=True)
        )

    def _unpack(self, name: str, number: int) -> bytes:
        block = self._blocks[name, number] = self._block(self.layers[name], number)
        self._unpacked_bytes += len(block)
        while self._unpacked_bytes > _MAX_BYTES:
            self._unpacked_bytes -= len(self._blocks.popitem(last=False)[1])
        return block

    def _block(self, layer: Layer, number: int) -> bytes:
        """Return a block, or the one byte that fills it."""
        packed_block = self._data[layer.starts[number] : layer.starts[number + 1]]
        if len(packed_block) == 1:
            return bytes(packed_block)
        return lzma.decompress(packed_block, lzma.FORMAT_RAW, filters=_FILTERS)


def pack(about: Mapping[str, str], layers: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the file of a table."""
    heads: dict[str, tuple[int, int, list[int]]] = {}
    body = bytearray()
    for name, values in layers:
        start, blocks = len(body), [_pack(block) for block in _blocks_of(values)]
        body += b"".join(blocks)
        heads[name] = (len(values), start, [len(block) for block in blocks])
    head = json.dumps({"about": dict(about), "layers": heads}, separators=(",", ":"))
    return head.encode() + b"\n" + bytes(body)


def _blocks_of(values: bytes) -> Iterator[bytes]:
    return (values[first : first + _BLOCK] for first in range(0, len(values), _BLOCK))


def _pack(block: bytes) -> bytes:
    if block.count(block[0]) == len(block):
        return block[:1]
    return lzma.compress(block, lzma.FORMAT_RAW, filters=_FILTERS)


def _sizes(size: int) -> list[int]:
    return [min(_BLOCK, size - first) for first in range(0, size, _BLOCK)]
