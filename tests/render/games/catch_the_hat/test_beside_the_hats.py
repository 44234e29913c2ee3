"""Catch the Hat, around the board: names, dice and counts."""

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.contract.alt_text import LIMIT, plain
from render.games.catch_the_hat.words import describe
from rules.games.catch_the_hat import BACK, FRONT, GAME, HatState
from tests.render.games.catch_the_hat.hat_boards import (
    FULL,
    LATE,
    MAX_BYTES,
    NAMES,
    board_of,
    counts_of,
    dice,
    front,
    plates_of,
)
from tests.render.looking import Look, as_type
from tests.render.midgames import midgame
from tests.repeats import in_turn

TABLES = [("solo", 4, 0), ("solo", 4, 150), ("golden-hat", 6, 0), ("solo", 6, 300), ("party", 6, 400)]


@pytest.mark.parametrize("face", range(1, 7))
def test_die_is_on_the_movers_plate(face: int) -> None:
    for seat in range(4):
        state = front(f"turn {seat}; die {face}; {FULL}")
        assert dice(state) == {seat: ("die", face)}
        assert dice(state, View(over=True)) == {}
    assert dice(GAME.new(players=4)) == {0: ("die", 0)}
    assert dice(front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")) == {}


def test_plates_count_captures_and_mark_the_leader() -> None:
    # Next to the die there is room only for the number.
    assert counts_of(GAME.new(players=4)) == {0: ("number", 0)} | dict.fromkeys(range(1, 4), ("caught", 0))
    assert counts_of(LATE) == {0: ("caught", 2), 1: ("leads", 4), 2: ("caught", 1), 3: ("leads", 4)}
    party = front(
        "turn 0; die 3; H0 r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b; R5 ry; R7 rb", mode="party"
    )
    assert counts_of(party) == {0: ("leads", 2), 1: ("caught", 0), 2: ("leads", 0), 3: ("caught", 0)}


def test_no_leader_is_marked_if_hats_do_not_decide() -> None:
    text = "turn 0; die 3; H0 r,r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b; R5 ry"
    for options in ({"goal": "defence"}, {"mode": "tower-race"}):
        state = GAME.from_position(text, options, 4)
        assert counts_of(state)[0] == ("number", 1)
    golden = GAME.from_position(f"{text.replace('R5 ry', 'R5 r*y')}", {"mode": "golden-hat"}, 4)
    assert counts_of(golden)[0] == ("golden", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_plates_are_on_the_side_of_the_players_junction(players: int) -> None:
    state = GAME.new(players=players)
    board, both_plates = board_of(state), plates_of(state)
    gap = sum(place.startswith("R") for place in board.side.fields) // board.side.corners
    for plates, upper in ((both_plates.above, True), (both_plates.below, False)):
        spots = [board.spot(f"R{gap * state.corners[plate.seat]}") for plate in plates]
        assert not [y for _, y in spots if (y < board.size[1] / 2) != upper]
        assert spots == sorted(spots)


def test_secured_prisoners_count_for_their_captor() -> None:
    for number in range(1, 6):
        waiting = ",".join("r" * (6 - number))
        text = f"turn 1; die 2; H0 {waiting}; {FULL.partition('; ')[2]}; secured 3 {'r' * number}"
        assert counts_of(front(text))[3] == ("leads", number)


@pytest.mark.parametrize("players", [2, 5])
def test_names_and_points_change_the_picture(players: int, look: Look) -> None:
    state = GAME.new(players=players)

    def pixels_of(seat: int, name: str, heading: str, points: str) -> bytes:
        lines = [PlayerLine("Anna", "side", "1")] * players
        lines[seat] = PlayerLine(name, "side", points)
        return look(state, View(scoreboard=Scoreboard(tuple(lines), heading))).colours.tobytes()

    for seat in range(players):
        pictures = {
            pixels_of(seat, *texts)
            for texts in (("Anna", "Move 7", "1"), ("Anni", "Move 7", "1"),
                          ("Anna", "Move 7", "2"), ("Anna", "Move 7", "12½"), ("Anna", "Move 7", ""))
        }  # fmt: skip
        # Three names side by side leave no room for points; the words have them.
        shown_with = next(
            row
            for row in (plates_of(state).above, plates_of(state).below)
            if any(plate.seat == seat for plate in row)
        )
        assert len(pictures) == (5 if len(shown_with) < 3 else 2)
        # A name without a glyph in the fonts is replaced by the side's name.
        assert pixels_of(seat, "田中", "Move 7", "1") == pixels_of(seat, "Side", "Move 7", "1")


def test_name_of_a_leaver_is_struck_out() -> None:
    state = as_type(HatState, GAME.new(players=4).retire(2))
    plates = plates_of(state)
    struck = {plate.seat: plate.struck for plate in (*plates.above, *plates.below)}
    assert struck == {0: False, 1: False, 2: True, 3: False}


@pytest.mark.parametrize(("table", "theme"), in_turn(TABLES, THEMES))
def test_full_picture_stays_small(table: tuple[str, int, int], theme: str, look: Look) -> None:
    mode, players, plies = table
    state = midgame("catch-the-hat", {"mode": mode}, plies, players)
    lines = tuple(PlayerLine(name, "side") for name in NAMES[:players])
    result = ("Konstantin und Wilhelmina gewinnen", "die meisten Hüte") if state.outcome else ()
    for seat in (None, 0):
        view = View(theme=theme, seat=seat, scoreboard=Scoreboard(lines, "Zug 123", result))
        assert look(state, view).size_in_bytes <= MAX_BYTES


@pytest.mark.parametrize("language", ["en", "de"])
def test_thirty_six_hats_fit_the_description(
    language: str, gallery: Gallery, english: Translate, german: Translate
) -> None:
    t = {"en": english, "de": german}[language]
    # Each hat is on its own field, so the text must name every field.
    free = [f"R{i}" for i in range(36) if i % 6 != 3][:24]
    groups = {letter: free[4 * i : 4 * i + 4] for i, letter in enumerate("rygbwk")}
    stacks = sorted(
        ((int(place[1:]), letter) for letter, places in groups.items() for place in places),
        key=lambda at: at[0],
    )
    text = "; ".join(f"R{number} {letter}" for number, letter in stacks)
    state = GAME.from_position(f"turn 0; die 3; {text}", players=6)
    for targets in ((), tuple(BACK.places)):
        words = gallery.words(state, t, View(seat=0, chosen=("R0",), targets=targets))
        assert len(words) <= LIMIT
        for number, _ in stacks:
            assert f"ing {number}" in words
    full = GAME.new(players=4)
    assert sum(len(stacks) for stacks in full.stacks.values()) == 24
    spread = "; ".join(f"R{number} {letter}" for number, letter in _spread())
    most = gallery.words(front(f"turn 0; die 3; {spread}"), t, View(targets=tuple(FRONT.places)))
    assert len(most) <= LIMIT


def _spread() -> list[tuple[int, str]]:
    """Return six hats of each of four colours, each on its own yellow field of the front's ring."""
    yellow = [int(place[1:]) for place in FRONT.fields if place[0] == "R" and place not in FRONT.benches]
    return [(number, "rygb"[index % 4]) for index, number in enumerate(yellow[:24])]


def test_description_states_the_position(gallery: Gallery, english: Translate, german: Translate) -> None:
    assert gallery.words(LATE, english) == (
        "Catch the Hat, front of the board, 4 players. Yellow has rolled a 5 and is to move. "
        "Red: 2 hats wait at home. 2 on the board: ring 3, green 4 (over green + yellow). "
        "Yellow: 2 hats wait at home. On the board: ring 7 (over red + 2 blue + green). "
        "Green: 0 hats wait at home. 3 on the board: ring 3 (over blue), ring 20, ring 20. "
        "Blue: 0 hats wait at home. Secured: 1 red, 2 yellow, 1 green. "
        "3 on the board: ring 3, centre, centre."
    )
    assert "Ring 7 (über rot + 2 blau + grün)." in gallery.words(LATE, german)
    assert "Rot würfelt." in gallery.words(GAME.new(players=2), german)
    shown = View(scoreboard=Scoreboard((PlayerLine("Anna", "red"), PlayerLine("Ben", "green"))))
    assert plain("Rot würfelt.") in describe(GAME.new(players=2), german, shown), "the plates do not show it"
    after = GAME.new(players=3).retire(2)
    assert "Grün hat die Partie verlassen." in gallery.words(after, german)
    golden = GAME.new({"mode": "golden-hat"}, 3)
    assert "Goldener Hut: Mittelfeld." in gallery.words(golden, german)
    over = front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")
    assert "Die Partie ist zu Ende: Rot hat gewonnen." in gallery.words(over, german)
