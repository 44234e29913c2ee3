"""A person's view of a position, and the orientation of a board."""

from dataclasses import dataclass
from enum import Enum

from render.contract.scoreboard import Scoreboard
from rules import Event

THEMES = ("light", "dark", "print")
NARROWEST, WIDEST = 160, 1600


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of an earlier move, its seat, and its effect."""

    seat: int
    path: tuple[str, ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A request for a position as seen by one person.

    `seat` None is the neutral view shared by everyone. `width` is in pixels. `chosen` and `targets` are
    points marked while a player composes a move: the chosen points, and the possible next ones. `trail` is
    the path of the latest move that has one, as the last ply may be a roll; empty for the last ply's own.
    `trails` are earlier moves, oldest first, drawn thinner in their players' colours. `mirrored` requests the
    personal view of games whose rulebook has one: each seat sees the board as if it had the first colour.
    `over`: the game has ended although the position could continue, by resignation or on time. `still` is
    False in an animation before its end, where marks that help to choose a move are omitted. `scoreboard`
    requests the players' plates and the other parts around the board. Raises ValueError for an unknown theme
    or an impossible width.
    """

    seat: int | None = None
    theme: str = "light"
    width: int = 800
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()
    trails: tuple[Trail, ...] = ()
    mirrored: bool = False
    over: bool = False
    still: bool = True
    scoreboard: Scoreboard | None = None

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"no theme {self.theme!r}; themes: {', '.join(THEMES)}")
        if not NARROWEST <= self.width <= WIDEST:
            raise ValueError(f"width {self.width} is not between {NARROWEST} and {WIDEST} pixels")


NEUTRAL = View()


class Orientation(Enum):
    """A board's orientation in a view, compared with the neutral view."""

    NEUTRAL = "neutral"
    TURNED = "turned"
    """Turned so that the viewer's side is at the bottom, together with the names of the points."""
    MIRRORED = "mirrored"
    """Reflected, with the colours exchanged, so that the viewer plays the first colour in its direction."""
