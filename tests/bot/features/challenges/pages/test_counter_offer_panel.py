from datetime import UTC, datetime

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.challenges.commands import terms_fields
from bot.features.challenges.pages import counter_offer_panel
from bot.locale import LANGUAGES, Texts
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import RANDOM_ROLE, Terms
from bot.model.people.person import Place
from rules.contract import options_in_effect
from rules.contract.capabilities import named_boards, series_of
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
T = TEXTS.language("en")
PAIRS = [key for key, game in rules.GAMES.items() if game.seats == (2,)]


def challenge(key: str, role: str = RANDOM_ROLE, **options: str) -> Challenge:
    options_chosen = {option.key: option.default for option in rules.GAMES[key].options} | options
    return Challenge(
        7, Terms(key, options_chosen, role), 1, 2, Place(3, 4, "en-US"), datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_a_counter_offer(approved: SnapshotAssertion, language: str) -> None:
    t, game, offer = TEXTS.language(language), rules.GAMES["conhex"], challenge("conhex")
    fields = terms_fields.fields_of(game, offer.terms, t)
    for name, unfolded in (("folded", False), ("unfolded", True)):
        view = counter_offer_panel.change_page(game, offer, fields, t, unfolded=unfolded)
        assert page_text(view) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize("key", PAIRS)
def test_a_panel_starts_from_the_challenge_s_terms(key: str) -> None:
    game, offer = rules.GAMES[key], challenge(key)
    fields = terms_fields.fields_of(game, offer.terms, T)
    options_chosen = terms_fields.read(fields, terms_fields.write_fields(fields))
    series = {} if series_of(game) is None else {terms_fields.SERIES: terms_fields.SINGLE}
    assert options_chosen == {
        **offer.terms.options,
        terms_fields.ROLE: RANDOM_ROLE,
        **series,
        terms_fields.CLOCK: "none",
        terms_fields.RATED: terms_fields.NO,
        terms_fields.EXPLORING: terms_fields.YES,
    }
    view = counter_offer_panel.change_page(game, offer, fields, T, unfolded=True)
    pressed = [item for item in view.walk_children() if isinstance(item, ui.Button | ui.Select)]
    idle = len(game.options) - len(options_in_effect(game.options, offer.terms.options))
    assert len(pressed) == len(fields) - idle + 1
    assert len({item.custom_id for item in pressed}) == len(pressed)


@pytest.mark.parametrize(("swap", "shown"), [("on", False), ("off", True)])
def test_an_option_without_effect_has_no_menu_and_keeps_its_value(swap: str, shown: bool) -> None:
    game, offer = rules.GAMES["conhex"], challenge("conhex", swap=swap, handicap="2")
    fields = terms_fields.fields_of(game, offer.terms, T)
    view = counter_offer_panel.change_page(game, offer, fields, T, unfolded=True)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    title = T("conhex.option.handicap.title")
    assert (title in {menu.placeholder for menu in menus}) is shown
    text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert (T("conhex.option.handicap.rules") in text) is shown
    numbers = [int(str(menu.custom_id).split(":")[3]) for menu in menus]
    assert [fields[number].title for number in numbers] == [menu.placeholder for menu in menus]
    values = terms_fields.read(fields, terms_fields.write_fields(fields))
    assert (values["swap"], values["handicap"]) == (swap, "2")


@pytest.mark.parametrize("key", PAIRS)
def test_board_side_and_clock_come_first_and_other_fields_fold(key: str) -> None:
    game, offer = rules.GAMES[key], challenge(key)
    fields = terms_fields.fields_of(game, offer.terms, T)
    view = counter_offer_panel.change_page(game, offer, fields, T)
    labels = [
        fields[int(str(child.custom_id).split(":")[3])].key
        for child in view.walk_children()
        if isinstance(child, ui.Select)
    ]
    boards = [option for board in named_boards(game)[:1] for option in board]
    assert labels == [*boards, terms_fields.ROLE, terms_fields.CLOCK]
    unfolded = counter_offer_panel.change_page(game, offer, fields, T, unfolded=True)
    first = [item for item in unfolded.walk_children() if isinstance(item, ui.Select)][: len(labels)]
    assert [fields[int(str(select.custom_id).split(":")[3])].key for select in first] == labels
