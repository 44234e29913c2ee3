"""Both sides of the Catch the Hat board against the published tables, and their walks."""

from collections import Counter

import pytest

from rules.games.catch_the_hat import BACK, EXTENT, FRONT, GAME, SIDES, Side

POINTS = {
    "front": """
R0:140,140 R1:170,114 R2:203,91 R3:239,72 R4:276,58 R5:315,48 R6:355,44 R7:395,44 R8:435,48 R9:474,58
R10:511,72 R11:547,91 R12:580,114 R13:610,140 R14:636,170 R15:659,203 R16:678,239 R17:692,276 R18:702,315
R19:706,355 R20:706,395 R21:702,435 R22:692,474 R23:678,511 R24:659,547 R25:636,580 R26:610,610
R27:580,636 R28:547,659 R29:511,678 R30:474,692 R31:435,702 R32:395,706 R33:355,706 R34:315,702
R35:276,692 R36:239,678 R37:203,659 R38:170,636 R39:140,610 R40:114,580 R41:91,547 R42:72,511 R43:58,474
R44:48,435 R45:44,395 R46:44,355 R47:48,315 R48:58,276 R49:72,239 R50:91,203 R51:114,170 S0.1:190,190
S0.2:215,215 S0.3:244,244 S0.4:272,272 S0.5:301,301 S0.6:328,328 H0:66,66 S1.1:560,190 S1.2:535,215
S1.3:506,244 S1.4:478,272 S1.5:449,301 S1.6:422,328 H1:684,66 S2.1:560,560 S2.2:535,535 S2.3:506,506
S2.4:478,478 S2.5:449,449 S2.6:422,422 H2:684,684 S3.1:190,560 S3.2:215,535 S3.3:244,506 S3.4:272,478
S3.5:301,449 S3.6:328,422 H3:66,684 C:375,375
""",
    "back": """
R0:375,90 R1:424,94 R2:472,107 R3:518,128 R4:558,157 R5:593,192 R6:622,233 R7:643,278 R8:656,326
R9:660,375 R10:656,424 R11:643,472 R12:622,518 R13:593,558 R14:558,593 R15:518,622 R16:472,643
R17:424,656 R18:375,660 R19:326,656 R20:278,643 R21:233,622 R22:192,593 R23:157,558 R24:128,518
R25:107,472 R26:94,424 R27:90,375 R28:94,326 R29:107,278 R30:128,232 R31:157,192 R32:192,157 R33:232,128
R34:278,107 R35:326,94 S0.1:375,138 S0.2:375,179 S0.3:375,220 S0.4:375,261 S0.5:375,302 H0:375,28
S1.1:580,256 S1.2:545,277 S1.3:509,298 S1.4:474,318 S1.5:438,338 H1:676,202 S2.1:580,494 S2.2:545,473
S2.3:509,452 S2.4:474,432 S2.5:438,412 H2:676,548 S3.1:375,612 S3.2:375,571 S3.3:375,530 S3.4:375,489
S3.5:375,448 H3:375,722 S4.1:170,494 S4.2:205,473 S4.3:241,452 S4.4:276,432 S4.5:312,412 H4:74,548
S5.1:170,256 S5.2:205,277 S5.3:241,298 S5.4:276,318 S5.5:312,338 H5:74,201 C:375,375
""",
}

EDGES = {
    "front": """
C-S0.6 C-S1.6 C-S2.6 C-S3.6 H0-R0 H1-R13 H2-R26 H3-R39 R0-R1 R0-R51 R0-S0.1 R1-R2 R10-R11 R10-R9 R11-R12
R12-R13 R13-R14 R13-S1.1 R14-R15 R15-R16 R16-R17 R17-R18 R18-R19 R19-R20 R2-R3 R20-R21 R21-R22 R22-R23
R23-R24 R24-R25 R25-R26 R26-R27 R26-S2.1 R27-R28 R28-R29 R29-R30 R3-R4 R30-R31 R31-R32 R32-R33 R33-R34
R34-R35 R35-R36 R36-R37 R37-R38 R38-R39 R39-R40 R39-S3.1 R4-R5 R40-R41 R41-R42 R42-R43 R43-R44 R44-R45
R45-R46 R46-R47 R47-R48 R48-R49 R49-R50 R5-R6 R50-R51 R6-R7 R7-R8 R8-R9 S0.1-S0.2 S0.2-S0.3 S0.3-S0.4
S0.4-S0.5 S0.5-S0.6 S1.1-S1.2 S1.2-S1.3 S1.3-S1.4 S1.4-S1.5 S1.5-S1.6 S2.1-S2.2 S2.2-S2.3 S2.3-S2.4
S2.4-S2.5 S2.5-S2.6 S3.1-S3.2 S3.2-S3.3 S3.3-S3.4 S3.4-S3.5 S3.5-S3.6
""",
    "back": """
C-S0.5 C-S1.5 C-S2.5 C-S3.5 C-S4.5 C-S5.5 H0-R0 H1-R6 H2-R12 H3-R18 H4-R24 H5-R30 R0-R1 R0-R35 R0-S0.1
R1-R2 R10-R11 R10-R9 R11-R12 R12-R13 R12-S2.1 R13-R14 R14-R15 R15-R16 R16-R17 R17-R18 R18-R19 R18-S3.1
R19-R20 R2-R3 R20-R21 R21-R22 R22-R23 R23-R24 R24-R25 R24-S4.1 R25-R26 R26-R27 R27-R28 R28-R29 R29-R30
R3-R4 R30-R31 R30-S5.1 R31-R32 R32-R33 R33-R34 R34-R35 R4-R5 R5-R6 R6-R7 R6-S1.1 R7-R8 R8-R9 S0.1-S0.2
S0.2-S0.3 S0.3-S0.4 S0.4-S0.5 S1.1-S1.2 S1.2-S1.3 S1.3-S1.4 S1.4-S1.5 S2.1-S2.2 S2.2-S2.3 S2.3-S2.4
S2.4-S2.5 S3.1-S3.2 S3.2-S3.3 S3.3-S3.4 S3.4-S3.5 S4.1-S4.2 S4.2-S4.3 S4.3-S4.4 S4.4-S4.5 S5.1-S5.2
S5.2-S5.3 S5.3-S5.4 S5.4-S5.5
""",
}

