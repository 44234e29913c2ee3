"""The layout of a picture for the client: points in board order, with spoken names."""

import hashlib
import re
from typing import Final

from bot.features.web import protocol
from bot.locale import Language
from render import Layout, point_named
from rules.contract import Game
from rules.contract.capabilities import point_names_of

_PART: Final = re.compile(r"[0-9]+|[^0-9]+")


def board_of(layout: Layout, game: Game, known_key: str, t: Language) -> protocol.BoardLayout:
    """Return the layout, without its points if its key is `known_key`."""
    order = {name: number for number, name in enumerate(point_names_of(game))}
    last = len(order)
    names = sorted(layout.areas, key=lambda name: (order.get(name, last), _natural(name)))
    points = tuple(
        protocol.Point(
            name=name,
            said=point_named(game, name, t),
            x=round(area.x, 1),
            y=round(area.y, 1),
            across=round(area.across, 1),
            down=round(area.down, 1),
            round=area.round,
        )
        for name in names
        for area in (layout.areas[name],)
    )
    looks = repr((layout.width, layout.height, points))
    key = hashlib.blake2b(looks.encode(), digest_size=9).hexdigest()
    return protocol.BoardLayout(key, layout.width, layout.height, None if key == known_key else points)


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Return the sort key of a name: letters alphabetically, numbers by value."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in _PART.findall(name))
