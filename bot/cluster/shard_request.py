"""An owner's request for a process's shards: all, its share, or given numbers."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Self

MAX_SHARDS: Final = 100_000
_FORMS: Final = "leave it empty, or write auto, or numbers and their total such as 0-3/8"
_PINNED: Final = re.compile(r"(?P<numbers>\d+(-\d+)?(,\d+(-\d+)?)*)/(?P<total>\d+)", re.ASCII)


class Sharing(Enum):
    """How a process shares the bot with others."""

    ALONE = auto()
    AUTO = auto()
    """It holds as many shards as each other AUTO process."""
    PINNED = auto()
    """It holds given shards."""


@dataclass(frozen=True, slots=True)
class ShardRequest:
    """The requested shards of a process. Only pinned requests have `numbers` and `total`."""

    sharing: Sharing
    numbers: frozenset[int] = frozenset()
    total: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse an owner's setting. Raises ValueError with the accepted forms."""
        compact = "".join(text.split()).lower()
        if not compact:
            return cls(Sharing.ALONE)
        if compact == "auto":
            return cls(Sharing.AUTO)
        match = _PINNED.fullmatch(compact)
        if match is None:
            raise ValueError(_FORMS)
        total = int(match["total"])
        if not 1 <= total <= MAX_SHARDS:
            raise ValueError(f"there are 1 to {MAX_SHARDS} shards; {_FORMS}")
        numbers: set[int] = set()
        for part in match["numbers"].split(","):
            first, _, last = part.partition("-")
            low, high = int(first), int(last or first)
            if low > high:
                raise ValueError(f"{part} counts backwards; {_FORMS}")
            if high >= total:
                raise ValueError(f"of {total} shards the last is number {total - 1}; {_FORMS}")
            numbers.update(range(low, high + 1))
        return cls(Sharing.PINNED, frozenset(numbers), total)

    @property
    def is_whole(self) -> bool:
        """Whether one process with this request serves every server."""
        return self.sharing is not Sharing.PINNED or len(self.numbers) == self.total

    def to_text(self) -> str:
        """Return the text form of this request."""
        match self.sharing:
            case Sharing.ALONE:
                return ""
            case Sharing.AUTO:
                return "auto"
            case Sharing.PINNED:
                return f"{','.join(map(str, sorted(self.numbers)))}/{self.total}"
