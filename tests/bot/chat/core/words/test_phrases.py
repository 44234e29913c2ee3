from dataclasses import replace
from datetime import UTC, datetime

import pytest

import rules
from bot.chat.core.words import phrases
from bot.locale import Texts
from bot.model.match.log_entry import Automatic
from bot.model.match.match import PlayedPly
from rules.contract import Event, Game, Move
from tests.bot.chat import samples

TEXTS = Texts.load()
GAME = rules.GAMES["hnefatafl"]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = replace(samples.MATCH, key=GAME.key)


@pytest.mark.parametrize(
    ("why", "language", "words"),
    [
        (Automatic.CONDITIONAL, "en", "as planned"),
        (Automatic.CONDITIONAL, "de", "wie geplant"),
        (Automatic.FORCED, "en", "the only move"),
        (Automatic.FORCED, "de", "der einzige Zug"),
    ],
)
def test_a_ply_played_without_its_player_says_why(why: Automatic, language: str, words: str) -> None:
    t = TEXTS.language(language)
    start = GAME.new()
    move = start.legal_moves()[0]
    own = PlayedPly(1, 0, move, move.text, start.play(move))
    (text,) = phrases.ply_sentences(MATCH, GAME, [own], t)
    (marked,) = phrases.ply_sentences(MATCH, GAME, [replace(own, automatic=why)], t)
    assert words not in text
    assert marked == f"{text} *({words})*"


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "take over the first ball"), ("de", "erste Kugel zu übernehmen")]
)
def test_a_hint_names_only_moves_that_the_options_know(game: Game, language: str, words: str) -> None:
    t = TEXTS.language(language)
    for option in game.options:
        for value in option.values:
            hint = phrases.hint(game.key, {option.key: value}, t)
            assert hint.startswith(t(f"{game.key}.hint"))
            assert (words in hint) == ((game.key, option.key, value) == ("conhex", "swap", "on"))


@pytest.mark.parametrize(
    ("key", "points", "number", "text"),
    [
        ("hnefatafl", ("a1", "b2"), 0, "captures 2 men: a1, b2"),
        ("hnefatafl", ("a1",), 0, "captures the man on a1"),
        ("catch-the-hat", ("R5",), 1, "catches red on ring 5 (1 hat)"),
        ("catch-the-hat", ("R5",), 3, "catches red on ring 5 (3 hats)"),
    ],
)
def test_an_event_s_number_says_how_many_it_were_else_its_points_do(
    key: str, points: tuple[str, ...], number: int, text: str
) -> None:
    event = Event("capture", points, 0, number=number)
    match = replace(MATCH, key=key)
    assert phrases.event_clause(event, match, rules.GAMES[key], TEXTS.language("en")) == text


def test_options_without_effect_are_not_listed() -> None:
    game, t = rules.GAMES["catch-the-hat"], TEXTS.language("en")
    options = {"goal": "defence", "mode": "golden-hat", "golden_goal": "prisoners"}
    listed = phrases.choices(game.key, game, options.items(), t)
    titles = [line.partition(":")[0] for line in listed.splitlines()]
    assert titles == [t(f"catch-the-hat.option.{key}.title") for key in ("mode", "golden_goal")]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "their own last move"), ("de", "den eigenen letzten Zug")]
)
def test_who_asks_for_a_take_back_means_their_own_move(language: str, words: str) -> None:
    assert words in TEXTS.language(language)("offer.made.take-back", player="Anna")


FOX = rules.GAMES["fox-and-hens"]


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("claim e5", "Claim e5", "Reklamieren e5"),
        ("place d3", "Bring the fox back d3", "Fuchs zurückbringen d3"),
        ("remove c5", "Remove a fox c5", "Fuchs wegnehmen c5"),
        ("c5-d5", "c5-d5", "c5-d5"),
        ("claim", "Claim", "Reklamieren"),
    ],
)
def test_a_move_with_an_action_is_called_by_its_name_and_points(text: str, english: str, german: str) -> None:
    action, _, point = text.partition(" ")
    move = Move(text, ("c5", "d5")) if "-" in text else Move(text, (point,) if point else (), action)
    for language, name in (("en", english), ("de", german)):
        t = TEXTS.language(language)
        assert phrases.move_name(FOX, move, t) == phrases.written_name(FOX, text, t) == name
