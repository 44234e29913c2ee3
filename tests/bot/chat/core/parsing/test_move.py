"""Moves typed as words, in both languages: actions of every game, fields of Catch the Hat."""

import pytest

import rules
from bot.chat.core.parsing.move import MoveReader, words
from bot.chat.core.words import error_text, phrases
from bot.locale import Texts
from render import point_named
from rules.contract import IllegalMove, Move, RulesError, State
from rules.contract.capabilities import point_names_of
from rules.toolkit.typed import fold

TEXTS = Texts.load()
LANGUAGES = tuple(TEXTS.languages.values())
READ = MoveReader.of(rules.GAMES, TEXTS)
HAT = rules.GAMES["catch-the-hat"]
EN, DE = TEXTS.language("en"), TEXTS.language("de")


def hat(position: str) -> State:
    return HAT.from_position(position, {}, 2)


def fox(position: str, **options: str) -> State:
    return rules.GAMES["fox-and-hens"].from_position(position, options, 2)


# A position that allows each action, and the points typed with it. Players type neither rolls nor departures.
PLAYABLE: dict[tuple[str, str], tuple[State, str]] = {
    ("conhex", "swap"): (
        rules.GAMES["conhex"].from_position("red f6; blue; red-cells; blue-cells; turn blue"),
        "",
    ),
    ("fox-and-hens", "claim"): (
        fox("hens a3 b3 c3 d4 e3 f3 g3 c1 d1 e1 d2; foxes d5 g5; off 0; turn hens; claimable d5; step c5-d5"),
        " d5",
    ),
    ("fox-and-hens", "place"): (
        fox("hens a3 b3 c3 d4 e3 f3 g3 c1 d1 e1 d2; foxes d6; off 1; turn foxes; place"),
        " d3",
    ),
    ("fox-and-hens", "remove"): (
        fox(
            "hens a3 b3 c3 d4 e3 f3 g3 c1 d1 e1 d2; foxes d6 e5; off 0; turn foxes; remove",
            both_missed="foxes-choose",
        ),
        " e5",
    ),
    ("hounds-and-jackals", "pass"): (
        rules.GAMES["hounds-and-jackals"].from_position(
            "hounds 24 26 27 28 29; jackals 24 26 27 28 29; turn hounds", {}, 2
        ),
        "",
    ),
    ("catch-the-hat", "roll-again"): (hat("turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R6 r"), ""),
    ("catch-the-hat", "stop"): (hat("turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R6 r"), ""),
}
NOT_PLAYED = {("catch-the-hat", "roll"), ("catch-the-hat", "retire"), ("catch-the-hat", "pass")}
ACTIONS = [(key, str(action)) for key, game in rules.GAMES.items() for action in game.vocabulary.actions]


def typed_words(key: str, action: str) -> list[str]:
    return [word for t in LANGUAGES for word in words(f"{key}.typed.{action}", t)]


@pytest.mark.parametrize(("key", "action"), [action for action in ACTIONS if action not in NOT_PLAYED])
def test_every_word_for_an_action_is_read(key: str, action: str) -> None:
    state, points = PLAYABLE[key, action]
    for word in (action, *typed_words(key, action)):
        for typed in (word + points, (points + " " + word).strip(), word.upper() + points):
            move = READ(state, typed)
            assert (move.action, move in state.legal_moves()) == (action, True), typed


def test_an_illegal_pass_is_refused_by_the_game() -> None:
    state = hat("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R6 r")
    for word in typed_words("catch-the-hat", "pass"):
        with pytest.raises(IllegalMove, match="so you must"):
            READ(state, word)


@pytest.mark.parametrize("key", rules.GAMES)
def test_no_word_means_two_actions(key: str) -> None:
    meanings = [
        (word.casefold(), action)
        for game, action in ACTIONS
        if game == key
        for word in typed_words(key, action)
    ]
    assert len({word for word, _ in meanings}) == len({*meanings})
    for game, action in ACTIONS:
        for t in LANGUAGES:
            assert game != key or len(words(f"{key}.typed.{action}", t)) >= 2


