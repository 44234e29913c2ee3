"""Draw the pictures of the README: `python -m render.pictures FOLDER`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from render.contract.view import View
from render.gallery import Gallery
from render.sample import midgame, scoreboard


@dataclass(frozen=True, slots=True)
class Subject:
    """A picture: the file name, the game of its position, and its outcome, if any."""

    name: str
    game: str
    plies: int
    options: Mapping[str, str] = field(default_factory=dict)
    view: View = field(default_factory=View)
    players: int | None = None
    how: str = ""


SUBJECTS = (
    Subject("hnefatafl", "hnefatafl", 31),
    Subject("ludus-latrunculorum", "ludus-latrunculorum", 17),
    Subject("conhex", "conhex", 30, {"swap": "off"}),
    Subject("tablut", "hnefatafl", 13, {"board": "tablut-9"}, View(theme="dark")),
    Subject("alea-evangelii", "hnefatafl", 23, {"board": "alea-evangelii-19"}, View(theme="dark")),
    Subject(
        "conhex-dark",
        "conhex",
        44,
        {"swap": "off"},
        View(theme="dark"),
        how="An unbroken chain of cells links both sides.",
    ),
    Subject("fox-and-hens", "fox-and-hens", 12, {"missed_capture": "enforced"}),
    Subject("hounds-and-jackals", "hounds-and-jackals", 30),
    Subject("catch-the-hat", "catch-the-hat", 28, players=4),
    Subject("nine-mens-morris", "nine-mens-morris", 23),
    Subject("nine-mens-morris-print", "nine-mens-morris", 26, {"men": "12"}, View(theme="print")),
    Subject("nine-mens-morris-dark", "nine-mens-morris", 13, {"men": "6"}, View(theme="dark")),
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
        shown = scoreboard(state, subject.plies, subject.how)
        picture = gallery.picture(state, replace(subject.view, scoreboard=shown))
        (folder / f"{subject.name}.png").write_bytes(picture)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
