"""Removes the text about a turn from its posted board once the turn is over."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.locale import Language

_TURNS: Final = ("game.next", "game.opens")
_TIMES: Final = (
    ("time.until", ("moment", "left")),
    ("time.up", ("player",)),
    ("time.up-several", ("player",)),
    ("time.banks", ("times",)),
    ("time.paused", ()),
    ("vacation.away", ("player", "until")),
    ("vacation.away-paused", ("player", "until")),
)
"""The texts about time below a turn, with their values, in small print."""
_ASIDE: Final = "-# "
_ANYTHING: Final = "\0"


def without_turn(content: str, languages: Iterable[Language]) -> str:
    """Return a board's text without its last part: the player to move, their duties and their time.

    Other remarks stay. A text without a player to move stays unchanged. It may be in any of the `languages`.
    """
    lines, languages = content.split("\n"), tuple(languages)
    patterns = [
        _pattern(t(text_id, player=_ANYTHING, role=_ANYTHING)) for t in languages for text_id in _TURNS
    ]
    at = next(
        (
            number
            for number in range(len(lines) - 1, 0, -1)
            if any(pattern.fullmatch(lines[number]) for pattern in patterns)
        ),
        None,
    )
    if at is None:
        return content
    times = [
        _pattern(_ASIDE + t(text_id, **dict.fromkeys(v, _ANYTHING)))
        for t in languages
        for text_id, v in _TIMES
    ]
    asides = [
        line
        for line in lines[at:]
        if line.startswith(_ASIDE) and not any(pattern.fullmatch(line) for pattern in times)
    ]
    return "\n".join([*lines[:at], *asides])


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, sentence.split(_ANYTHING))))