@pytest.mark.parametrize("language", TEXTS.languages)
def test_every_field_has_one_readable_name(language: str) -> None:
    names = {point: point_named(HAT, point, TEXTS.language(language)) for point in point_names_of(HAT)}
    assert len({name.casefold() for name in names.values()}) == len(names)
    lexicon = READ.lexicons[HAT.key]
    for point, name in names.items():
        for typed in (name, name.lower(), name.replace(" ", "")):
            assert lexicon.respell(fold(typed)) == point.lower()


@pytest.mark.parametrize(
    ("point", "english", "german"),
    [
        ("R47", "ring 47", "Ring 47"),
        ("S0.3", "red 3", "Rot 3"),
        ("H2", "green home", "Versteck Grün"),
        ("C", "centre", "Mittelfeld"),
        ("R5:rbg", "ring 5 (red blue green)", "Ring 5 (rot blau grün)"),
        ("R5:", "R5:", "R5:"),
        ("Z9", "Z9", "Z9"),
    ],
)
def test_fields_have_names_in_both_languages(point: str, english: str, german: str) -> None:
    assert (point_named(HAT, point, EN), point_named(HAT, point, DE)) == (english, german)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Ring 5 (rot grün) → Ring 9", "R5:rg-R9"),
        ("Ring 5 (rot) → Ring 9", "R5:r-R9"),
        ("RING 5 (red green) - ring 9", "R5:rg-R9"),
        ("ring 5 red ring 9", "R5:r-R9"),
        ("ring 5 rot gruen nach ring 9", "R5:rg-R9"),
        ("r5 (rg) r9", "R5:rg-R9"),
    ],
)
def test_a_stack_is_selected_by_its_colours(typed: str, move: str) -> None:
    state = hat("turn 0; die 4; H0 r,r,r,r; H2 g,g,g,g,g; R5 r,rg")
    assert READ(state, typed).text == move


@pytest.mark.parametrize(
    "typed",
    [
        "red 3 → ring 2",
        "Rot 3 nach Ring 2",
        "rot3 ring2",
        "RED 3, RING 2",
        "s0.3 ring 2",
        "spoke red 3 to track 2",
    ],
)
def test_moves_in_words_are_read(typed: str) -> None:
    state = hat("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; S0.3 r")
    assert READ(state, typed).path == ("S0.3", "R2")


def test_every_move_is_read_by_its_displayed_name() -> None:
    state = hat("turn 0; die 5; H0 r,r,r,r; H2 g,g,g,g,g; R2 rg,r")
    for t in LANGUAGES:
        for move in state.legal_moves():
            assert READ(state, phrases.move_name(HAT, move, t)) == move
            assert READ(state, phrases.offered_name(state, move, t)) == move


@pytest.mark.parametrize(("key", "action"), PLAYABLE)
def test_every_action_move_is_read_by_its_displayed_name(key: str, action: str) -> None:
    state, _ = PLAYABLE[key, action]
    for t in LANGUAGES:
        for move in state.legal_moves():
            if move.action == action:
                assert READ(state, phrases.move_name(state.game, move, t)) == move


def test_refusals_call_fields_by_name() -> None:
    state = hat("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; S0.3 r")
    with pytest.raises(RulesError) as caught:
        READ(state, "Rot 3 - Ring 9")
    assert error_text.explain(caught.value, HAT, {}, EN).startswith("From red 3 you cannot reach ring 9")
    assert error_text.explain(caught.value, HAT, {}, DE).startswith("Von Rot 3 aus ist Ring 9 nicht")


def test_refusals_call_stacks_by_their_colours() -> None:
    state = hat("turn 0; die 4; H0 r,r,r,r; H2 g,g,g,g,g; R5 r,rg")
    with pytest.raises(RulesError) as caught:
        READ(state, "R5:rgg-R9")
    assert "(red green green) of yours on ring 5" in error_text.explain(caught.value, HAT, {}, EN)
    assert "Auf Ring 5 steht kein Stapel (rot grün grün) von dir" in error_text.explain(
        caught.value, HAT, {}, DE
    )


def test_other_games_keep_point_notation() -> None:
    game = rules.GAMES["hnefatafl"]
    assert phrases.move_name(game, Move("e1-e5", ("e1", "e5")), DE) == "e1-e5"
