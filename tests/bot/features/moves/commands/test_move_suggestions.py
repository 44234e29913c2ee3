"""Move suggestions for typed text: whole moves, a share for each piece, and no secrets."""

import pytest

import rules
from bot.chat.core.parsing.move import MoveReader
from bot.features.moves.commands.move_suggestions import Suggestion, suggest
from bot.locale import Texts
from rules.contract import State
from rules.contract.capabilities import calls_of

TEXTS = Texts.load()
READ = MoveReader.of(rules.GAMES, TEXTS)
MOST = 25
START = rules.GAMES["hnefatafl"].new()


def suggestions_of(state: State, typed: str, language: str = "en") -> tuple[Suggestion, ...]:
    return suggest(state, READ.beginnings(state, typed), MOST, TEXTS.language(language))


def texts(state: State, typed: str) -> list[str]:
    return [choice.text for choice in suggestions_of(state, typed)]


@pytest.mark.parametrize("key", rules.GAMES)
def test_suggestions_are_playable_and_typing_finds_every_move(key: str) -> None:
    state = rules.GAMES[key].new()
    for _ in range(6):
        moves = [move for move in state.legal_moves() if move.action not in calls_of(state)]
        for typed in ("", *(move.text for move in moves[:: max(1, len(moves) // 12)])):
            choices = suggestions_of(state, typed)
            assert len({choice.text for choice in choices}) == len(choices) <= MOST
            # Calls are offered whether legal or not; the player has to know.
            certain = [choice for choice in choices if choice.text not in calls_of(state)]
            assert not [choice for choice in certain if state.parse(choice.text) not in moves]
            assert not [choice for choice in certain if READ(state, choice.name) != state.parse(choice.text)]
            assert not typed or typed in texts(state, typed)
        candidates = [move for move, _ in state.chances()] or moves
        state = state.play(candidates[len(candidates) // 3])


def test_truncated_suggestions_cover_all_pieces_in_board_order() -> None:
    moves = texts(START, "")
    origins = [text.partition("-")[0] for text in moves]
    assert len(moves) == MOST
    assert set(origins) == {move.path[0] for move in START.legal_moves()}
    assert origins == sorted(origins, key=lambda point: (point[0], int(point[1:])))


def test_with_too_many_pieces_suggestions_span_the_whole_board() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    columns = {text[0] for text in texts(state, "")}
    assert {"a", "s"} <= columns <= {move.path[0][0] for move in state.legal_moves()}


def test_a_piece_with_few_moves_lists_them_all() -> None:
    moves = [str(move) for move in START.legal_moves() if move.path[0] == "g2"]
    assert sorted(texts(START, "g2")) == sorted(moves)
    assert texts(START, "g2") == texts(START, " G 2 - ") == texts(START, "g2 to")


def test_exact_matches_precede_prefix_matches() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    moves = [move for move in state.legal_moves() if move.path[0].startswith("f1")]
    exact = {str(move) for move in moves if move.path[0] == "f1"}
    assert (len(moves), len(exact)) == (52, 10)
    suggested = texts(state, "f1")
    assert len(suggested) == MOST
    assert exact < set(suggested)


def test_a_target_square_can_be_searched() -> None:
    moves = texts(START, "-g3")
    assert moves
    assert not [text for text in moves if not text.endswith("-g3")]


@pytest.mark.parametrize("typed", ["xyz", "swap", "g2-z9"])
def test_nonsense_matches_nothing(typed: str) -> None:
    assert suggestions_of(START, typed) == ()


def test_both_languages_match_an_action() -> None:
    game = rules.GAMES["conhex"]
    state = game.new().play(game.new().parse("f6"))
    for typed in ("sw", "swap", "tau", "Tausch"):
        assert texts(state, typed) == ["swap"]
    assert texts(state, "")[0] == "swap", "a move without points comes first"
    assert suggestions_of(state, "swap", "de")[0].name == TEXTS.language("de")("conhex.action.swap")


def test_a_claim_is_suggested_whether_or_not_it_is_legal() -> None:
    game = rules.GAMES["fox-and-hens"]
    position = "hens a3 b3 c3 d3 e3 f3 g3 c1 d1 e1 d2; foxes d5 g5; off 0; turn hens"
    plain, justified = (
        game.from_position(position),
        game.from_position(f"{position}; claimable d5; step c5-d5"),
    )
    assert plain.legal_moves() != justified.legal_moves()
    for typed in ("", "c", "claim", "reklam", "d5"):
        assert suggestions_of(plain, typed) == suggestions_of(justified, typed)


def test_a_claim_comes_last_and_not_after_a_rejected_one() -> None:
    state = rules.GAMES["fox-and-hens"].from_position(
        "hens a3 b3 c3 d3 e3 f3 g3 c1 d1 e1 d2; foxes d5 g5; off 0; turn hens"
    )
    (call,) = calls_of(state)
    assert texts(state, "").index(call) == len(texts(state, "")) - 1 > 0
    few = suggest(state, (), 3, TEXTS.language("en"))
    assert [suggestion.text == call for suggestion in few] == [False, False, True], "even with little room"
    for typed in ("", "claim"):
        after = suggest(state, READ.beginnings(state, typed), MOST, TEXTS.language("en"), called_in_vain=True)
        assert call not in {suggestion.text for suggestion in after}


CAPTURES = "hens a3 b3 c3 d3 e3 f3 g3 c1 d1 e1 d2 c5; foxes d5 g5; off 0; turn foxes"


def test_punished_oversights_hide_captures_in_board_order() -> None:
    state = rules.GAMES["fox-and-hens"].from_position(CAPTURES, {"missed_capture": "remove-fox"})
    assert any("x" in move.text for move in state.legal_moves()), list(state.legal_moves())
    for language in TEXTS.languages:
        choices = suggestions_of(state, "", language)
        assert not [choice for choice in choices if "x" in choice.name]
        fields = [choice.name.split("-") for choice in choices]
        assert fields == sorted(fields)


def test_enforced_captures_are_named() -> None:
    state = rules.GAMES["fox-and-hens"].from_position(CAPTURES, {"missed_capture": "enforced"})
    assert not [choice for choice in suggestions_of(state, "") if "x" not in choice.name]


def test_catch_the_hat_suggestions_use_field_names() -> None:
    state = rules.GAMES["catch-the-hat"].from_position(
        "turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; S0.3 r", {}, 2
    )
    german = suggestions_of(state, "Rot 3", "de")
    assert Suggestion("Rot 3 → Ring 2", "S0.3-R2") in german
    assert (
        {choice.text for choice in german}
        == {choice.text for choice in suggestions_of(state, "red 3")}
        == set(texts(state, "S0.3"))
    )
    assert {choice.text.partition("-")[0] for choice in suggestions_of(state, "re")} == {"H0", "S0.3"}
