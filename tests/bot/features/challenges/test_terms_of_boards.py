"""Editable terms where options are newer than the challenge or set by the board."""

import rules
from bot.features.challenges.commands.terms_fields import fields_of, read, shown_fields, write_fields
from bot.locale import Texts
from bot.model.challenges.terms import Terms

T = Texts.load().language("en")
GAME = rules.GAMES["hnefatafl"]
DEFAULTS = {option.key: option.default for option in GAME.options}


def test_missing_options_of_old_terms_get_defaults() -> None:
    options = {"board": "tablut-9", "shieldwall": "on"}
    fields = fields_of(GAME, Terms("hnefatafl", options), T)
    values = read(fields, write_fields(fields))
    assert {key: values[key] for key in DEFAULTS} == {**DEFAULTS, **options}


def test_a_balanced_board_offers_no_other_options() -> None:
    fields = fields_of(GAME, Terms("hnefatafl", {**DEFAULTS, "board": "brandubh-7-balanced"}), T)
    field_numbers = shown_fields(GAME, fields, unfolded=True)
    assert [fields[number].key for number in field_numbers if fields[number].key in DEFAULTS] == ["board"]
