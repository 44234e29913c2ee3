"""Typed texts are read as the intended move in every game; ambiguous texts are never guessed."""

import re
from collections.abc import Iterator
from random import Random

import pytest

import rules
from rules import AmbiguousMove, IllegalMove, InvalidMove, Move, RulesError, State
from rules.contract.capabilities import calls_of
from rules.toolkit import typed
from rules.toolkit.typed import Lexicon
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case
from tests.rules.contract.manners import MANNERS, walk

LEXICON = Lexicon(("to", "nach", "schlägt"))
BETWEEN = ("-", " ", "  -  ", "–", "—", "−", "→", "->", " > ", "x", " x ", " to ", " NACH ", " schlaegt ", "")  # noqa: RUF001
ZEROS = re.compile(r"(?<![0-9.])([0-9]+)(?![0-9.])")
MOVES_OF_A_STATE = 3
STATES = 20
"""The approximate number of states checked in longer games, evenly spread."""


def spellings(move: Move) -> Iterator[str]:
    """Yield ways to type a move."""
    yield from (move.text, move.text.upper(), move.text.lower(), f"  {move.text} ", " ".join(move.text))
    if not move.action:
        for joiner in BETWEEN:
            text = joiner.join(move.path)
            yield from (text, text.upper(), text.lower())
        yield " to ".join(ZEROS.sub(r"0\1", point) for point in move.path)


