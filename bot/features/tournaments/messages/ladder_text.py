"""The text of a ladder: rules, rungs, running games, latest steps."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN, IDLE_AFTER, REACH, steps
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.messages.standings_text import entrant_name, score_text
from bot.locale import Language

_LATEST: Final = 3
_PUBLIC_PAIRS: Final = 8


def rules_lines(t: Language) -> list[str]:
    """Return the rules for climbing and sinking on a ladder."""
    return [
        t("ladder.rules", reach=REACH),
        t("ladder.rules-unanswered", days=ANSWERED_WITHIN.days),
        t("ladder.rules-idle", days=IDLE_AFTER.days),
    ]


def rung_lines(ladder: Tournament, t: Language, numbers: Collection[int]) -> list[str]:
    """Return a line for the rung of each shown entrant, the highest first."""
    return [
        t(
            "ladder.rung",
            rung=standing.rank,
            player=entrant_name(ladder.entrant(standing.entrant), t),
            score=score_text(standing),
        )
        for group in ladder.standings()
        for standing in group
        if standing.entrant in numbers
    ]


def state_lines(ladder: Tournament, t: Language) -> list[str]:
    """Return the oldest open challenges and running games, and the latest steps."""
    return [*_pairs(ladder, t, _PUBLIC_PAIRS), *_steps(ladder, t, _LATEST)]


def history_lines(ladder: Tournament, t: Language) -> list[str]:
    """Return all open challenges and running games, and all steps, the latest first."""
    return [*_pairs(ladder, t, None), *_steps(ladder, t, None)]


def _pairs(ladder: Tournament, t: Language, most: int | None) -> list[str]:
    """Return the open challenges and the running games, the oldest first; none after the end."""
    if ladder.status is not TournamentStatus.RUNNING:
        return []
    order = ladder.rungs()
    lines = []
    for game in ladder.games:
        if not game.runs or game.pairing.challenger is None:
            continue
        lower = game.pairing.challenger
        (upper,) = game.pairing.opponents_of(lower)
        pair = [
            t(
                "ladder.on-rung",
                player=entrant_name(ladder.entrant(entrant), t),
                rung=order.index(entrant) + 1,
            )
            if entrant in order
            else entrant_name(ladder.entrant(entrant), t)
            for entrant in (lower, upper)
        ]
        lines.append(t("ladder.pair", lower=pair[0], upper=pair[1]))
    return ["", t("ladder.under-way"), *_first(lines, most, t)] if lines else []


def _steps(ladder: Tournament, t: Language, most: int | None) -> list[str]:
    lines = [
        t(
            f"ladder.step.{step.kind}",
            lower=entrant_name(ladder.entrant(step.lower), t),
            upper=entrant_name(ladder.entrant(step.upper), t),
        )
        for step in reversed(steps(ladder.crosstable))
    ]
    return ["", t("ladder.latest"), *lines[:most]] if lines else []


def _first(lines: Sequence[str], most: int | None, t: Language) -> list[str]:
    more = 0 if most is None else len(lines) - most
    return [*lines[:most], t("games.and-more", n=more)] if more > 0 else list(lines)
