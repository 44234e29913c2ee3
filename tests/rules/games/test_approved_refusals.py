"""How each game refuses options, positions and moves: reason, details and sentence, kept beside the tests."""

from collections.abc import Callable, Iterator, Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from rules import GAMES, RulesError

Options = Mapping[str, str]


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RulesError) as caught:
        act()
    error = caught.value
    return f"{type(error).__name__} {error.reason} {dict(error.details)}\n    {error}"


CHOICES: Mapping[str, list[tuple[Options, int | None]]] = {
    "hnefatafl": [({"board": "chess"}, None), ({"colour": "red"}, None), ({}, 3)],
    "ludus-latrunculorum": [({"army": "kings"}, None), ({"board": "9x10"}, None), ({}, 1)],
    "conhex": [
        ({"balls": "many"}, None),
        ({"handicap": "2"}, None),
        ({"handicap": "3", "swap": "off", "balls": "2"}, None),
    ],
    "fox-and-hens": [({"return_by": "cocks"}, None), ({}, 4)],
    "hounds-and-jackals": [({"opens": "cats"}, None), ({}, 3)],
    "nine-mens-morris": [({"men": "10"}, None), ({}, 1)],
    "catch-the-hat": [
        ({"mode": "party"}, 3),
        ({"mode": "total-party"}, 2),
        ({"golden_goal": "prisoners"}, None),
        ({"mode": "golden-hat", "golden_goal": "all"}, None),
        ({}, 7),
    ],
}

