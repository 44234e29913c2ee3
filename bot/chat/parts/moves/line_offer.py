"""The choices on a variation's page, and how to read a press on them."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.words.move_labels import Caption
from bot.chat.parts.moves import explored_line, move_tree
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import MoveChoice, StepChoices
from bot.chat.parts.moves.explored_line import SIGNS, Entry, Exploration
from bot.chat.parts.moves.guide_page import with_icons
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import FEW, StepChoice
from bot.locale import Language

_MENU: Final = "!"
"""Separates a variation from a menu's number on its page."""

NamedWay = tuple[StepChoice, str, Caption]


def pressed_text(context: InteractionContext, text: str) -> str:
    """Return a variation's text after a press; in a menu the chosen value is appended."""
    line, menu, _ = text.partition(_MENU)
    return f"{line}{context.choice}" if menu else text


def line_offer(
    explored: Exploration,
    line: str,
    step: PickerStep,
    ways: Sequence[StepChoice],
    order: BoardOrder,
    name: Callable[[Sequence[StepChoice]], Sequence[NamedWay]],
    custom_id: Callable[[str], str],
    t: Language,
    *,
    calls: bool,
) -> StepChoices:
    """Return the choices of a step, named by `name`.

    Picks are indices into `ways`; `line` encodes the plies so far.
    """
    state = explored.state
    ways_shown, every = list(ways), list[StepChoice]()
    if ways and not state.is_chance:
        if not explored.chooses:
            moves = explored_line.following(state, calls=calls)
            ways_shown = list(move_tree.choices(moves, step, whole=FEW))
            every = [move_tree.whole_way(move) for move in move_tree.moves_beside(ways_shown, step)]
        ways_shown, every = order.sort(ways_shown, len(step.path)), order.sort(every, len(step.path))

    def line_suffix(way: StepChoice) -> str:
        """Return the suffix that a choice appends to the line in its custom_id."""
        if state.is_chance or way.step.part or (way.move is None and len(way.step.path) > 1):
            return f"{explored_line.picks_text(explored)}{SIGNS[ways.index(way)]}"
        part = Entry.PIECE if way.step.path else Entry.ACTION
        entry = part if way.move is None else Entry.MOVE
        return explored_line.entry_text(state, way.moves[0], entry, calls=calls)

    def choice(way: StepChoice, label: str, caption: Caption) -> MoveChoice:
        value = f".{line_suffix(way)}"
        group = "".join(way.moves[0].path[len(step.path) : len(step.path) + 1])
        return MoveChoice(
            label, custom_id(f"{line}{value}"), value, caption, group, is_move=way.move is not None
        )

    def choices_of(ways: Sequence[StepChoice]) -> list[MoveChoice]:
        choices = [choice(*row) for row in name(ways)]
        return with_icons(choices, state, t) if step.is_first else choices

    return StepChoices(
        choices_of(ways_shown), lambda number: custom_id(f"{line}{_MENU}{number}"), choices_of(every)
    )
