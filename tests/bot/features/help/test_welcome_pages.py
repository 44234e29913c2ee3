"""The welcome and the pages behind its buttons."""

from collections.abc import Iterator

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.commands.manual import HelpGroup, Manual
from bot.chat.core.lookup.whereabouts import Whereabouts
from bot.chat.core.messages.public_message import CONTENT_LIMIT, HEADLINE_LIMIT
from bot.chat.core.owner_links import Links
from bot.chat.core.pictures import Pictures
from bot.chat.parts.new_game import new_game_mark
from bot.features.help.buttons import HANDLERS as FIRST_STEPS
from bot.features.help.commands.help_command import group_text, help_text
from bot.features.help.messages import welcome_message
from bot.features.help.pages import welcome_pages
from bot.locale import LANGUAGES, Language, Texts
from tests.bot.chat.page_text import message_text, page_text
from tests.bot.chat.presses import handled_verbs
from tests.bot.chat.surfaces import whole_manual
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)
VERBS = {
    "rules-list",
    "choose-rules",
    "how-it-works",
}


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Language:
    return TEXTS.language(request.param)


def custom_ids_on(view: ui.LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, ui.Button | ui.Select | ui.UserSelect):
            yield item.custom_id or ""


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def check_limits(view: ui.LayoutView) -> None:
    """Check Discord's limits: at most 40 components, unique custom_ids, a handler for each."""
    ids = list(custom_ids_on(view))
    assert len(ids) == len(set(ids))
    assert len(list(view.walk_children())) <= 40
    assert not [custom_id for custom_id in ids if custom_ids.read(custom_id).verb not in handled_verbs()]
    assert "{" not in words(view)


def test_first_steps_keep_the_verbs_of_posted_messages() -> None:
    assert set(FIRST_STEPS) == VERBS


def test_a_welcome_lists_the_games_and_pings_nobody(t: Language) -> None:
    message = welcome_message(rules.GAMES, t, 5)
    assert len(message.headline) <= HEADLINE_LIMIT
    assert len(message.content) < CONTENT_LIMIT / 2
    assert not [key for key in rules.GAMES if t(f"{key}.name") not in message.body]
    assert message.scene is not None
    assert "Brandubh" in message.scene.words(PICTURES)
    assert "@" not in message.content
    all_buttons = [button for buttons in message.rows for button in buttons]
    assert not [buttons for buttons in message.rows if len(buttons) > 5]
    assert [custom_ids.read(button.custom_id or "").verb for button in all_buttons] == [
        "new-game",
        "challenge-form",
        "rules-list",
        "how-it-works",
        "server-settings",
    ]
    assert not [
        button
        for button in all_buttons
        if custom_ids.read(button.custom_id or "").verb not in handled_verbs()
    ]
    assert all_buttons[0].custom_id == new_game_mark(5)


def test_pages_of_help(approved: SnapshotAssertion, t: Language) -> None:
    manual, groups = whole_manual(rules.GAMES, TEXTS), list(HelpGroup)
    assert help_text(manual, groups, t) == approved(name=f"help-{t.code}")
    direct = help_text(manual, groups, t, where=Whereabouts.DIRECT)
    assert direct == approved(name=f"direct-{t.code}")
    for group in groups:
        assert group_text(manual, group, t) == approved(name=f"{group}-{t.code}")


def test_pages_for_newcomers(approved: SnapshotAssertion, t: Language) -> None:
    games = {key: rules.GAMES[key] for key in ("hnefatafl", "conhex", "fox-and-hens")}
    assert message_text(welcome_message(games, t, 5)) == approved(name=f"welcome-{t.code}")
    how_it_works = welcome_pages.how_it_works_page(t, guides=True)
    check_limits(how_it_works)
    assert page_text(how_it_works) == approved(name=f"how-it-works-{t.code}")
    check_limits(welcome_pages.rules_list_page(rules.GAMES, t))
    assert page_text(welcome_pages.rules_list_page(games, t)) == approved(name=f"rules-list-{t.code}")


def test_help_links_the_owner_s_policies(t: Language) -> None:
    privacy, terms = f"[{t('privacy.policy')}](https://p)", f"[{t('privacy.terms')}](https://t)"
    for links, last in (
        (Links(), t("help.buttons")),
        (Links(privacy="https://p"), f"-# {privacy}"),
        (Links(terms="https://t"), f"-# {terms}"),
        (Links("https://p", "https://t"), f"-# {privacy} · {terms}"),
    ):
        assert help_text(Manual(), (), t, links).splitlines()[-1] == last
