"""The exits of an explored line: play its first move, or plan the line."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.words import move_labels
from bot.chat.core.words.move_labels import Caption
from bot.features.matches.domain.conditional_moves import DEEPEST
from bot.features.moves import domain as line_draft
from bot.locale import Language
from bot.model.match.match import MatchPosition
from bot.model.match.permissions import is_plannable
from rules.contract import Move, State


def exits(
    start: MatchPosition, ply: int, person: int, line: Sequence[Move], t: Language
) -> list[layouts.Button]:
    """Return the buttons for a player of the match whose newest position a line starts from.

    The player to move can play its first move; a waiting player can plan a line that ends with their reply.
    """
    match, state = start.match, start.state
    seat = match.seat_of(person)
    if not line or seat is None or not match.running or ply != match.plies:
        return []
    token = position_token.mark(match)
    if match.turn == seat and state.turn == seat:
        name = move_labels.close(move_labels.move_label(state.game, line[0], 0, t, short=True))
        label = move_labels.button_label(t("explore.play", move=name), Caption())
        play = custom_ids.write("play", match.id, token, str(line[0]))
        return [layouts.button(label, play, ButtonStyle.success)]
    if is_plannable(match, seat) and _takes_turns(state, line, seat):
        draft = str(line_draft.draft_of(state, line))
        plan = custom_ids.write("plan-save", match.id, token, draft)
        return [layouts.button(t("explore.plan"), plan, ButtonStyle.success)]
    return []


def _takes_turns(state: State, line: Sequence[Move], seat: int) -> bool:
    """Return whether others' plies and the seat's replies alternate in a line within the limit of plans."""
    if len(line) % 2 or len(line) > DEEPEST:
        return False
    for number, move in enumerate(line):
        if state.turn is None or (state.turn == seat) is not bool(number % 2):
            return False
        state = state.play(move)
    return True
