"""Terms as menus: their choices, and the text of the buttons for the chosen ones."""

from dataclasses import replace
from typing import Any

import pytest

import rules
from bot.chat.core import custom_ids
from bot.features.challenges.commands.terms_fields import (
    CLOCK,
    ROLE,
    SERIES,
    SINGLE,
    fields_of,
    read,
    write_fields,
)
from bot.features.challenges.domain import offers_choice
from bot.locale import Texts
from bot.model.challenges.terms import CHOICE_ROLE, RANDOM_ROLE, Terms
from rules.contract.capabilities import series_of

T = Texts.load().language("en")
PAIRS = [key for key, game in rules.GAMES.items() if game.seats == (2,)]


def default_terms(key: str, role: str = RANDOM_ROLE, **options: str) -> Terms:
    return Terms(key, {option.key: option.default for option in rules.GAMES[key].options} | options, role)


@pytest.mark.parametrize("key", PAIRS)
def test_the_opponent_gets_the_remaining_side(key: str) -> None:
    game = rules.GAMES[key]
    first, second = game.roles(2)
    for theirs, mine in ((first, second), (second, first)):
        fields = fields_of(game, default_terms(key, theirs).for_opponent(game.roles(2)), T)
        assert read(fields, write_fields(fields))[ROLE] == mine


@pytest.mark.parametrize("key", [key for key in PAIRS if series_of(rules.GAMES[key]) is not None])
def test_the_requested_series_is_shown_and_can_be_changed(key: str) -> None:
    series = series_of(rules.GAMES[key])
    assert series is not None
    for tie_break in series.tie_breaks:
        terms = replace(default_terms(key), tie_break=tie_break)
        fields = fields_of(rules.GAMES[key], terms, T)
        (field,) = (field for field in fields if field.key == SERIES)
        assert field.now == tie_break
        assert [value for value, _ in field.values] == [SINGLE, *series.tie_breaks]
        assert read(fields, write_fields(fields))[SERIES] == tie_break


@pytest.mark.parametrize("key", PAIRS)
def test_every_value_can_be_chosen_and_read_back(key: str) -> None:
    fields = fields_of(rules.GAMES[key], default_terms(key), T)
    for number, field in enumerate(fields):
        for value, name in field.values:
            changed = (*fields[:number], replace(field, now=value), *fields[number + 1 :])
            assert read(fields, write_fields(changed))[field.key] == value
            assert name.strip()


def test_a_field_s_menu_preselects_its_current_value() -> None:
    """On pages and in forms, even if the menu would not offer it."""
    for field in fields_of(rules.GAMES["conhex"], default_terms("conhex", balls="37"), T):
        rare = [value for value, _ in field.values if field.choices and value not in field.choices]
        assert (field.key == CLOCK) == bool(rare)
        for now in (field.now, *rare):
            offered: Any = (replace(field, now=now).menu("x", T), replace(field, now=now).as_label())
            menus = (*offered[0].children, offered[1].component)
            assert [[option.value for option in menu.options if option.default] for menu in menus] == [
                [now],
                [now],
            ]


@pytest.mark.parametrize("key", PAIRS)
def test_an_unusual_choice_of_sides_stays_listed(key: str) -> None:
    for role, listed in ((CHOICE_ROLE, True), (RANDOM_ROLE, offers_choice(rules.GAMES[key]))):
        (field,) = [
            field for field in fields_of(rules.GAMES[key], default_terms(key, role), T) if field.key == ROLE
        ]
        assert field.now == role
        assert (CHOICE_ROLE in dict(field.values)) == listed


def test_an_unlisted_value_is_kept() -> None:
    fields = fields_of(rules.GAMES["conhex"], default_terms("conhex", balls="37"), T)
    assert read(fields, write_fields(fields))["balls"] == "37"


@pytest.mark.parametrize("text", ["", "0", "00000", "000000000", "zzzzzzz", "00-0000", "0 00000", "000000é"])
def test_forged_values_are_refused(text: str) -> None:
    fields = fields_of(rules.GAMES["conhex"], default_terms("conhex"), T)
    assert len(fields) == 8
    with pytest.raises(custom_ids.MalformedId):
        read(fields, text)
