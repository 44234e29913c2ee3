"""Ports of matches: later features fill them in the app."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import ShownTree
from data.session import Session


class IsInPlace(Protocol):
    """Checks whether the leaf of a game's dice fits the drawing order of its tournament."""

    async def __call__(self, session: Session, challenge: int, leaf: DiceLeaf) -> bool:
        """Return whether the challenge's game has the leaf at its place; true outside tournaments."""


class FindTree(Protocol):
    """Finds a tree of seeds by its root."""

    async def __call__(self, session: Session, root: str) -> ShownTree | None:
        """Return the tree with its message, None if it was deleted."""


class TouchOverview(Protocol):
    """Schedules the redraw of a channel's overview."""

    async def __call__(self, session: Session, channel: int, now: datetime) -> None:
        """Schedule the redraw, if the channel has an overview."""


@dataclass(frozen=True, kw_only=True)
class MatchPorts:
    """The functions that matches need from later features."""

    find_tree: FindTree
    is_in_place: IsInPlace
    touch_overview: TouchOverview
