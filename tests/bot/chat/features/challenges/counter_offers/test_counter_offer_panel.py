from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui

import rules
from bot.chat.core import custom_ids
from bot.chat.features.challenges.counter_offers import counter_offer_panel
from bot.chat.features.challenges.options import terms_fields
from bot.locale import Texts
from bot.play.domain.challenges import Challenge
from bot.play.domain.people.person import Place
from bot.play.domain.terms import RANDOM_ROLE, Terms
from rules.contract import options_in_effect
from rules.contract.capabilities import named_boards, series_of

T = Texts.load().language("en")
PAIRS = [key for key, game in rules.GAMES.items() if game.seats == (2,)]


def challenge(key: str, role: str = RANDOM_ROLE, **options: str) -> Challenge:
    chosen = {option.key: option.default for option in rules.GAMES[key].options} | options
    return Challenge(
        7, Terms(key, chosen, role), 1, 2, Place(3, 4, "en-US"), datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip


@pytest.mark.parametrize("key", PAIRS)
def test_a_panel_begins_with_the_challenge_as_it_stands(key: str) -> None:
    game, asked = rules.GAMES[key], challenge(key)
    fields = terms_fields.fields_of(game, asked.terms, T)
    values = terms_fields.read(fields, terms_fields.written(fields))
    series = {} if series_of(game) is None else {terms_fields.SERIES: terms_fields.SINGLE}
    assert values == {
        **asked.terms.options,
        terms_fields.ROLE: RANDOM_ROLE,
        **series,
        terms_fields.CLOCK: "none",
        terms_fields.RATED: terms_fields.NO,
        terms_fields.EXPLORING: terms_fields.YES,
    }
    view = counter_offer_panel.change_page(game, asked, fields, T, unfolded=True)
    pressed = [item for item in view.walk_children() if isinstance(item, ui.Button | ui.Select)]
    idle = len(game.options) - len(options_in_effect(game.options, asked.terms.options))
    assert len(pressed) == len(fields) - idle + 1
    assert len({item.custom_id for item in pressed}) == len(pressed)


@pytest.mark.parametrize("key", PAIRS)
def test_one_gets_the_side_the_challenger_has_left(key: str) -> None:
    game = rules.GAMES[key]
    first, second = game.roles(2)
    for theirs, mine in ((first, second), (second, first)):
        fields = terms_fields.fields_of(game, challenge(key, theirs).terms.for_opponent(game.roles(2)), T)
        assert terms_fields.read(fields, terms_fields.written(fields))[terms_fields.ROLE] == mine


@pytest.mark.parametrize("key", [key for key in PAIRS if series_of(rules.GAMES[key]) is not None])
def test_the_series_that_is_asked_for_is_shown_and_can_be_changed(key: str) -> None:
    series = series_of(rules.GAMES[key])
    assert series is not None
    for tie_break in series.tie_breaks:
        asked = replace(challenge(key).terms, tie_break=tie_break)
        fields = terms_fields.fields_of(rules.GAMES[key], asked, T)
        (field,) = (field for field in fields if field.key == terms_fields.SERIES)
        assert field.now == tie_break
        assert [value for value, _ in field.values] == [terms_fields.SINGLE, *series.tie_breaks]
        assert terms_fields.read(fields, terms_fields.written(fields))[terms_fields.SERIES] == tie_break


@pytest.mark.parametrize("key", PAIRS)
def test_every_value_can_be_chosen_and_written(key: str) -> None:
    fields = terms_fields.fields_of(rules.GAMES[key], challenge(key).terms, T)
    for number, field in enumerate(fields):
        for value, name in field.values:
            changed = (*fields[:number], replace(field, now=value), *fields[number + 1 :])
            assert terms_fields.read(fields, terms_fields.written(changed))[field.key] == value
            assert name.strip()


@pytest.mark.parametrize(("swap", "shown"), [("on", False), ("off", True)])
def test_an_option_without_effect_has_no_menu_and_keeps_its_value(swap: str, shown: bool) -> None:
    game, asked = rules.GAMES["conhex"], challenge("conhex", swap=swap, handicap="2")
    fields = terms_fields.fields_of(game, asked.terms, T)
    view = counter_offer_panel.change_page(game, asked, fields, T, unfolded=True)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    title = T("conhex.option.handicap.title")
    assert (title in {menu.placeholder for menu in menus}) is shown
    said = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert (T("conhex.option.handicap.rules") in said) is shown
    numbers = [int(str(menu.custom_id).split(":")[3]) for menu in menus]
    assert [fields[number].title for number in numbers] == [menu.placeholder for menu in menus]
    values = terms_fields.read(fields, terms_fields.written(fields))
    assert (values["swap"], values["handicap"]) == (swap, "2")


def test_a_value_that_is_not_listed_stays_to_be_chosen() -> None:
    fields = terms_fields.fields_of(rules.GAMES["conhex"], challenge("conhex", balls="37").terms, T)
    assert terms_fields.read(fields, terms_fields.written(fields))["balls"] == "37"


@pytest.mark.parametrize("text", ["", "0", "00000", "000000000", "zzzzzzz", "00-0000", "0 00000", "000000é"])
def test_values_made_up_by_hand_are_refused(text: str) -> None:
    fields = terms_fields.fields_of(rules.GAMES["conhex"], challenge("conhex").terms, T)
    assert len(fields) == 8
    with pytest.raises(custom_ids.MalformedId):
        terms_fields.read(fields, text)


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("missing", [1, 2])
def test_a_panel_that_knew_less_to_agree_on_leaves_that_as_it_is(on: bool, missing: int) -> None:
    asked = replace(challenge("conhex").terms, rated=on, exploring=not on)
    fields = terms_fields.fields_of(rules.GAMES["conhex"], asked, T)
    values = terms_fields.read(fields, terms_fields.written(fields)[:-missing])
    assert values == terms_fields.read(fields, terms_fields.written(fields))
    yes, no = terms_fields.YES, terms_fields.NO
    chosen = (values[terms_fields.RATED], values[terms_fields.EXPLORING])
    assert chosen == ((yes, no) if on else (no, yes))


@pytest.mark.parametrize("key", PAIRS)
def test_board_side_and_clock_come_first_and_all_else_is_folded_away(key: str) -> None:
    game, asked = rules.GAMES[key], challenge(key)
    fields = terms_fields.fields_of(game, asked.terms, T)
    view = counter_offer_panel.change_page(game, asked, fields, T)
    shown = [
        fields[int(str(one.custom_id).split(":")[3])].key
        for one in view.walk_children()
        if isinstance(one, ui.Select)
    ]
    boards = [option for board in named_boards(game)[:1] for option in board]
    assert shown == [*boards, terms_fields.ROLE, terms_fields.CLOCK]
    everything = counter_offer_panel.change_page(game, asked, fields, T, unfolded=True)
    first = [item for item in everything.walk_children() if isinstance(item, ui.Select)][: len(shown)]
    assert [fields[int(str(one.custom_id).split(":")[3])].key for one in first] == shown
