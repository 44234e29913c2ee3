"""Finished games, rare positions and other views in words, as texts to approve."""

from collections.abc import Mapping, Sequence

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.locale import Texts
from render import Gallery, PlayerLine, Scoreboard, View
from rules import GAMES
from tests.render.midgames import midgame

Options = Mapping[str, str]

PLAYED: Sequence[tuple[str, Options, int | None]] = (
    ("hnefatafl", {"board": "brandubh-7"}, None),
    ("ludus-latrunculorum", {"army": "king"}, None),
    ("conhex", {"balls": "25"}, None),
    ("fox-and-hens", {}, None),
    ("hounds-and-jackals", {}, None),
    ("nine-mens-morris", {"men": "6"}, None),
    ("catch-the-hat", {"mode": "golden-hat"}, 3),
)
RARE: Sequence[tuple[str, Options, int | None, str]] = (
    ("fox-and-hens", {}, None, "hens c6 d6 e6 f4; foxes d2; off 1; turn hens"),
    ("fox-and-hens", {}, None, "hens c6 d6 e6 f4; foxes d2 d3; off 0; turn foxes"),
    ("hounds-and-jackals", {}, None, "hounds 1 2 3 12 27; jackals 1 2 28 29 12; turn jackals; attacked 12"),
    ("hounds-and-jackals", {}, None, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; passed twice"),
    ("catch-the-hat", {}, None, "turn 1; die +; H0 r,r,r; H2 g,g; R6 rgg; R7 r; R9 gr; secured 0 g"),
    ("catch-the-hat", {}, None, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg"),
    (
        "catch-the-hat",
        {"mode": "golden-hat"},
        None,
        "turn 0; die 3; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R5 *; golden 0",
    ),
    (
        "catch-the-hat",
        {"mode": "golden-hat"},
        None,
        "turn 1; die 3; H0 r,r,r,r,r; H2 g,g,g,g,g; R5 *r; R9 g; golden 1",
    ),
    ("hnefatafl", {"board": "brandubh-7"}, None, "7/3a3/2ak3/7/4a2/2d4/7 d"),
)
TEXTS = Texts.load()
LINES = tuple(PlayerLine(name, f"side {name[0]}") for name in ("Anna", "Ben", "Clara"))


@pytest.mark.parametrize(("key", "options", "players"), PLAYED, ids=str)
def test_descriptions_at_the_end_match_snapshot(
    key: str, options: Options, players: int | None, gallery: Gallery, snapshot: SnapshotAssertion
) -> None:
    end, middle = midgame(key, options, 2000, players), midgame(key, options, 30, players)
    board = Scoreboard(LINES[: end.players], "Move 30")
    lines = [
        gallery.words(state, TEXTS.language(language), view)
        for language in ("en", "de")
        for state, view in (
            (end, View()),
            (end, View(scoreboard=board)),
            (middle, View(over=True)),
            (middle, View(seat=1, mirrored=True)),
            (middle, View(seat=0, scoreboard=board)),
        )
    ]
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("language", ["en", "de"])
def test_descriptions_of_rare_positions_match_snapshot(
    language: str, gallery: Gallery, snapshot: SnapshotAssertion
) -> None:
    lines = []
    for key, options, players, text in RARE:
        state = GAMES[key].from_position(text, options, players)
        lines += [f"{text}:", gallery.words(state, TEXTS.language(language), View(seat=1))]
    assert "\n".join(lines) == snapshot
