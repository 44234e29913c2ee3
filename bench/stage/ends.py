"""Ends of games with the largest possible pictures: crowded boards, long names, long sentences."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.locale import Language
from render import PlayerLine, Scoreboard, View
from rules import GAMES, Game, State

SHORT: Final = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
LONG: Final = (
    "Bartholomäus Müller-Lüdenscheidt",
    "Wilhelmine Größenwahn-Zöpfle",
    "Konstantinopolitanische Äbtissin",
    "Maximiliane von Hohenzollern-Sig",
    "Friedemann Großherzog-Lüneburger",
    "Quirinus Xylophonspieler-Öhringer",
)
"""Names of 32 letters, Discord's limit."""
_OF_ALL_GAMES: Final = ("ending.others-left", "ending.agreement", "ending.adjudicated", "ending.corrected")
_OF_LOSERS: Final = ("ending.resigned", "ending.timeout")
_SAMPLE_SIZE: Final = 4


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a game: the options and the number of players that affect its picture."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)
    players: int | None = None


def boards() -> Iterator[Board]:
    """Yield every board, with every number of players."""
    for key, game in GAMES.items():
        for option in game.options:
            if option.key in {"board", "army", "mode", "men"}:
                for value in option.values:
                    yield Board(key, {option.key: value}, max(game.seats) if option.key == "mode" else None)
        for players in game.seats:
            yield Board(key, {}, players)


def walk(board: Board, plies: int, seed: int) -> State:
    """Play a game for some plies, or to its end, preferring moves without captures or other events."""
    chance = random.Random(f"{board.key} {seed}")
    state = GAMES[board.key].new(board.options, board.players)
    for _ in range(plies):
        if state.outcome is not None:
            break
        moves = state.legal_moves() or tuple(roll for roll, _ in state.chances())
        sample = chance.sample(moves, min(_SAMPLE_SIZE, len(moves)))
        quiet = [move for move in sample if not state.play(move).events]
        state = state.play(chance.choice(quiet or sample))
    return state


def end_view(state: State, theme: str, names: tuple[str, ...], t: Language) -> View:
    """Return the view of a won position, with as many texts as possible."""
    game, players = state.game, range(state.players)
    roles = game.roles(state.players)
    lines = tuple(PlayerLine(names[seat], t(f"{game.key}.role.{roles[seat]}"), "12½") for seat in players)
    title = t("scoreboard.won", winner=names[0])
    ending = max(_sentences(game, names, t), key=len)
    rated = [t("rating.change", player=names[seat], before="2087?", after="2134?") for seat in players]
    card = Scoreboard(lines, t("scoreboard.move", number=388), (title, ending, *rated), winners=(0,))
    return View(theme=theme, over=True, scoreboard=card)


def _sentences(game: Game, names: tuple[str, ...], t: Language) -> Iterator[str]:
    """Yield every sentence about the end of a game."""
    for reason in game.vocabulary.outcomes:
        text_id = f"{game.key}.outcome.{reason}"
        for form in (text_id, f"{text_id}.draw"):
            if form in t:
                yield t(form, winner=names[0], loser=names[1])
    yield from map(t, _OF_ALL_GAMES)
    for sentence in _OF_LOSERS:
        yield t(sentence, loser=names[1])
