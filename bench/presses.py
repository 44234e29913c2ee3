"""The number of presses from Move to Confirm: mean and maximum over random games on every board.

Every legal move of every second position is sought in the panel. If a board offers its pieces as buttons,
pressing a piece replaces Move and the first choice.
"""

import random
from collections.abc import Iterator, Mapping
from statistics import mean
from typing import Final

import rules
from bot.chat.core.words.move_labels import pieces_at_hand
from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.guide_page import choices_at, first_step, offered_moves
from bot.chat.parts.moves.move_picker import START, PickerStep
from rules.contract import Game, Move, State
from rules.contract.capabilities import named_boards

PLIES: Final = 120
EVERY: Final = 2
OPENING, CONFIRMING = 1, 1
FEW, MANY = 3, 4
"""The maximum number of presses per move with 25 legal moves or fewer, and with more."""


def run() -> None:
    """Print the presses for every game, board and number of players beside their limits."""
    print(f"{'':45}{'25 moves or fewer':>20}{'more':>20}")
    print(f"{'':45}{'mean':>14}{'most':>6}{'mean':>14}{'most':>6}")
    for key, game in rules.GAMES.items():
        for options in named_boards(game) or ({},):
            for players in game.seats:
                few, many = list[int](), list[int]()
                for state in _random_game(game, options, players):
                    presses = _presses(state)
                    (few if len(presses) <= move_tree.MOST else many).extend(presses.values())
                name = " ".join((key, *options.values(), *([str(players)] if len(game.seats) > 1 else [])))
                within_limits = max(few, default=0) <= FEW and max(many, default=0) <= MANY
                print(f"{name:45}{_figures(few)}{_figures(many)}{'' if within_limits else '  too many'}")


def _figures(counts: list[int]) -> str:
    return f"{mean(counts):14.2f}{max(counts):6}" if counts else f"{'-':>14}{'-':>6}"


def _presses(state: State) -> Mapping[Move, int]:
    """Return the least number of presses for each move in a panel; a menu choice counts as one press."""
    if not offered_moves(state, START):
        return {}
    saved = 1 if pieces_at_hand(state) else 0
    fewest = dict[Move, int]()
    for move, presses in _depths(state, first_step(state), saved):
        fewest[move] = min(presses, fewest.get(move, presses))
    return {move: OPENING + presses + CONFIRMING for move, presses in fewest.items()}


def _depths(state: State, step: PickerStep, saved: int, depth: int = 1) -> Iterator[tuple[Move, int]]:
    """Yield moves with their number of choices; a piece button saves the press that opens the panel."""
    ways = choices_at(state, step)
    for move in move_tree.moves_beside(ways, step):
        yield move, depth
    for way in ways:
        if way.move is not None:
            yield way.move, depth - saved
        else:
            yield from _depths(state, way.step, saved, depth + 1)


def _random_game(game: Game, options: Mapping[str, str], players: int) -> Iterator[State]:
    """Yield every second position of a random game in which a player is to act."""
    dice = random.Random(f"{game.key}{options}{players}")
    state: State = game.new(options, players)
    for number in range(PLIES):
        if state.outcome is not None:
            return
        if state.is_chance:
            moves, weights = zip(*((move, float(odds)) for move, odds in state.chances()), strict=True)
            state = state.play(dice.choices(moves, weights)[0])
            continue
        if number % EVERY == 0:
            yield state
        state = state.play(dice.choice(state.legal_moves()))
