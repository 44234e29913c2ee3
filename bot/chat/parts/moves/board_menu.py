"""The menu below a public board: the first step of choosing a move, in place of *Move*."""

from collections.abc import Sequence

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages.layouts import Menu
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import move_labels
from bot.chat.parts.moves import guide_page, move_picker, move_tree
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import MoveChoice, option
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from bot.locale import Language
from bot.model.match.match import MatchPosition
from render import View
from rules.contract import Move, State
from rules.contract.capabilities import punishes_oversight


def board_menu(pictures: Pictures, position: MatchPosition, view: View, t: Language) -> Menu | None:
    """Return a menu of all moves if they fit, else of the pieces or parts of the board.

    It is public, so it does not reveal the effects of moves; if the rules punish oversight it lists only
    pieces. None if the board has buttons for its moves or pieces, or if there is no move.
    """
    match, state = position.match, position.state
    if state.turn is None or move_labels.at_hand(state) or move_labels.pieces_at_hand(state):
        return None
    step = guide_page.first_step(state)
    moves = guide_page.offered_moves(state, step)
    if not moves:
        return None
    whole = len(moves) <= move_tree.MOST and not punishes_oversight(state)
    ways = tuple(map(move_tree.whole_way, moves)) if whole else _pieces(moves, step)
    ways = tuple(BoardOrder.of(pictures.layout(state, view)).sort(ways, len(step.path)))
    asked = t("panel.choose-move", n=len(ways)) if whole else guide_page.question(state, ways, step, t)
    choices = _move_choices(state, ways, step, t) if whole else _piece_choices(state, ways, step, t)
    custom_id = custom_ids.write(
        "pick", match.id, position_token.mark(match), 0, move_picker.write_step(step)
    )
    return Menu(
        custom_id,
        asked.partition("\n")[0],
        tuple(map(option, guide_page.with_icons(choices, state, t))),
    )


def _pieces(moves: Sequence[Move], step: PickerStep) -> tuple[StepChoice, ...]:
    """Return a choice for each piece, point or action; if there are too many, for parts of the board."""
    firsts: dict[tuple[str, str], list[Move]] = {}
    for move in moves:
        point = "".join(move.path[:1]) if move.action == step.action else ""
        firsts.setdefault((move.action, point), []).append(move)
    if len(firsts) > move_tree.MOST:
        return move_tree.choices(moves, step)
    return tuple(
        StepChoice(PickerStep(action, (point,) if point else ()), tuple(behind))
        for (action, point), behind in firsts.items()
    )


def _move_choices(
    state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> list[MoveChoice]:
    names = guide_page.labels(state, ways, step, t)
    return [
        MoveChoice(name, "", f"m{way.moves[0]}", group="".join(way.moves[0].path[:1]))
        for way, name in zip(ways, names, strict=True)
    ]


def _piece_choices(
    state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> list[MoveChoice]:
    """Return the choices of a step; even a choice with a single move is named by its piece."""
    return [
        MoveChoice(
            move_labels.short_name(state.game, way.step.path[0], t)
            if way.step.path and not way.step.part
            else guide_page.labels(state, [way], step, t)[0],
            "",
            f"s{move_picker.write_step(way.step)}",
            group="".join(way.moves[0].path[:1]),
        )
        for way in ways
    ]