BENCHES = {
    "front": "R3 R10 R16 R23 R29 R36 R42 R49 S0.3 S1.3 S2.3 S3.3",
    "back": "R3 R9 R15 R21 R27 R33 S0.3 S1.3 S2.3 S3.3 S4.3 S5.3",
}


@pytest.mark.parametrize("side", SIDES.values(), ids=list(SIDES))
def test_board_matches_the_published_one(side: Side) -> None:
    published = {frozenset(edge.split("-")) for edge in EDGES[side.name].split()}
    assert {frozenset(edge) for edge in side.edges} == published
    assert len(side.edges) == len(published) == {"front": 84, "back": 78}[side.name]
    assert side.benches == set(BENCHES[side.name].split())
    assert len(side.benches) == 12
    points = dict(entry.split(":") for entry in POINTS[side.name].split())
    assert {place: f"{x},{y}" for place, (x, y) in side.points.items()} == points
    assert not [(x, y) for x, y in side.points.values() if not (0 <= x <= EXTENT and 0 <= y <= EXTENT)]


@pytest.mark.parametrize(
    ("side", "fields", "homes", "spokes"), [(FRONT, 77, 4, 4), (BACK, 67, 6, 6)], ids=["front", "back"]
)
def test_examples_1_and_2_fields_have_their_degrees(side: Side, fields: int, homes: int, spokes: int) -> None:
    degree = Counter(place for edge in side.edges for place in edge)
    junctions = {a if b.startswith("H") else b for a, b in side.edges if "H" in a + b}
    assert (len(side.fields), len(side.homes), len(junctions)) == (fields, homes, homes)
    assert degree.keys() == {*side.fields, *side.homes}
    assert degree["C"] == spokes
    assert {degree[home] for home in side.homes} == {1}
    assert {degree[junction] for junction in junctions} == {4}
    assert {degree[place] for place in side.fields if place != "C" and place not in junctions} == {2}


EXITS = {
    2: ["R0", "R1 R51 S0.1", "R2 R50 S0.2", "R3 R49 S0.3", "R4 R48 S0.4", "R5 R47 S0.5"],
    6: ["R0", "R1 R35 S0.1", "R2 R34 S0.2", "R3 R33 S0.3", "R4 R32 S0.4", "R5 R31 S0.5"],
}


@pytest.mark.parametrize(("players", "exits"), EXITS.items())
def test_examples_3_and_4_rolls_have_their_exits(players: int, exits: list[str]) -> None:
    start = GAME.new(players=players)
    for die, ends in enumerate(exits, 1):
        moves = start.play(start.parse(f"roll:{die}")).legal_moves()
        assert [move.text for move in moves] == [f"H0-{end}" for end in ends.split()]
        assert [move.path for move in moves] == [("H0", end) for end in ends.split()]


@pytest.mark.parametrize("side", SIDES.values(), ids=list(SIDES))
def test_walks_are_symmetric(side: Side) -> None:
    ways = {
        (side.places[origin], side.places[end], steps)
        for origin, rows in enumerate(side.walks)
        for steps, row in enumerate(rows)
        for end, _ in row
    }
    from_fields = {way for way in ways if not way[0].startswith("H")}
    assert from_fields == {(end, origin, steps) for origin, end, steps in from_fields}
    assert not [end for _, end, _ in ways if end.startswith("H")]
    assert not [(origin, end) for origin, end, _ in ways if origin == end]
    assert max(side.homeward[0].values()) == 6
    assert {side.places[at] for at, steps in side.homeward[1].items() if steps == 1} == {
        "R13" if side is FRONT else "R6"
    }
