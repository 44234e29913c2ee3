"""The options of `/challenge <game>`, suggested and read."""

from dataclasses import replace
from typing import Any

import pytest

from bot.chat.core.commands.variant_option import read_variant, suggested_variants
from bot.chat.core.messages.message_budget import shorten
from bot.features.challenges.commands.challenge_options import read_terms
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.time.clocks import read_clock
from rules import GAMES
from rules.contract.series import TieBreak

TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("key", "typed", "line"),
    [
        ("hnefatafl", "Tablut", "board=tablut-9"),
        ("hnefatafl", "alea evangelii", "board=alea-evangelii-19"),
        ("nine-mens-morris", "Sechsermühle", "men=6"),
        ("nine-mens-morris", "six men's morris", "men=6"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_board_names_are_recognised_in_every_language(key: str, typed: str, line: str, language: str) -> None:
    choices = suggested_variants(TEXTS, GAMES[key], typed, TEXTS.language(language))
    assert choices[0].value == line


@pytest.mark.assumes("suggestions-by-name")
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.options])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_suggestion_s_label_reads_like_its_value(key: str, language: str) -> None:
    t, game = TEXTS.language(language), GAMES[key]
    first = suggested_variants(TEXTS, game, "", t)
    for choice in (*first, *suggested_variants(TEXTS, game, f"{first[0].value} ", t)):
        name = shorten(choice.name, 100)
        assert read_variant(TEXTS, game, name, t) == read_variant(TEXTS, game, choice.value, t), name


@pytest.mark.parametrize("rated", [True, False])
def test_chosen_options_replace_single_default_terms(rated: bool) -> None:
    defaults = Terms(
        "hnefatafl", {"board": "tablut-9"}, clock=read_clock("5d"), rated=rated, tie_break=TieBreak.NONE
    )
    omitted: dict[str, Any] = {"role": "attackers", "clock": "", "rated": None}
    as_usual = replace(defaults, role="attackers")
    choices: list[tuple[dict[str, Any], Terms]] = [
        ({}, as_usual),
        ({"rated": not rated}, replace(as_usual, rated=not rated)),
        ({"clock": "7d"}, replace(as_usual, clock=read_clock("7d"))),
        ({"series": "single"}, replace(as_usual, tie_break=None)),
        ({"series": "plies"}, replace(as_usual, tie_break=TieBreak.PLIES)),
        ({"board": "brandubh-7"}, replace(as_usual, options={"board": "brandubh-7"})),
        ({"players": "any"}, as_usual),
        ({"players": "2"}, replace(as_usual, players=2)),
    ]
    for chosen, terms in choices:
        assert read_terms(TEXTS, GAMES["hnefatafl"], {**omitted, **chosen}, defaults) == terms
