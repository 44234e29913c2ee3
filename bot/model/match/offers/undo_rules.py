"""Undo: whether a player may retract their last ply as if it had not been played.

Undo is possible only before any other ply: no one has built on it, and no result of chance has been seen. The
turn continues as if it had never stopped: the player's clock continues from its earlier state, the time since
the ply counts as theirs, and no one else is charged.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.model.match.offers.offer_rules import FREE, LoggedPly
from bot.model.refusal import Refusal

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "undo-gone": (),
    "undo-not-yours": (),
    "undo-ended": (),
    "undo-rolled": (),
    "undo-automatic": (),
    "undo-answered": (),
    "undo-late": (),
    "undo-followed": (),
    "undo-changed": (),
    "undo-clock": (),
}
"""The refusal reasons about undo, also those of its service; none has details."""


def nothing_follows(ply: LoggedPly, later: Sequence[LoggedPly], now: datetime) -> bool:
    """Return whether a ply is the log's last and was played within `FREE`."""
    return not later and now - ply.played <= FREE


def check_undo(seat: int, ply: LoggedPly, later: Sequence[LoggedPly], now: datetime) -> None:
    """Check that the player on `seat` may undo a ply; `later` are the plies after it.

    Raises Refusal: "undo-not-yours", "undo-automatic", "undo-rolled", "undo-answered", "someone-left-since",
    "undo-late".
    """
    if ply.seat != seat or ply.leaving:
        raise Refusal("undo-not-yours")
    if ply.automatic:
        raise Refusal("undo-automatic")
    if later:
        raise Refusal(_following(later[0]))
    if not nothing_follows(ply, later, now):
        raise Refusal("undo-late")


def _following(next_ply: LoggedPly) -> str:
    if next_ply.seat is None:
        return "undo-rolled"
    if next_ply.leaving:
        return "someone-left-since"
    return "undo-automatic" if next_ply.automatic else "undo-answered"
