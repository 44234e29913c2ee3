"""The gallery: any position of any game as a picture or in words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from render import catch_the_hat, conhex, fox_and_hens, hnefatafl, hounds_and_jackals, latrunculorum
from render.png import encode
from render.studio import Studio
from render.view import NEUTRAL, Painter, Translate, View
from rules import State

PAINTERS: Mapping[str, Callable[[Studio], Painter]] = MappingProxyType(
    {
        "hnefatafl": hnefatafl.painter,
        "ludus-latrunculorum": latrunculorum.painter,
        "conhex": conhex.ConHexPainter,
        "fox-and-hens": fox_and_hens.FarmyardPainter,
        "hounds-and-jackals": hounds_and_jackals.PalmBoardPainter,
        "catch-the-hat": catch_the_hat.HatPainter,
    }
)


class Gallery:
    """Draw and describe positions; backgrounds and men are kept. Safe to use from several threads."""

    def __init__(
        self,
        painters: Mapping[str, Callable[[Studio], Painter]] = PAINTERS,
        studio: Studio | None = None,
    ) -> None:
        shared = Studio() if studio is None else studio
        self._painters = {key: make(shared) for key, make in painters.items()}

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        """Return the position as a palette PNG, `view.width` pixels wide.

        Raises KeyError for an unknown game.
        """
        return encode(self._painters[state.game.key].paint(state, view))

    def prepare(self, state: State, view: View = NEUTRAL) -> None:
        """Have at hand what a picture of the position needs. Raises KeyError for an unknown game."""
        self._painters[state.game.key].paint(state, view)

    def words(self, state: State, t: Translate, view: View = NEUTRAL) -> str:
        """Return the position in words, at most 1000 characters. Raises KeyError for an unknown game."""
        return self._painters[state.game.key].describe(state, t, view)
