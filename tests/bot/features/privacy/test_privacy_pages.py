"""The pages of `/privacy` and `/block`, in both languages."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.interactions.leaving_page import VERBS
from bot.chat.core.owner_links import Links
from bot.chat.core.words import phrases
from bot.features.privacy import pages
from bot.features.privacy.service.blocked_games import ExitOption
from bot.locale import LANGUAGES, Language, Texts
from bot.model.people.players import HumanPlayer
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import handled_verbs
from tests.bot.chat.samples import MATCH

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
DUE = datetime(2026, 11, 21, 12, tzinfo=UTC)
KEPT = ("kept.web", "kept.nothing")
LINKS = Links("https://example.org/privacy", "https://example.org/terms")


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Language:
    return TEXTS.language(request.param)


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def test_the_privacy_page(t: Language, approved: SnapshotAssertion) -> None:
    page = pages.privacy_page(LINKS, None, KEPT, t)
    assert page_text(page) == approved(name=f"links-{t.code}")
    assert len(words(page)) < 2000
    assert page_text(pages.privacy_page(Links(), DUE, KEPT, t)) == approved(name=f"leaving-{t.code}")


def test_a_deletion_is_confirmed_twice(t: Language, approved: SnapshotAssertion) -> None:
    assert page_text(pages.first_question(t)) == approved(name=f"first-{t.code}")
    assert page_text(pages.second_question(t)) == approved(name=f"second-{t.code}")
    assert page_text(pages.requested_page(DUE, t)) == approved(name=f"asked-{t.code}")
    assert set(handled_verbs()) >= VERBS


def test_the_export_file_is_attached_to_its_page(t: Language) -> None:
    view, files = pages.export_page(b"{}", t)
    (file,) = files
    file_items = [item for item in view.walk_children() if isinstance(item, ui.File)]
    assert [item.media.url for item in file_items] == [f"attachment://{file.file().filename}"]


def test_a_file_above_the_upload_limit_is_compressed(t: Language) -> None:
    data = b'{"kept": "' + b"e5" * (6 * 1024 * 1024) + b'"}'
    _, (file,) = pages.export_page(data, t)
    upload = file.file()
    assert upload.filename.endswith(".json.gz")
    assert gzip.decompress(upload.fp.read()) == data


def test_the_block_panel(t: Language, approved: SnapshotAssertion) -> None:
    match = replace(MATCH, id=1, key="conhex", players=(HumanPlayer(1), HumanPlayer(501)))
    table = replace(match, id=2, key="catch-the-hat", players=(*match.players, HumanPlayer(3)))
    exits = (
        ExitOption(match, resigning=False),
        ExitOption(table, resigning=False),
        ExitOption(replace(match, id=4), resigning=True),
    )
    assert page_text(pages.panel((), {}, (), t)) == approved(name=f"nobody-{t.code}")
    panel = pages.panel((501, 502), {501: "Robin"}, exits, t)
    assert page_text(panel) == approved(name=f"two-{t.code}")


def test_a_deleted_person_is_called_someone(t: Language) -> None:
    someone = t("person.someone")
    assert t("challenge.withdrawn", player=phrases.mention(-3)) == t("challenge.withdrawn", player=someone)
    assert phrases.plain(HumanPlayer(-3), {-3: ""}, t) == someone
    assert phrases.mention(3) in t("challenge.withdrawn", player=phrases.mention(3))


def test_the_panel_fits_long_names_and_many_games(t: Language) -> None:
    games = [replace(MATCH, id=number, players=(HumanPlayer(1), HumanPlayer(501))) for number in range(1, 13)]
    exits = [ExitOption(game, resigning=False) for game in games]
    items = list(pages.panel((501,), {501: "R" * 150}, exits, t).walk_children())
    menus = [item for item in items if isinstance(item, ui.Select)]
    assert [option.label for menu in menus for option in menu.options] == ["R" * 100]
    assert len([item for item in items if isinstance(item, ui.Button)]) == 10
    text = "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
    assert not [game.id for game in games if f"#{game.id} " not in text]
