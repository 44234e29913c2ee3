"""Draw the pictures of the README: `python -m render.pictures FOLDER`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from render.gallery import Gallery
from render.sample import midgame
from render.view import View
from rules import Game
from rules.games.catch_the_hat import GAME as CATCH_THE_HAT
from rules.games.conhex import GAME as CONHEX
from rules.games.fox_and_hens import GAME as FOX_AND_HENS
from rules.games.hounds_and_jackals import GAME as HOUNDS_AND_JACKALS
from rules.games.tafl.hnefatafl import GAME as HNEFATAFL
from rules.games.tafl.latrunculorum import GAME as LATRUNCULORUM


@dataclass(frozen=True, slots=True)
class Subject:
    """One picture: the file's name, and the position it shows."""

    name: str
    game: Game
    plies: int
    options: Mapping[str, str] = field(default_factory=dict)
    view: View = field(default_factory=View)
    players: int | None = None


SUBJECTS = (
    Subject("hnefatafl", HNEFATAFL, 31),
    Subject("ludus-latrunculorum", LATRUNCULORUM, 17),
    Subject("conhex", CONHEX, 30, {"swap": "off"}),
    Subject("tablut", HNEFATAFL, 13, {"board": "tablut-9"}, View(theme="dark")),
    Subject("alea-evangelii", HNEFATAFL, 23, {"board": "alea-evangelii-19"}, View(theme="dark")),
    Subject("conhex-dark", CONHEX, 99, {"swap": "off"}, View(theme="dark")),
    Subject("fox-and-hens", FOX_AND_HENS, 12, {"missed_capture": "enforced"}),
    Subject("hounds-and-jackals", HOUNDS_AND_JACKALS, 30),
    Subject("catch-the-hat", CATCH_THE_HAT, 150, players=4),
    Subject("catch-the-hat-back", CATCH_THE_HAT, 120, {"mode": "golden-hat"}, View(theme="dark"), 6),
)


def main(argv: Sequence[str]) -> int:
    """Draw all pictures into the folder named in `argv` and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m render.pictures", description="Draw the sample pictures."
    )
    parser.add_argument("folder", type=Path, help="where the pictures go; made if missing")
    folder: Path = parser.parse_args(argv).folder
    folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery()
    for subject in SUBJECTS:
        state = midgame(subject.game, subject.options, subject.plies, subject.players)
        (folder / f"{subject.name}.png").write_bytes(gallery.picture(state, subject.view))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
