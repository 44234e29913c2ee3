"""The welcome and what its buttons lead to."""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import ui

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages.public_message import CONTENT_LIMIT, HEADLINE_LIMIT
from bot.chat.core.pictures import Pictures
from bot.chat.features.help import welcome_pages
from bot.chat.features.help.welcome_buttons import HANDLERS as FIRST_STEPS
from bot.chat.features.help.welcome_message import welcome_mark, welcome_message
from bot.locale import LANGUAGES, Language, Texts
from bot.play.domain.servers.server_rules import ServerRules
from bot.play.domain.time.clocks import read_clock
from render import Gallery
from tests.bot.chat.presses import handled

TEXTS = Texts.load()
PICTURES = Pictures(Gallery())
VERBS = {
    "new-game",
    "choose-game",
    "set-up",
    "ask-anyone",
    "ask-people",
    "rules-list",
    "choose-rules",
    "how-it-works",
}


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Language:
    return TEXTS.language(request.param)


def pressed(view: ui.LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, ui.Button | ui.Select | ui.UserSelect):
            yield item.custom_id or ""


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def fits(view: ui.LayoutView) -> None:
    """What Discord takes: so many components, each custom_id once, each of them handled."""
    ids = list(pressed(view))
    assert len(ids) == len(set(ids))
    assert len(list(view.walk_children())) <= 40
    assert all(custom_ids.read(one).verb in handled() for one in ids)
    assert "{" not in words(view)


def test_the_verbs_of_what_was_posted_are_kept() -> None:
    assert set(FIRST_STEPS) == VERBS


def test_a_welcome_says_what_can_be_played_and_calls_nobody(t: Language) -> None:
    message = welcome_message(rules.GAMES, t, 5)
    assert len(message.headline) <= HEADLINE_LIMIT
    assert len(message.content) < CONTENT_LIMIT / 2
    assert all(t(f"{key}.name") in message.body for key in rules.GAMES)
    assert "@" not in message.content
    (row,) = message.rows
    assert [custom_ids.read(one.custom_id or "").verb for one in row] == [
        "new-game",
        "rules-list",
        "how-it-works",
    ]
    assert all(custom_ids.read(one.custom_id or "").verb in handled() for one in row)
    assert row[0].custom_id == welcome_mark(5)


def test_a_game_to_begin_is_chosen_out_of_those_the_server_allows(t: Language) -> None:
    everything = welcome_pages.new_game_page(rules.GAMES, ServerRules(), t)
    fits(everything)
    (menu,) = (item for item in everything.walk_children() if isinstance(item, ui.Select))
    assert [option.value for option in menu.options] == list(rules.GAMES)
    some = welcome_pages.new_game_page(rules.GAMES, ServerRules(games=("conhex",)), t)
    (menu,) = (item for item in some.walk_children() if isinstance(item, ui.Select))
    assert [(option.value, option.label) for option in menu.options] == [("conhex", "ConHex")]


def test_more_games_than_a_menu_takes_stand_in_several(t: Language) -> None:
    many: Any = {f"g{number}": None for number in range(60)}
    view = welcome_pages.new_game_page(many, ServerRules(), t)
    fits(view)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    assert [len(menu.options) for menu in menus] == [20, 20, 20]


@pytest.mark.parametrize("key", rules.GAMES)
async def test_every_game_can_be_set_up_and_read_about(key: str, t: Language) -> None:
    view = welcome_pages.set_up_page(rules.GAMES, key, ServerRules(clock=read_clock("3d")), t)
    fits(view)
    assert f"/{t('command.challenge')} {t(f'{key}.command')}" in words(view)
    assert t("clock.per-move", n=3) in words(view)
    (people,) = (item for item in view.walk_children() if isinstance(item, ui.UserSelect))
    assert people.max_values == max(rules.GAMES[key].seats) - 1
    view, (drawn,) = await welcome_pages.read_rules_page(PICTURES, rules.GAMES, key, t)
    assert drawn.words
    fits(view)
    assert {"fp:set-up:" + key, "fp:rules-list"} <= set(pressed(view))


def test_how_it_works_leads_on(t: Language) -> None:
    view = welcome_pages.how_it_works_page(t)
    fits(view)
    for command in ("challenge", "move", "games", "open", "rules", "settings", "vacation", "help"):
        assert f"`/{t(f'command.{command}')}`" in words(view)
    fits(welcome_pages.rules_list_page(rules.GAMES, t))
