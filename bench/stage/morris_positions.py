"""Random positions of Morris that are solved."""

from collections.abc import Iterator, Mapping
from random import Random

from engines.games.nine_mens_morris.solved import TOGETHER
from rules import GAMES, State
from rules.games.nine_mens_morris import BOARDS
from rules.games.nine_mens_morris.setup import agree
from rules.games.nine_mens_morris.text import Layout, write_layout


def random_positions(options: Mapping[str, str], number: int, seed: int) -> Iterator[State]:
    """Yield random solved positions of games that go on: of moving, and of setting where that is solved."""
    chance, setup = Random(seed), agree(options, None)
    board, most = BOARDS[options["men"]], TOGETHER[options["men"]]
    while number:
        ply = 2 * setup.men
        if most >= ply and chance.random() < 1 / 2:
            ply = chance.randrange(4, ply)
        first = (ply + 1) // 2, ply // 2
        men = [chance.randint(min(3, count), count) for count in first]
        if sum(men) > most:
            continue
        points = chance.sample(range(len(board.points)), sum(men))
        white = sum(1 << point for point in points[: men[0]])
        black = sum(1 << point for point in points[men[0] :])
        mover = ply % 2 if ply < 2 * setup.men else chance.randrange(2)
        layout = Layout((white, black), (setup.men - first[0], setup.men - first[1]), mover)
        state = GAMES["nine-mens-morris"].from_position(write_layout(layout, board), options)
        if state.outcome is None:
            number -= 1
            yield state
