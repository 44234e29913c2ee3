"""Positions in words, in both languages."""

import re
from string import Formatter

import pytest
from syrupy.assertion import SnapshotAssertion

from render import Gallery, Translate, View
from render.contract.alt_text import LIMIT, Sentence, fit, plain
from render.games import PAINTERS
from rules import GAMES, State
from rules.games.conhex import CELL_NODES, ConHexState
from rules.games.tafl.state import SlidingState
from rules.toolkit.perft import plies
from tests.render.looking import as_type, catalogue, texts
from tests.render.midgames import midgame

LANGUAGES = ("en", "de")
CONHEX = GAMES["conhex"]
POINT = re.compile(r"\b[a-s](?:1\d|\d)\b")


def listed_points(text: str, heading: str) -> list[str]:
    """Return the points of the sentence that begins with `heading`."""
    start = text.index(heading) + len(heading)
    return POINT.findall(text[start : text.index(".", start)])


HEADINGS = {
    "en": {
        "a": " attackers: ",
        "d": " defenders: ",
        "k": "King: ",
        "b": " black men: ",
        "w": " white men: ",
        "B": "Black king: ",
        "W": "White king: ",
    },
    "de": {
        "a": " Angreifer: ",
        "d": " Verteidiger: ",
        "k": "König: ",
        "b": " schwarze Steine: ",
        "w": " weiße Steine: ",
        "B": "Schwarzer König: ",
        "W": "Weißer König: ",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plies", [0, 13])
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("hnefatafl", {}),
        ("hnefatafl", {"board": "brandubh-7"}),
        ("hnefatafl", {"board": "alea-evangelii-19"}),
        ("ludus-latrunculorum", {}),
        ("ludus-latrunculorum", {"army": "king"}),
    ],
)
def test_every_piece_is_listed_under_its_kind(
    key: str, options: dict[str, str], plies: int, language: str, gallery: Gallery
) -> None:
    state = midgame(key, options, plies)
    text = gallery.words(state, texts(language))
    pieces = as_type(SlidingState, state).pieces
    for letter in set(pieces.values()):
        expected = {point for point, man in pieces.items() if man == letter}
        men = listed_points(text, HEADINGS[language][letter])
        assert len(men) == len(expected)
        assert set(men) == expected
    assert len(text) <= LIMIT


def between(first: str, last: str) -> str:
    """Return the only ConHex cell that reaches from one node to the other."""
    (cell,) = (
        cell
        for cell, nodes in CELL_NODES.items()
        if first == min(nodes, key=by_place) and last == max(nodes, key=by_place)
    )
    return cell


