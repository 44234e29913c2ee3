"""Proved results of solved positions in words."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.match import Match
from engines import GameValue, Milestone, PositionFacts
from rules.contract import State

_WON: Final[Mapping[Milestone, str]] = {
    Milestone.MAN_FALLS: "solved.won-man",
    Milestone.PIECE_HOME: "solved.won-piece",
}
_WHEN: Final[Mapping[Milestone, str]] = {
    Milestone.MAN_FALLS: "solved.hint-when-man",
    Milestone.PIECE_HOME: "solved.hint-when-piece",
}


def result_text(match: Match, state: State, proved: PositionFacts, t: Language) -> str:
    """Return the result of a position, and the number of moves that keep it, if it can be lost."""
    fact, counts = proved.fact, {"keepers": len(proved.keepers), "moves": proved.moves}
    if fact.result is GameValue.LOST:
        return _winning_text(match, state, 1 - (state.turn or 0), proved, t)
    text = (
        t("solved.drawn")
        if fact.result is GameValue.DRAWN
        else _winning_text(match, state, state.turn or 0, proved, t)
    )
    if len(proved.keepers) == proved.moves:
        return text
    return f"{text} {t('solved.only' if proved.only else 'solved.some', **counts)}"


def _winning_text(match: Match, state: State, seat: int, proved: PositionFacts, t: Language) -> str:
    player, plies = phrases.player(match, state.game, seat, t), proved.fact.plies
    if not plies or proved.milestone is None:
        return t("solved.won", player=player)
    return t(_WON[proved.milestone], n=plies, plies=plies, player=player)


def hint_line(proved: PositionFacts, t: Language) -> str:
    """Return the proof of a hint that keeps the position's result and wins as soon as possible."""
    fact, counts = proved.fact, {"keepers": len(proved.keepers), "moves": proved.moves}
    if fact.result is GameValue.LOST:
        return t("solved.hint-lost")
    if fact.result is GameValue.WON:
        text = t("solved.hint-won-only" if proved.only else "solved.hint-won", **counts)
        if not fact.plies or proved.milestone is None:
            return text
        return f"{text} {t(_WHEN[proved.milestone], n=fact.plies, plies=fact.plies)}"
    if proved.only:
        return t("solved.hint-drawn-only", **counts)
    if len(proved.keepers) == proved.moves:
        return t("solved.hint-drawn-all")
    return t("solved.hint-drawn", **counts)
