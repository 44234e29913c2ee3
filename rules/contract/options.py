"""The options chosen before a game, checked and completed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.contract.errors import InvalidOption
from rules.contract.values import Option
from rules.contract.vocabulary import OptionRefusal


@dataclass(frozen=True, slots=True)
class Choices:
    """The checked options and number of players of one game."""

    values: Mapping[str, str] = field(default_factory=dict)
    players: int = 2


def options_in_effect(options: tuple[Option, ...], chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the options that have an effect with the chosen or default values."""
    values = {option.key: chosen.get(option.key, option.default) for option in options}
    return tuple(
        option
        for option in options
        if option.only_with is None or values[option.only_with.option] in option.only_with.values
    )


def check_choices(
    options: tuple[Option, ...],
    seats: tuple[int, ...],
    given: Mapping[str, str] | None,
    players: int | None,
) -> Choices:
    """Fill in defaults and refuse unknown options. Raises InvalidOption.

    Values of open-ended options are left to the game.
    """
    known = {option.key: option for option in options}
    for key, value in (given or {}).items():
        option = known.get(key)
        if option is None:
            allowed = ", ".join(known) or "none"
            raise InvalidOption(
                f"unknown option {key!r}; options: {allowed}",
                OptionRefusal.UNKNOWN_OPTION,
                option=key,
                allowed=allowed,
            )
        if value not in option.values and not (option.open_ended and isinstance(value, str)):
            allowed = ", ".join(option.values)
            raise InvalidOption(
                f"option {key!r} cannot be {value!r}; allowed: {allowed}",
                OptionRefusal.UNKNOWN_VALUE,
                option=key,
                value=str(value),
                allowed=allowed,
            )
    number = seats[0] if players is None else players
    if number not in seats:
        allowed = ", ".join(map(str, seats))
        raise InvalidOption(
            f"{number} players cannot play; allowed: {allowed}",
            OptionRefusal.PLAYERS,
            value=str(number),
            allowed=allowed,
        )
    values = {option.key: (given or {}).get(option.key, option.default) for option in options}
    return Choices(values, number)
