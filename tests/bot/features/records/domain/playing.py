"""Random games written as records."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

from bot.features.records.domain.codec import VERSION
from bot.features.records.domain.record import (
    Record,
    RecordedDice,
    RecordedPlayer,
    RecordedPly,
    RecordedResult,
)
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import Seed
from bot.model.people.person import MessageRef
from rules import Game, InvalidOption
from tests.rules.contract.all_cases import CASES

BEGUN = datetime(2026, 11, 20, 12, tzinfo=UTC)
MATCH = 42
SEED = Seed(bytes(range(32)))
BEACON = Beacon(Origin.OPENING, MessageRef(7, 1440000000000000123), ("0123456789abcdef" * 2,))
DICE = SEED.mix(BEACON)


def variants() -> Iterator[tuple[Game, Mapping[str, str], int | None]]:
    """Yield every game with each single value of each option, and its own tests' settings."""
    for case in CASES.values():
        yield from ((case.game, options, players) for options, players in case.settings)
        for option in case.game.options:
            for value in option.values:
                yield case.game, *_first_with(case.game, option.key, value)
        yield from ((case.game, {}, players) for players in case.game.seats)


def _first_with(game: Game, key: str, value: str) -> tuple[Mapping[str, str], int]:
    """Return the first valid settings in which an option has a value."""
    choices = [(value,) if option.key == key else option.values for option in game.options]
    for players in game.seats:
        for values in product(*choices):
            options = dict(zip((option.key for option in game.options), values, strict=True))
            with suppress(InvalidOption):
                game.new(options, players)
                return options, players
    raise AssertionError(f"{game.key} cannot be played with {key}={value}")


def random_record(
    game: Game, options: Mapping[str, str], players: int | None = None, plies: int = 30
) -> Record:
    """Return a record of random moves, ended by the rules or, if still running, by an admin."""
    state, chance = game.new(options, players), Random(game.key)
    recorded = []
    for number in range(1, plies + 1):
        if state.outcome is not None:
            break
        if state.is_chance:
            move = DICE.roll(MATCH, number, state.chances())
        else:
            move = chance.choice(state.legal_moves())
        recorded.append(RecordedPly(move.text, state.turn, BEGUN + timedelta(hours=number)))
        state = state.play(move)
    outcome = state.outcome
    return Record(
        version=VERSION,
        game=game.key,
        options=state.options,
        players=tuple(
            RecordedPlayer(role, f"Änna {number} 🎲")
            for number, role in enumerate(game.roles(state.players), 1)
        ),
        clock="3d soft",
        begun=BEGUN,
        ended=BEGUN + timedelta(days=9),
        plies=tuple(recorded),
        result=RecordedResult((0,), "adjudication")
        if outcome is None
        else RecordedResult(outcome.winners, outcome.reason),
        dice=RecordedDice(MATCH, SEED.hex, SEED.short_commitment, "1440000000000000123", BEACON.words, None),
    )