HENS = "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3"
CLAIM = f"{HENS}; foxes c5 e6; off 0; turn hens; claimable c5; step e5-e6"
PEGS = "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds"
HATS = "H0 r,r,r,r,r,r; H2 g,g,g,g,g,g"
EARLY = "w../.../.../w....b/.../..b/... w 7 7"
POSITIONS: Mapping[str, list[tuple[Options, str]]] = {
    "hnefatafl": [
        ({"board": "brandubh-7"}, text)
        for text in (
            "13/13",
            "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 b",
            "3a3/3a3/3d3/aadkdaa/3d3/3a3 a",
            "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a4 a",
            "3a3/3a3/3d3/aadkdaa/3d3/3a3/3?3 a",
            "3a3/3a3/3d3/aadkdaa/3d3/3a3/3b3 a",
            "3a3/3a3/3d3/aakkdaa/3d3/3a3/3a3 a",
            "3a3/3a3/3d3/aad1daa/3d3/3a3/3a3 a",
            "a2a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a",
            "3a2k/3a3/3d3/aad1daa/3d3/3a3/3a3 d",
        )
    ]
    + [({"board": "brandubh-7", "escape": "edge"}, "3k3/7/3a3/7/7/7/7 d")],
    "ludus-latrunculorum": [
        ({}, "9/9/9/9/9/9/9/9/9 b"),
        ({}, "B8/9/9/9/9/9/9/9/9/ww7 b"),
        ({"army": "king"}, "BB7/9/9/9/9/9/9/9/9/wW7 b"),
        ({}, "k8/9/9/9/9/9/9/9/9/ww7 b"),
    ],
    "conhex": [
        ({}, "red; blue; red-cells; blue-cells"),
        ({}, "red; blue; red-cells; blue-cells; turn green"),
        ({}, "red a2; blue; red-cells; blue-cells; turn red"),
        ({}, "red; blue; red-cells z0.16; blue-cells; turn red"),
        ({}, "red a1; blue a1; red-cells; blue-cells; turn red"),
        ({"balls": "2"}, "red; blue a1 k1 c2; red-cells; blue-cells; turn red"),
    ],
    "fox-and-hens": [
        ({}, "nonsense"),
        ({}, f"{HENS}; foxes c5 e5; off 0; turn cocks"),
        ({}, f"{HENS} a1; foxes c5 e5; off 0; turn hens"),
        ({}, f"{HENS}; foxes c5 a3; off 0; turn hens"),
        ({}, f"{HENS} d4 c4 e1 e2 e3 e4 f3 f4 g3 g4 g5; foxes c5 e5; off 0; turn hens"),
        ({}, f"{HENS}; foxes c5; off 0; turn hens"),
        ({}, f"{HENS}; foxes c5; off 1; turn hens; place"),
        ({"missed_capture": "enforced"}, CLAIM),
    ],
    "hounds-and-jackals": [
        ({}, "nonsense"),
        ({}, PEGS.replace("turn hounds", "turn dogs")),
        ({}, PEGS.replace(" 27", "")),
        ({}, PEGS.replace(" 4 12", " 4 12 13")),
        ({}, PEGS.replace(" 27", " 30")),
        ({}, PEGS.replace(" 27", " 12")),
        ({}, f"{PEGS}; attacked 4"),
        ({}, f"{PEGS}; attacked 12; passed"),
    ],
    "nine-mens-morris": [
        ({}, "nonsense"),
        ({}, "www/www/www/w...../.../.../... w 0 0"),
        ({}, "www/.../.../....../.../.../bbb w 0 1"),
    ],
    "catch-the-hat": [
        ({}, "turn 0"),
        ({}, f"turn 2; die -; {HATS}"),
        ({}, f"turn 0; die 7; {HATS}"),
        ({}, f"turn 0; die -; {HATS}; R60 r"),
        ({}, "turn 0; die -; H0 r,r,r; H0 r,r,r; H2 g,g,g,g,g,g"),
        ({}, "turn 0; die -; H0 r,r,r,r,r,; H2 g,g,g,g,g,g; R1 r"),
        ({}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g"),
        ({}, f"turn 0; die -; {HATS}; R1 y"),
        ({}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 1 g"),
        ({"mode": "tower-race"}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 0 g"),
        ({"mode": "golden-hat"}, f"turn 0; die -; {HATS}; golden 0; R1 *"[:-6]),
        ({"mode": "golden-hat"}, f"turn 0; die -; {HATS}; R1 *"),
        ({"mode": "golden-hat"}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R1 r*; golden 0"),
        ({}, "turn 0; die -; H0 r,r,r,r,rg; H2 g,g,g,g,g; R1 r"),
        ({}, "turn 0; die -; H0 r,r,r,r,r,g; H2 g,g,g,g,g; R1 r"),
        ({}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R1 r,g"),
        ({}, "turn 0; die -; H0 r,r,r,r; H2 g,g,g,g; R3 r,r,g,g"),
    ],
}

TWO = "turn 0; die 4; H0 r,r,r; H2 g,g,g; R5 r,rg,rg; R9 g"
HOMEWARD = "turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg"
CHAIN = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes d4 a5; off 0; turn foxes"
MOVES: Mapping[str, list[tuple[Options, str | None, str, str]]] = {
    "hnefatafl": [
        ({}, None, "", "hello; d1-z2; d4-d5; g7-g8; f1-f1; f1-e2; f1-f9; g1-f1; e1-a1"),
        ({}, "13/13/13/13/13/13/2a10/13/13/9k3/13/13/13 a", "", "c7-j7; c7-g7"),
        ({}, "k12/13/13/13/13/13/2a10/13/13/13/13/13/13 a", "", "c7-d7"),
    ],
    "ludus-latrunculorum": [
        ({}, None, "", "a9; j9-j8; a9-a11; a5-a6; a2-a3; a9-a9; a9-b8; a9-a2; a9-a1"),
    ],
    "conhex": [
        ({}, None, "", "hello; a2; swap; a1>b3"),
        ({}, None, "f6 a1", "f6; swap"),
        ({"swap": "off", "balls": "1"}, None, "a1 k1", "b3; k1>b3; a1>a1; a1>k1; c2>b3"),
        ({"swap": "off"}, None, "a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11", "k1"),
    ],
    "fox-and-hens": [
        ({}, None, "", "hello; a1-a2; c5-c6; a5-a6; a3-a5; a3-b3; a4-b3; a4xa6; place d3; remove c5; claim"),
        ({}, None, "b4-b5", "claim; c5-c4; c5xc7; c5xd5xa1"),
        ({}, None, "b4-b5 e5-e6", "claim e6; claim d1"),
        ({}, None, "d4-d5 e5-e6", "claim"),
        ({"missed_capture": "takeback"}, None, "d4-d5 e5-e6", "claim c5; claim"),
        ({"missed_capture": "enforced"}, CHAIN, "", "a5-a4; a5xc3; a5xc3xe3xg5xg3; claim"),
        (
            {"return_zone": "outside-house"},
            f"{HENS}; foxes c5; off 1; turn foxes; place",
            "",
            "c5-c6; place d5; place a3",
        ),
        (
            {"both_missed": "foxes-choose"},
            f"{HENS}; foxes c5 e5; off 0; turn foxes; remove",
            "",
            "c5-c6; remove d1",
        ),
    ],
    "hounds-and-jackals": [
        ({}, None, "", "hello; pass; 30-31; 9-11; 5-5; 1-2; 5-4; 5-8"),
        ({}, "hounds 1 2 20 22 24; jackals 11 12 13 14 15; turn hounds", "", "22-21; 22-20; 24-10; 24-23"),
        ({}, "hounds 1 2 3 5 22; jackals 22 12 13 14 15; turn hounds", "", "22-20"),
        ({}, "hounds 1 2 3 4 24; jackals 11 12 13 14 15; turn hounds", "", "24-10"),
        ({}, "hounds 1 2 3 4 28; jackals 11 12 13 14 16; turn hounds", "", "28-29"),
        ({}, f"{PEGS}; attacked 12 27", "", "1-2; 12-12; 27-26"),
        ({}, f"{PEGS}; attacked 12", "", "1-2"),
        (
            {"void_attack": "pass"},
            "hounds 5 8 11 19 29; jackals 3 10 11 12 15; turn hounds; attacked 29",
            "",
            "5-7",
        ),
    ],
    "nine-mens-morris": [
        ({}, EARLY, "", "hello; d4; a7-d7; g4; d7xg4; a1xd7; a1xa4; a1xg4xf2; a1"),
        ({}, "w.b/.../.../w....b/.../..b/..b w 5 5", "", "a1xg7"),
        ({}, "w../.w./w../w....b/.../bbb/... w 0 0", "", "d6; d7-g7; g4-g7; a7-g7; a7-a4"),
        ({"all_in_mills": "none"}, "w../.../.../w...../.../bbb/... w 6 6", "", "a1xb2"),
    ],
    "catch-the-hat": [
        (
            {},
            TWO,
            "",
            "hello; R9-R5; R5:rgg-R9; R5:rg-R8; R5:r-R9-R8; R5-R9-H0; R5:rg-H0; R5:r-H0; R5:rg-H2; S4.1-R30",
        ),
        (
            {},
            TWO,
            "",
            "pass; stop; roll:4; R5-R9",
        ),
        ({}, HOMEWARD, "", "R2-H0; R2-H0-R2; R2-H0:*-R1"),
        ({}, HOMEWARD.replace("die 5", "die 3"), "", "R2-H0-R0"),
        ({}, HOMEWARD.replace("die 5", "die +"), "", "R2-R3"),
        ({}, HOMEWARD.replace("die 5", "die -"), "", "R2-R3; stop"),
        ({}, "turn 0; die 5; H0 r,r,r,r,r; H2 g,g; R0 rg; R3 g,g,g", "", "R0-H0-R3"),
        ({}, "turn 0; die 4; H0 r,r,r,r,r,r; H2 g,g,g; R3 g,g,g", "", "H0-R3"),
        ({"mode": "tower-race"}, HOMEWARD, "", "R2-H0-R1"),
        ({"mode": "golden-hat"}, f"turn 0; die 3; {HATS}; R5 *; golden 0", "", "R5-R9-R8"),
        ({}, "turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", "", "roll:1"),
    ],
}


def refusals(key: str) -> Iterator[str]:
    game = GAMES[key]
    for options, players in CHOICES[key]:
        yield f"{dict(options)} {players or ''}: {refusal(lambda o=options, p=players: game.new(o, p))}"
    for options, text in POSITIONS[key]:
        yield f"{text}: {refusal(lambda o=options, t=text: game.from_position(t, o))}"
    for options, position, moves, typed in MOVES[key]:
        state = game.new(options) if position is None else game.from_position(position, options)
        for move in moves.split():
            state = state.play(state.parse(move.replace("_", " ")))
        yield f"# {dict(options)} {position or ''} {moves}"
        for text in typed.split("; "):
            yield f"{text}: {refusal(lambda s=state, t=text: s.parse(t))}"


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_says_what_is_wrong(key: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals(key)) == snapshot
