"""Endings of games in words: winner and reason."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.match import WITHOUT_RESULT, EndedBy, Match, only_winners_remain
from rules.contract import Game, Outcome

_FROM_OUTSIDE: Final = frozenset({EndedBy.TIMEOUT, EndedBy.ABORT, EndedBy.ADJUDICATION, EndedBy.AGREEMENT})
_ENDINGS: Final[Mapping[EndedBy | None, str]] = {
    EndedBy.AGREEMENT: "ending.agreement",
    EndedBy.ADJUDICATION: "ending.adjudicated",
    EndedBy.ABORT: "ending.aborted",
}

_NameOf = Callable[[int], str]
"""Returns the name of a seat's player."""


def result(match: Match, game: Game, outcome: Outcome, t: Language) -> str:
    """Return a game's result as a sentence."""

    def player_name(seat: int) -> str:
        return phrases.seat_name(match, seat, t)

    winner, number = t("list.and").join(map(player_name, outcome.winners)), len(outcome.winners)
    if match.resigned is not None:
        loser = phrases.player(match, game, match.resigned, t)
        return t("game.resigned", n=number, loser=loser, winner=winner)
    if match.first_outcome is not None:
        return _correction_line(match, outcome, winner, t)
    if match.ended_by in _FROM_OUTSIDE:
        return _outside_ending(match, outcome, winner, t)
    how = reason(match, outcome, player_name, t)
    if not outcome.winners:
        return t("game.draw", how=how)
    return t("game.over", n=number, winner=winner, how=how)


def verdict(outcome: Outcome, name_of: _NameOf, t: Language) -> str:
    """Return only the winner, or that there is none."""
    if outcome.reason in WITHOUT_RESULT:
        return t("scoreboard.no-result")
    if not outcome.winners:
        return t("scoreboard.draw")
    winner = t("list.and").join(map(name_of, outcome.winners))
    return t("scoreboard.won", n=len(outcome.winners), winner=winner)


def reason(match: Match, outcome: Outcome, name_of: _NameOf, t: Language) -> str:
    """Return the sentence about a game's ending, without the winner."""
    losers = [seat for seat in range(len(match.players)) if seat not in outcome.winners]
    if match.resigned is not None:
        return t("ending.resigned", loser=name_of(match.resigned))
    if match.first_outcome is not None:
        return t("ending.voided" if match.is_aborted else "ending.corrected")
    if match.ended_by is EndedBy.TIMEOUT:
        late = len(losers) == 1
        return t("ending.timeout", loser=name_of(losers[0])) if late else t("ending.timeout-left")
    if match.ended_by in _ENDINGS:
        return t(_ENDINGS[match.ended_by])
    if only_winners_remain(outcome, len(match.players), match.retired):
        return t("ending.others-left")
    text_id = f"{match.key}.outcome.{outcome.reason}"
    if not outcome.winners and f"{text_id}.draw" in t:
        text_id = f"{text_id}.draw"
    and_ = t("list.and")
    return t(text_id, winner=and_.join(map(name_of, outcome.winners)), loser=and_.join(map(name_of, losers)))


def ending_rule(match: Match, outcome: Outcome, t: Language) -> str:
    """Return the rule that ended a game; empty if the headline names the cause."""
    from_outside = match.first_outcome is not None or match.ended_by in _FROM_OUTSIDE
    left = match.resigned is not None or only_winners_remain(outcome, len(match.players), match.retired)
    if from_outside or left:
        return ""
    return reason(match, outcome, lambda seat: phrases.seat_name(match, seat, t), t)


def _outside_ending(match: Match, outcome: Outcome, winner: str, t: Language) -> str:
    """Return the sentence for a game ended by the clock, by agreement or by an admin."""
    if match.ended_by is EndedBy.AGREEMENT:
        return t("game.ended.agreement")
    losers = [seat for seat in range(len(match.players)) if seat not in outcome.winners]
    number = len(outcome.winners)
    if match.is_aborted:
        return t("game.ended.abort" if match.ended_by is EndedBy.ABORT else "game.annulled")
    if match.ended_by is EndedBy.ADJUDICATION:
        return t("game.adjudicated", n=number, winner=winner) if number else t("game.adjudicated-draw")
    if len(losers) == 1:
        return t("game.timeout", n=number, loser=phrases.seat_name(match, losers[0], t), winner=winner)
    return t("game.timeout-left", n=number, winner=winner)


def _correction_line(match: Match, outcome: Outcome, winner: str, t: Language) -> str:
    """Return the sentence for a game whose result an admin has corrected or voided."""
    if match.is_aborted:
        return t("game.voided")
    number = len(outcome.winners)
    return t("game.corrected", n=number, winner=winner) if number else t("game.corrected-draw")
