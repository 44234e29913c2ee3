"""The choices before a game of Catch the Hat and their effects: board side, seats, colours, parties."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import InvalidOption, OnlyWith, Option, check_choices
from rules.games.catch_the_hat.board import BACK, COLOURS, FRONT, GOLDEN, Side
from rules.games.catch_the_hat.vocabulary import OptionRefusals

OPTIONS: Final = (
    Option(
        "goal",
        ("attack", "defence"),
        "attack",
        only_with=OnlyWith("mode", ("solo", "party", "total-party")),
    ),
    Option("mode", ("solo", "party", "total-party", "tower-race", "golden-hat"), "solo"),
    Option("golden_goal", ("owner", "prisoners"), "owner", only_with=OnlyWith("mode", ("golden-hat",))),
)
SEATS: Final = (2, 3, 4, 5, 6)
_PARTY_MODES: Final = frozenset({"party", "total-party"})
_PARTY_SEATS: Final = (4, 6)
NOBODY: Final = 255
"""The seat or party of a hat without an owner."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game. Tuples are indexed by seat, bytes by the code of a hat.

    `corners` are also the codes of the seats' colours. `seat_of` and `party_of` cover plain hats only;
    `loyal` gives the parties of all hats, first with the golden hat unowned, then with it owned by each seat.
    `hands` are bit sets of the plain hats that a seat may move.
    """

    choices: tuple[tuple[str, str], ...]
    players: int
    side: Side
    corners: tuple[int, ...]
    parties: tuple[int, ...]
    seat_of: bytes
    party_of: bytes
    loyal: tuple[bytes, ...]
    hands: tuple[int, ...]
    homes_open: bool

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.choices)

    @property
    def aim(self) -> str:
        """The deciding goal: attack, defence, tower, owner or prisoners."""
        options = self.options
        aims = {"tower-race": "tower", "golden-hat": options["golden_goal"]}
        return aims.get(options["mode"], options["goal"])

    @property
    def mode(self) -> str:
        return self.options["mode"]

    def loyalty(self, owner: int | None) -> bytes:
        """Return the party of every hat by code while `owner` holds the freed golden hat."""
        return self.loyal[0 if owner is None else owner + 1]


def corners_of(players: int) -> tuple[int, ...]:
    """Return the corner of each seat: two players sit opposite, more sit side by side."""
    return (0, 2) if players == 2 else tuple(range(players))


def roles_of(players: int) -> tuple[str, ...]:
    """Return the colour of each seat. Raises InvalidOption."""
    check_choices((), SEATS, None, players)
    return tuple(COLOURS[corner] for corner in corners_of(players))


def agree(options: Mapping[str, str] | None, players: int | None) -> Setup:
    """Check and complete the options (rulings H22, H34, H36). Raises InvalidOption."""
    choices = check_choices(OPTIONS, SEATS, options, players)
    values, number = choices.values, choices.players
    mode = values["mode"]
    if values["golden_goal"] != "owner" and mode != "golden-hat":
        raise InvalidOption(
            f"golden_goal={values['golden_goal']} needs mode=golden-hat",
            OptionRefusals.GOLDEN_GOAL_WITHOUT_GOLDEN_HAT,
            value=values["golden_goal"],
            mode=mode,
        )
    if mode in _PARTY_MODES and number not in _PARTY_SEATS:
        allowed = ", ".join(map(str, _PARTY_SEATS))
        raise InvalidOption(
            f"mode={mode} cannot be played by {number} players; allowed: {allowed}",
            OptionRefusals.PLAYERS_OF_MODE,
            mode=mode,
            value=str(number),
            allowed=allowed,
        )
    return _setup(tuple(values.items()), number, mode)


def _setup(choices: tuple[tuple[str, str], ...], players: int, mode: str) -> Setup:
    corners = corners_of(players)
    seats = range(players)
    # Members of a party sit opposite each other, half the table apart.
    parties = tuple(seat % (players // 2) if mode in _PARTY_MODES else seat for seat in seats)
    party_of = _by_code(corners, parties)
    if mode == "total-party":
        hands = tuple(sum(1 << corners[s] for s in seats if parties[s] == parties[seat]) for seat in seats)
    else:
        hands = tuple(1 << corner for corner in corners)
    return Setup(
        choices,
        players,
        FRONT if players <= FRONT.corners else BACK,
        corners,
        parties,
        _by_code(corners, tuple(seats)),
        party_of,
        (party_of, *(party_of[:GOLDEN] + bytes((party,)) for party in parties)),
        hands,
        mode != "tower-race",
    )


def _by_code(corners: tuple[int, ...], values: tuple[int, ...]) -> bytes:
    by_corner = dict(zip(corners, values, strict=True))
    return bytes(by_corner.get(code, NOBODY) for code in range(GOLDEN + 1))
