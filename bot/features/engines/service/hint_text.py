"""Hints in words: first the piece to move, then the move and its reasons."""

from bot.chat.core.words import phrases
from bot.chat.parts.moves.step_marks import move_marks
from bot.features.engines.domain import MoveReasons
from bot.features.engines.service import proved_text
from bot.features.engines.service.hints import Hint
from bot.locale import Language
from bot.model.match.match import Match
from render import point_named
from rules.contract import Game


def first_part(hint: Hint, t: Language) -> str | None:
    """Return a first hint that does not reveal the move; None if only the whole move can be shown.

    It names the piece or, where men are only placed, the reasons for the move.
    """
    piece = move_marks(hint.move).chosen
    if piece:
        return t("hint.piece", point=point_named(hint.state.game, piece[0], t))
    reasons = _reasons(hint, t)
    return t("hint.reason", reasons=reasons) if reasons else None


def whole(hint: Hint, t: Language) -> str:
    """Return the move and the reasons for it."""
    move, reasons = phrases.move_name(hint.state.game, hint.move, t), _reasons(hint, t)
    text = t("hint.move-why", move=move, reasons=reasons) if reasons else t("hint.move", move=move)
    if hint.facts is None or hint.move.text not in hint.facts.keepers:
        return text
    return f"{text}\n{proved_text.hint_line(hint.facts, t)}"


def reasons_text(match: Match, game: Game, reasons: MoveReasons, t: Language) -> str:
    """Return the reasons for a move as a clause; empty without any."""
    lines = [] if reasons.wins else [phrases.deeds(match, game, reasons.events, t)]
    lines += [t("hint.wins")] if reasons.wins else []
    lines += [t("hint.stops")] if reasons.stops else []
    lines += [t("hint.threatens")] if reasons.threatens else []
    return t("list.and").join(part for part in lines if part)


def _reasons(hint: Hint, t: Language) -> str:
    return reasons_text(hint.match, hint.state.game, hint.reasons, t)
