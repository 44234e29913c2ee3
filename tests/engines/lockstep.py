"""Fast positions alongside the rules: random games with a comparison after every ply."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from engines.contract import DRAW, UNCLEAR, Position
from rules import Game, Outcome, State

Begin = Callable[[Sequence[State]], Position]
Shown = Callable[[State, Position], None]


def choices(game: Game) -> Iterator[Mapping[str, str]]:
    """Yield the default options, each other value of each option alone, and all last values together."""
    yield {}
    for option in game.options:
        for value in option.values:
            if value != option.default:
                yield {option.key: value}
    yield {option.key: option.values[-1] for option in game.options}


def play_in_lockstep(
    game: Game, options: Mapping[str, str], begin: Begin, seed: int, longest: int, show: Shown
) -> Outcome | None:
    """Play a random game and compare moves, turn, end and the output of `show`, ply by ply.

    Chance favours reversals and loud moves, so that rare endings occur, too.
    """
    chance = Random(seed)
    loud_share = chance.choice(((0, 0), (1, 0), (0, 1), (0.5, 0.5)))
    state = game.new(options)
    path: list[State] = [state]
    position = begin(path)
    keys: dict[int, str] = {}
    while state.outcome is None and len(path) <= longest:
        assert position.winner is None
        assert position.turn == state.turn
        moves = state.legal_moves()
        assert sorted(map(position.write, position.moves())) == sorted(move.text for move in moves)
        assert {*position.loud()} <= {*position.moves()}
        assert keys.setdefault(position.key, state.position) == state.position
        show(state, position)
        _check_unmake(position, chance)
        show(state, position)
        last_own = path[-3].last if len(path) > 3 and chance.random() < 0.2 else None
        texts = {move.text: move for move in moves}
        reversal = last_own and texts.get("-".join(reversed(last_own.path)))
        loud = (
            [position.write(move) for move in position.loud()]
            if chance.random() < loud_share[position.turn]
            else ()
        )
        move = texts[chance.choice(loud)] if loud else reversal or chance.choice(moves)
        state = state.play(move)
        path.append(state)
        position.make(position.read(move.text))
    if state.outcome is None:
        assert position.winner is None
    else:
        winners = state.outcome.winners
        assert position.winner == (winners[0] if winners else DRAW)
    fresh = begin(path)
    assert (fresh.key, fresh.winner, fresh.turn) == (position.key, position.winner, position.turn)
    if fresh.winner is None:
        assert fresh.evaluate() == position.evaluate()
    return state.outcome


def _check_unmake(position: Position, chance: Random) -> None:
    """Make and unmake moves: the position must be unchanged, and the outlook's values right."""
    turn, key, moves, worth = position.turn, position.key, list(position.moves()), position.evaluate()
    outlook = {move: value for value, move in position.outlook()}
    assert {*outlook} == {*moves}
    for move in chance.sample(moves, min(4, len(moves))):
        position.make(move)
        if outlook[move] != UNCLEAR:
            assert position.turn != turn
        replies = position.moves() if position.winner is None else ()
        if replies:
            position.make(chance.choice(replies))
            position.unmake()
        position.unmake()
        assert (position.turn, position.key, position.evaluate()) == (turn, key, worth)
        assert list(position.moves()) == moves
        assert position.winner is None
