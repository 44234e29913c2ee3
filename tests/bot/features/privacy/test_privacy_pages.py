"""The pages of `/privacy` and `/block`, in both languages."""

import gzip
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.commands.manual import Manual
from bot.chat.core.interactions.leaving_page import VERBS
from bot.chat.core.owner_links import Links
from bot.chat.core.words import phrases
from bot.features.help.commands.help_command import help_text
from bot.features.privacy import pages
from bot.features.privacy.service.blocked_games import ExitOption
from bot.locale import LANGUAGES, Language, Texts
from bot.model.people.players import HumanPlayer
from tests.bot.chat.presses import handled
from tests.bot.chat.samples import MATCH

TEXTS = Texts.load()
DUE = datetime(2026, 11, 21, 12, tzinfo=UTC)
KEPT = ("kept.web", "kept.nothing")
LINKS = Links("https://example.org/privacy", "https://example.org/terms")


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Language:
    return TEXTS.language(request.param)


def buttons(view: ui.LayoutView) -> Iterator[ui.Button[ui.LayoutView]]:
    return (item for item in view.walk_children() if isinstance(item, ui.Button))


def verbs(view: ui.LayoutView) -> list[str]:
    return [custom_ids.read(button.custom_id).verb for button in buttons(view) if button.custom_id]


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def test_it_says_what_is_kept_and_leads_to_the_owners_pages(t: Language) -> None:
    page = pages.privacy_page(LINKS, None, KEPT, t)
    assert verbs(page) == ["my-data", "forget-me"]
    assert [button.url for button in buttons(page) if button.url] == [LINKS.privacy, LINKS.terms]
    assert len(words(page)) < 2000
    assert [button.url for button in buttons(pages.privacy_page(Links(), None, KEPT, t)) if button.url] == []


def test_features_say_what_they_store(t: Language) -> None:
    lines = words(pages.privacy_page(LINKS, None, KEPT, t)).splitlines()
    own = lines.index(t("kept.web"))
    assert lines[own + 1] == t("privacy.nothing-else")
    assert lines[:own] == t("privacy.kept").splitlines()


def test_who_is_to_be_deleted_is_offered_to_stay(t: Language) -> None:
    page = pages.privacy_page(LINKS, DUE, KEPT, t)
    assert verbs(page) == ["my-data", "stay"]
    assert f"<t:{int(DUE.timestamp())}:R>" in words(page)


def test_it_is_asked_twice(t: Language) -> None:
    first, second = pages.first_question(t), pages.second_question(t)
    assert (verbs(first), verbs(second)) == (["forget-me-sure", "stay"], ["forget-me-now", "stay"])
    assert words(first) != words(second)
    assert verbs(pages.asked_page(DUE, t)) == ["stay"]
    assert set(handled()) >= VERBS


def test_the_file_hangs_on_its_page(t: Language) -> None:
    view, files = pages.export_page(b"{}", t)
    (file,) = files
    file_items = [item for item in view.walk_children() if isinstance(item, ui.File)]
    assert [item.media.url for item in file_items] == [f"attachment://{file.file().filename}"]


def test_a_file_larger_than_discord_takes_is_packed(t: Language) -> None:
    whole = b'{"kept": "' + b"e5" * (6 * 1024 * 1024) + b'"}'
    _, (file,) = pages.export_page(whole, t)
    upload = file.file()
    assert upload.filename.endswith(".json.gz")
    assert gzip.decompress(upload.fp.read()) == whole


def test_help_links_what_the_owner_has_named(t: Language) -> None:
    linked = help_text(Manual(), (), t, LINKS)
    assert f"]({LINKS.privacy})" in linked
    assert f"]({LINKS.terms})" in linked
    assert "](" not in help_text(Manual(), (), t)


def test_the_block_panel_lists_people_and_undoes_it(t: Language) -> None:
    empty = pages.panel((), {}, (), t)
    assert t("block.nobody") in words(empty)
    listed = pages.panel((501, 502), {501: "Robin"}, (), t)
    assert "<@501>, <@502>" in words(listed)
    (menu,) = [item for item in listed.walk_children() if isinstance(item, ui.Select)]
    assert [(option.label, option.value) for option in menu.options] == [("Robin", "501"), ("?", "502")]


def test_games_against_them_are_aborted_or_left(t: Language) -> None:
    two = replace(MATCH, id=1, key="conhex", players=(HumanPlayer(1), HumanPlayer(501)))
    three = replace(two, id=2, key="catch-the-hat", players=(*two.players, HumanPlayer(3)))
    running = replace(two, id=4)
    ways = (
        ExitOption(two, resigning=False),
        ExitOption(three, resigning=False),
        ExitOption(running, resigning=True),
    )
    both = pages.panel((501,), {501: "Robin"}, ways, t)
    assert [button.label for button in buttons(both)] == [
        t("button.abort-blocked", number=1),
        t("button.leave-blocked", number=2),
        t("button.resign-blocked", number=4),
    ]
    assert verbs(both) == ["abort-blocked", "abort-blocked", "resign-blocked"]
    assert t("block.games-resigned", games=f"#4 {t('conhex.name')}") in words(both)
    assert t("block.games", games=f"#1 {t('conhex.name')}") in words(both)
    assert t("block.games-of-more", games=f"#2 {t('catch-the-hat.name')}") in words(both)


def test_whoever_was_forgotten_is_someone(t: Language) -> None:
    someone = t("person.someone")
    assert t("challenge.withdrawn", player=phrases.mention(-3)) == t("challenge.withdrawn", player=someone)
    assert phrases.plain(HumanPlayer(-3), {-3: ""}, t) == someone
    assert phrases.mention(3) in t("challenge.withdrawn", player=phrases.mention(3))
