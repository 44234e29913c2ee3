"""Proved results of solved positions in words."""

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.match import Match
from engines import GameValue, PositionFacts
from rules.contract import State


def result_text(match: Match, state: State, proved: PositionFacts, t: Language) -> str:
    """Return the result of a position, and how many moves keep it where one can lose it."""
    fact, counts = proved.fact, {"keepers": len(proved.keepers), "moves": proved.moves}
    if fact.result is GameValue.LOST:
        return _won(match, state, 1 - (state.turn or 0), fact.plies, t)
    said = (
        t("solved.drawn")
        if fact.result is GameValue.DRAWN
        else _won(match, state, state.turn or 0, fact.plies, t)
    )
    if len(proved.keepers) == proved.moves:
        return said
    return f"{said} {t('solved.only' if proved.only else 'solved.some', **counts)}"


def _won(match: Match, state: State, seat: int, plies: int, t: Language) -> str:
    return t("solved.won", n=plies, plies=plies, player=phrases.player(match, state.game, seat, t))


def hint_line(proved: PositionFacts, t: Language) -> str:
    """Return the proof of a hint that keeps the result of its position and wins as soon as possible."""
    fact, counts = proved.fact, {"keepers": len(proved.keepers), "moves": proved.moves}
    if fact.result is GameValue.LOST:
        return t("solved.hint-lost")
    if fact.result is GameValue.WON:
        return t(
            "solved.hint-won-only" if proved.only else "solved.hint-won",
            n=fact.plies,
            plies=fact.plies,
            **counts,
        )
    if proved.only:
        return t("solved.hint-drawn-only", **counts)
    if len(proved.keepers) == proved.moves:
        return t("solved.hint-drawn-all")
    return t("solved.hint-drawn", **counts)