def by_place(node: str) -> tuple[int, str]:
    return int(node[1:]), node[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plies", [0, 17, 99])
def test_every_ball_and_cell_is_listed_under_its_colour(plies: int, language: str, gallery: Gallery) -> None:
    state = midgame("conhex", {"swap": "off"}, plies)
    board = as_type(ConHexState, state)
    for view in (View(), View(seat=1), View(seat=1, mirrored=True)):
        text = gallery.words(state, texts(language), view)
        words = {"en": ("red", "blue"), "de": ("rote", "blaue")}[language]
        words_by_seat = words[::-1] if view.mirrored else words
        for seat in (0, 1):
            balls = {node for node, owner in board.balls.items() if owner == seat}
            cells = {cell for cell, owner in board.cells.items() if owner == seat}
            ball, field = {"en": ("balls", "cells"), "de": ("Kugeln", "Felder")}[language]
            if balls:
                assert set(listed_points(text, f"{len(balls)} {words_by_seat[seat]} {ball}: ")) == balls
            if cells:
                nodes = (
                    text.split(f"{len(cells)} {words_by_seat[seat]} {field}: ")[1].split(".")[0].split(", ")
                )
                assert len(nodes) == len(set(nodes)) == len(cells)
                assert {between(*span.split("\N{EN DASH}")) for span in nodes} == cells
        assert len(text) <= LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", PAINTERS)
def test_description_fits_with_every_point_marked(key: str, language: str, gallery: Gallery) -> None:
    options = {"balls": "unlimited"} if key == "conhex" else {}
    states = [midgame(key, options, number) for number in (0, 1, 20, 60, 120)]
    points = tuple({point: None for state in states for move in plies(state) for point in move.path})
    assert len(points) > 2
    for state in states:
        for seat in (None, 0, 1):
            text = gallery.words(state, texts(language), View(seat=seat, chosen=points[:2], targets=points))
            assert 0 < len(text) <= LIMIT


def test_largest_board_is_described_completely(gallery: Gallery, german: Translate) -> None:
    state = GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    text = gallery.words(state, german)
    assert len(set(POINT.findall(text))) == 73
    assert text.startswith("Hnefatafl auf 19 ")
    assert " 19 Feldern. Die Angreifer sind am Zug. König: j10. 24 Verteidiger: " in text


def test_description_states_a_draw(gallery: Gallery, german: Translate) -> None:
    state: State = GAMES["hnefatafl"].new({"board": "brandubh-7"})
    for text in ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2:
        state = state.play(state.parse(text))
    assert state.outcome is not None
    assert state.outcome.winners == ()
    assert "unentschieden" in gallery.words(state, german)


def test_the_private_view_says_that_it_is_mirrored(gallery: Gallery, german: Translate) -> None:
    state = CONHEX.new()
    mirrored = "an der Diagonale von a1 nach k11 gespiegelt"
    assert mirrored in gallery.words(state, german, View(seat=1, mirrored=True))
    assert mirrored not in gallery.words(state, german, View(seat=0, mirrored=True))
    assert "Blau ist am Zug" in gallery.words(state, german, View(seat=1, mirrored=True))
    assert gallery.words(state, german, View(seat=1)) == gallery.words(state, german)
    assert "Rot ist am Zug" in gallery.words(state, german)


def test_marked_points_are_described_while_composing(gallery: Gallery, english: Translate) -> None:
    text = gallery.words(GAMES["hnefatafl"].new(), english, View(chosen=("e1",), targets=("e3", "e2")))
    assert "Chosen: e1." in text
    assert "2 possible squares: e2, e3." in text


def test_languages_share_texts_and_placeholders() -> None:
    placeholders_by_text = {
        language: {
            text_id: [{name for _, name, _, _ in Formatter().parse(form) if name} - {"n"} for form in forms]
            for text_id, forms in catalogue(language).items()
        }
        for language in LANGUAGES
    }
    assert placeholders_by_text["en"] == placeholders_by_text["de"]
    for entry in placeholders_by_text.values():
        assert not [
            forms for forms in entry.values() if not ((forms and all(forms)) or "points" not in str(forms))
        ]


def test_later_sentences_shorten_first_and_the_end_is_cut() -> None:
    sentences = [plain("First."), Sentence("Second in full.", "2."), Sentence("Third in full.", "3.")]
    assert fit(sentences, 100) == "First. Second in full. Third in full."
    assert fit(sentences, 30) == "First. Second in full. 3."
    assert fit(sentences, 12) == "First. 2. 3."
    assert fit(sentences, 8) == "First. …"
    for limit in range(1, 50):
        assert len(fit(sentences, limit)) <= limit


@pytest.mark.parametrize(
    ("language", "text"), [("en", "The game is over."), ("de", "Die Partie ist zu Ende.")]
)
@pytest.mark.parametrize("key", PAINTERS)
def test_nobody_is_to_move_after_a_resignation(key: str, language: str, text: str, gallery: Gallery) -> None:
    state, t = midgame(key, {}, 5), texts(language)
    running, over = gallery.words(state, t, View()), gallery.words(state, t, View(over=True))
    assert text in over
    assert text not in running
    assert len(running.split(". ")) == len(over.split(". "))


@pytest.mark.parametrize("key", GAMES)
def test_descriptions_match_snapshot(key: str, gallery: Gallery, snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    for number in (0, 12, 60):
        state = midgame(key, {}, number)
        paths = [move.path for move in state.legal_moves() if move.path]
        chosen = View(seat=1, chosen=paths[0][:1], targets=paths[0][1:]) if paths else View(seat=0)
        lines += [gallery.words(state, texts(language), chosen) for language in ("en", "de")]
    assert "\n".join(lines) == snapshot
