"""Random games with many options and many invalid texts; the games' responses are recorded."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from rules import GAMES, Event, Game, InvalidOption, InvalidPosition, Move, RulesError, State
from rules.contract import Duty
from rules.contract.capabilities import LetsRetire, duties_of
from rules.contract.vocabulary import DRAW, WIN
from tests.repeats import repeats

DetailsById = dict[str, set[frozenset[str]]]

_SETTINGS, _ALL = 1000, 100_000
"""Limits on combinations of options: only hnefatafl has more."""


@dataclass
class Findings:
    """The vocabulary that a game used: ids, each with its observed sets of details."""

    refusals: DetailsById = field(default_factory=dict)
    option_refusals: DetailsById = field(default_factory=dict)
    position_refusals: DetailsById = field(default_factory=dict)
    events: DetailsById = field(default_factory=dict)
    outcomes: DetailsById = field(default_factory=dict)
    duties: DetailsById = field(default_factory=dict)
    actions: DetailsById = field(default_factory=dict)
    paths: set[tuple[str, int]] = field(default_factory=set)
    """Actions and numbers of points of moves without meanings."""
    meanings: set[str] = field(default_factory=set)
    """The meanings of moves' points."""

    def record_refusal(self, error: RulesError) -> None:
        refusals = self.refusals
        if isinstance(error, InvalidOption | InvalidPosition):
            refusals = self.option_refusals if isinstance(error, InvalidOption) else self.position_refusals
        _add(refusals, error.reason, error.details)

    def record_state(self, state: State) -> None:
        for event in state.events:
            _add(self.events, event.kind, _fields_in(event))
        for duty in duties_of(state):
            _add(self.duties, duty.kind, _fields_in(duty))
        if state.outcome is not None:
            _add(self.outcomes, state.outcome.reason, {WIN if state.outcome.winners else DRAW})
        for move in (*state.legal_moves(), *(move for move, _ in state.chances())):
            assert len(move.meanings) in {0, len(move.path)}
            self.meanings.update(move.meanings)
            if not move.meanings:
                self.paths.add((move.action, len(move.path)))
            self.record_action(move)

    def record_action(self, move: Move) -> None:
        if move.action:
            _add(self.actions, move.action, ())

    def record_retirements(self, state: State, seats: Iterable[int]) -> None:
        """Retire players in sequence, in games that allow it, and record the effects."""
        if not isinstance(state, LetsRetire):
            return
        for seat in seats:
            try:
                after = state.retire(seat)
            except RulesError as error:
                self.record_refusal(error)
                continue
            self.record_state(after)
            if after.last is not None:
                self.record_action(after.last)
            if isinstance(after, LetsRetire):
                state = after


def _add(recorded: DetailsById, name: str, details: Iterable[str]) -> None:
    recorded.setdefault(str(name), set()).add(frozenset(details))


def _fields_in(item: Event | Duty) -> set[str]:
    """Return the filled fields of an event or a duty."""
    filled = {name for name in ("points", "piece", "number") if getattr(item, name, None)}
    return filled | ({"seat"} if getattr(item, "seat", None) is not None else set())


def settings(game: Game) -> Iterator[tuple[Mapping[str, str], int]]:
    """Yield every combination of option values and players, with sample values for open-ended options."""
    choices = [(*option.values, *(("1", "3", "?") if option.open_ended else ())) for option in game.options]
    for players, *values in product(game.seats, *choices):
        yield dict(zip((option.key for option in game.options), values, strict=True)), players


@cache
def explore(key: str) -> Findings:
    """Play the game and record its responses."""
    game, chance, findings = GAMES[key], random.Random(key), Findings()
    starts = []
    combinations = list(settings(game))
    for options, players in chance.sample(combinations, min(repeats(_SETTINGS, _ALL), len(combinations))):
        try:
            starts.append(game.new(options, players))
        except InvalidOption as error:
            findings.record_refusal(error)
    for start in chance.sample(starts, min(repeats(8, 30), len(starts))):
        findings.record_retirements(start, (0, 0, start.players, *range(1, start.players)))
        _play_once(start, chance, findings)
    return findings


def _play_once(state: State, chance: random.Random, findings: Findings) -> None:
    """Play up to 150 random plies; before each, type current, earlier and invalid moves."""
    typed = {"", "?", "a1a1", "z26", "a0-a0", "a1-z26", "f6", "a2", "swap", "claim", "pass", "C-C", "1-2"}
    points: set[str] = set()
    for _ in range(150):
        findings.record_state(state)
        moves = state.legal_moves() or tuple(move for move, _ in state.chances())
        typed.update(map(str, chance.sample(moves, min(3, len(moves)))))
        points.update(point for move in moves for point in move.path)
        ends = sorted(points) or [""]
        pairs = [sign.join(chance.choices(ends, k=2)) for sign in ("-", ">") for _ in range(6)]
        _try_moves(state, [*chance.sample(sorted(typed), min(12, len(typed))), *pairs], findings)
        _try_positions(state, chance, findings)
        if not moves:
            break
        state = state.play(chance.choice(moves))
    findings.record_retirements(state, (0, 0, state.players, *range(state.players)))
    try:
        state.play(Move("no such move"))
    except RulesError as error:
        findings.record_refusal(error)


def _try_moves(state: State, tries: Iterable[str], findings: Findings) -> None:
    for text in tries:
        try:
            state.parse(text)
        except RulesError as error:
            findings.record_refusal(error)


def _try_positions(state: State, chance: random.Random, findings: Findings) -> None:
    """Read the position with a word or letter removed, doubled or replaced by another."""
    text = state.position
    words = text.split(" ")
    first, second = chance.sample(range(len(words)), 2) if len(words) > 1 else (0, 0)
    for changed in (
        words[:first] + words[first + 1 :],
        [*words, words[first]],
        [words[second] if index == first else word for index, word in enumerate(words)],
    ):
        _try_position(state, " ".join(changed), findings)
    place = chance.randrange(len(text))
    _try_position(state, text[:place] + chance.choice(text + "?9/;") + text[place + 1 :], findings)


def _try_position(state: State, text: str, findings: Findings) -> None:
    try:
        findings.record_state(state.game.from_position(text, state.options, state.players))
    except RulesError as error:
        findings.record_refusal(error)
