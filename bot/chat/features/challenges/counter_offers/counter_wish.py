"""What a panel of terms says by what is chosen in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.features.challenges.counter_offers.counter_offer_panel import (
    AS_MANY_AS_COME,
    CLOCK,
    EXPLORING,
    PLAYERS,
    RATED,
    ROLE,
    SERIES,
    SINGLE,
    YES,
    Field,
    read,
)
from bot.play.domain.challenges import SeriesChoice
from bot.play.domain.time.clocks import ClockChoice, read_clock
from rules.contract import Game
from rules.contract.series import TieBreak


@dataclass(frozen=True, slots=True)
class CounterWish:
    """What a panel says by what is chosen in it; `players` counts at tables only."""

    options: Mapping[str, str]
    role: str
    clock: ClockChoice
    series: SeriesChoice | None
    players: int | None
    rated: bool
    exploring: bool


def read_wish(game: Game, fields: tuple[Field, ...], text: str) -> CounterWish:
    """Return what the panel says by a text that stands for what is chosen. Raises MalformedId."""
    values = read(fields, text)
    series, players = values.get(SERIES, SINGLE), values.get(PLAYERS, AS_MANY_AS_COME)
    return CounterWish(
        options={option.key: values[option.key] for option in game.options},
        role=values[ROLE],
        clock=read_clock(values[CLOCK]),
        series=None if series == SINGLE else SeriesChoice(TieBreak(series)),
        players=None if players == AS_MANY_AS_COME else int(players),
        rated=values[RATED] == YES,
        exploring=values[EXPLORING] == YES,
    )