def read(state: State, text: str) -> Move | AmbiguousMove:
    try:
        return typed.read(state, text, LEXICON)
    except AmbiguousMove as ambiguous:
        return ambiguous


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_spelling_resolves_or_asks(case: Case) -> None:
    chance, questions, answers = Random(case.game.key), 0, 0
    states = list(walk(case, MANNERS["anyhow"], case.game.key))
    for state in states[:: max(1, len(states) // STATES)]:
        legal = state.legal_moves()
        moves = [move for move in legal if move.action not in calls_of(state)]
        for move in chance.sample(moves, min(MOVES_OF_A_STATE, len(moves))):
            for text in spellings(move):
                result = read(state, text)
                if isinstance(result, AmbiguousMove):
                    listed = typed.moves_like(state, text, LEXICON, result)
                    assert move in listed, f"{text!r} in {state.position}"
                    assert len({"".join(typed.move_words(text)) for text in listed}) == 1 < len(listed)
                    questions += 1
                else:
                    assert result == move, f"{text!r} in {state.position}"
                    answers += 1
    assert answers > 50 * questions


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_canonical_text_keeps_its_meaning(case: Case) -> None:
    for state in walk(case, MANNERS["anyhow"], f"{case.game.key} canonical"):
        for move in state.legal_moves()[:20]:
            assert typed.read(state, move.text, LEXICON) == state.parse(move.text) == move


@pytest.mark.parametrize("key", rules.GAMES)
@pytest.mark.parametrize("text", ["", "nonsense", "\0", "💥", "<@1234>", "a" * 4000, "-", " to ", "::", "x"])
def test_nonsense_resolves_to_no_move(key: str, text: str) -> None:
    state = rules.GAMES[key].new()
    with pytest.raises(InvalidMove) as caught:
        typed.read(state, text, LEXICON)
    assert typed.moves_like(state, text, LEXICON, caught.value) == ()


@pytest.mark.parametrize(
    "text", ["d1\n-c1", "d1\t-c1", "d\u03371-c1", "d\u0661-c\u0661", "\u202ed1-c1", "d1-c1\u200b"]
)
def test_untypeable_characters_fold_to_nothing(text: str) -> None:
    assert typed.fold(text) == ""


def refusal(state: State, text: str) -> RulesError:
    with pytest.raises(RulesError) as caught:
        typed.read(state, text, LEXICON)
    return caught.value


class TestHounds:
    state = rules.GAMES["hounds-and-jackals"].from_position(
        "hounds 1 3 11 12 13; jackals 4 5 6 7 8; turn hounds", {}, 2
    )

    @pytest.mark.parametrize("text", ["{0} {1}", "A{0}-A{1}", "a0{0} a0{1}", "A{0}{1}"])
    def test_holes_are_read_by_number_or_board_name(self, text: str) -> None:
        move = self.state.legal_moves()[0]
        assert typed.read(self.state, text.format(*move.path)) == move

    def test_hole_on_the_other_track_is_rejected(self) -> None:
        origin, target = self.state.legal_moves()[0].path
        assert isinstance(refusal(self.state, f"B{origin}-B{target}"), InvalidMove)


class TestFox:
    def test_capture_can_be_typed_as_a_path(self) -> None:
        state = rules.GAMES["fox-and-hens"].from_position(
            "hens d4 a3 b3 c3 d2 c1 e3 f3 g3 c4; foxes d5 g5; off 0; turn foxes"
        )
        capture = next(move for move in state.legal_moves() if "x" in move.text)
        for text in ("-".join(capture.path), " ".join(capture.path).upper(), " nach ".join(capture.path)):
            assert typed.read(state, text, LEXICON) == capture

    def test_claim_needs_its_own_word(self) -> None:
        state = rules.GAMES["fox-and-hens"].from_position(
            "hens d4 a3 b3 c3 d2 c1 e3 f3 g3 c4; foxes d5 g5; off 0; turn hens; claimable d5; step d6-d5"
        )
        for text in ("c", "cl", "d5"):
            moves = typed.moves_like(state, text, Lexicon(actions={"claim": "claim"}), refusal(state, text))
            assert [move for move in moves if move.action] == []
        assert typed.read(state, "d5 claim", Lexicon(actions={"claim": "claim"})).action == "claim"


class TestHat:
    lexicon = Lexicon(("to",), {"Nochmal würfeln": "roll-again", "again": "roll-again"}, {"Grün 3": "S2.3"})

    def state(self, position: str) -> State:
        return rules.GAMES["catch-the-hat"].from_position(position, {}, 2)

    @pytest.mark.parametrize("text", ["nochmal würfeln", "NOCHMAL WUERFELN", "nochmal-wurfeln", "Again!"])
    def test_words_are_read_with_and_without_umlauts(self, text: str) -> None:
        state = rules.GAMES["catch-the-hat"].new(players=2)
        state = state.play(state.parse("roll:6"))
        state = state.play(state.legal_moves()[0])
        assert typed.read(state, text, self.lexicon).text == "roll-again"

    @pytest.mark.parametrize("text", ["Grün 3 R28", "gruen3-r28", "grun 3 to R28", "GRÜN 3→R28"])
    def test_field_names_are_read(self, text: str) -> None:
        state = self.state("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; S2.3 r")
        assert typed.read(state, text, self.lexicon).path == ("S2.3", "R28")

    def test_ambiguous_stack_asks_which_one(self) -> None:
        state = self.state("turn 0; die 4; H0 r,r,r,r; H2 g,g,g,g,g; R5 r,rg")
        error = refusal(state, "r5 r9")
        assert error.reason == "which-stack"
        assert {str(move) for move in typed.moves_like(state, "r5 r9", self.lexicon, error)} == {
            "R5:r-R9",
            "R5:rg-R9",
        }
        assert typed.read(state, "r5 (rg) r9").text == "R5:rg-R9"


@pytest.mark.parametrize(
    ("key", "text", "count"),
    [("hnefatafl", "e1", 8), ("hnefatafl", "E 1 -", 8), ("conhex", "f", 9), ("hounds-and-jackals", "A4", 1)],
)
def test_prefix_of_moves_offers_all_of_them(key: str, text: str, count: int) -> None:
    state = rules.GAMES[key].new()
    open_moves = typed.moves_like(state, text, LEXICON, refusal(state, text))
    assert len(open_moves) == count
    assert not [
        move
        for move in open_moves
        if not (move.text.startswith(typed.fold(text)[0]) or key == "hounds-and-jackals")
    ]


@pytest.mark.parametrize(
    ("key", "text", "move"),
    [
        ("hnefatafl", "e1-e2x", "e1-e2"),
        ("hnefatafl", "e1-e2 xx", "e1-e2"),
        ("hnefatafl", "e1-e2-", "e1-e2"),
        ("hnefatafl", "e1-e2 to", "e1-e2"),
        ("conhex", "d7 xx", "d7"),
        ("conhex", "xd7", "d7"),
        ("conhex", "d7 -", "d7"),
    ],
)
def test_dangling_mark_asks_for_confirmation(key: str, text: str, move: str) -> None:
    state = rules.GAMES[key].new()
    error = refusal(state, text)
    assert isinstance(error, AmbiguousMove)
    assert error.reason == "dangling-mark"
    assert [str(reading) for reading in typed.moves_like(state, text, LEXICON, error)] == [move]


def test_dangling_mark_does_not_make_nonsense_a_move() -> None:
    for text in ("zz x", "e1-e1x", "x"):
        assert not isinstance(refusal(rules.GAMES["hnefatafl"].new(), text), AmbiguousMove)


def test_illegal_move_refusal_is_preserved() -> None:
    state = rules.GAMES["hnefatafl"].new()
    error = refusal(state, "E2 nach E3")
    assert isinstance(error, IllegalMove)
    assert error.details == {"square": "e2"}
