from datetime import UTC, datetime

import pytest
from discord import ui

import rules
from bot.app import bare_surfaces
from bot.chat.core.words.audit_notes import AuditNotes
from bot.features.servers.pages.audit_page import audit_page
from bot.features.servers.pages.players_panel import players_page
from bot.features.servers.pages.server_panel import channels_page, language_line, results_page, theme_line
from bot.features.servers.service.server_admin import OVERVIEW_KEPT
from bot.kernel.feature import merged
from bot.locale import Texts
from bot.model.servers.server_rules import AdminAction, AuditEntry, PlayerList, ServerRules

TEXTS = Texts.load()
NOTES = AuditNotes(merged(surface.audit_notes for surface in bare_surfaces(rules.GAMES, TEXTS)))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def log_line(what: str, note: str, language: str, game: int | None = None) -> str:
    entry = AuditEntry(NOON, 7, what, game, note)
    view = audit_page([entry], NOTES, TEXTS.language(language))
    text = "".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    return text.split("<@7> · ")[1]


@pytest.mark.parametrize(
    ("what", "note", "english", "german"),
    [
        (
            AdminAction.RULES,
            "channels=70 71, games=conhex hnefatafl, clock=3d soft, threads=False",
            (
                "rules of the server · channels for new games: <#70> <#71>; games: ConHex, Hnefatafl; "
                "usual clock: 3 days per move; running out of time loses if the opponent claims it; "
                "games in the channel itself"
            ),
            (
                "Regeln des Servers · Kanäle für neue Partien: <#70> <#71>; Spiele: ConHex, Hnefatafl; "
                "übliche Bedenkzeit: 3 Tage pro Zug; wer überzieht, verliert auf Reklamation; "
                "Partien im Kanal selbst"
            ),
        ),
        (
            AdminAction.RULES,
            "channels=all, games=all, clock=none, threads=True",
            (
                "rules of the server · channels for new games: all; games: all; usual clock: No clock; "
                "a thread for every game"
            ),
            (
                "Regeln des Servers · Kanäle für neue Partien: alle; Spiele: alle; "
                "übliche Bedenkzeit: Ohne Bedenkzeit; ein Thread für jede Partie"
            ),
        ),
        (
            AdminAction.RULES,
            "engines=False, engine_channels=70",
            "rules of the server · games against the computer: off; games against the computer in: <#70>",
            "Regeln des Servers · Partien gegen den Computer: aus; Partien gegen den Computer in: <#70>",
        ),
        (
            AdminAction.RULES,
            "forum=72, results=none",
            "rules of the server · forum for the games: <#72>; channel for results: none",
            "Regeln des Servers · Forum für die Partien: <#72>; Kanal für Ergebnisse: keiner",
        ),
        (
            AdminAction.RULES,
            "call_role=6",
            "rules of the server · role for open challenges: <@&6>",
            "Regeln des Servers · Rolle für offene Herausforderungen: <@&6>",
        ),
        (
            AdminAction.RULES,
            "call_role=none",
            "rules of the server · role for open challenges: none",
            "Regeln des Servers · Rolle für offene Herausforderungen: keine",
        ),
        (
            AdminAction.PLAYERS,
            "barred person:5 role:6",
            "who may play · barred: <@5>, <@&6>",
            "wer spielen darf · ausgeschlossen: <@5>, <@&6>",
        ),
        (
            AdminAction.PLAYERS,
            "none role:6",
            "who may play · off the lists: <@&6>",
            "wer spielen darf · von den Listen genommen: <@&6>",
        ),
        (OVERVIEW_KEPT, "on 70", "overview · posted in <#70>", "Übersicht · steht in <#70>"),
        (OVERVIEW_KEPT, "off 70", "overview · removed from <#70>", "Übersicht · entfernt aus <#70>"),
    ],
)
def test_the_log_says_in_words_what_was_set(what: str, note: str, english: str, german: str) -> None:
    assert log_line(what, note, "en") == english
    assert log_line(what, note, "de") == german


def test_a_reason_stands_in_the_log_harmless() -> None:
    assert log_line(AdminAction.ANNULMENT, "a=1, **b**", "en", 12) == "game annulled #12 · a=1, \\*\\*b\\*\\*"


@pytest.mark.assumes("selects-name-what-is-there")
@pytest.mark.parametrize(("here", "channels"), [({70, 72, 99}, [70, 72]), (set(), [])])
def test_channels_that_are_gone_are_not_chosen_in_the_menu(here: set[int], channels: list[int]) -> None:
    rules = ServerRules(channels=(70, 71, 72), forum=70)
    view = channels_page(rules, frozenset(here), TEXTS.language("en"))
    menu, forum = [item for item in view.walk_children() if isinstance(item, ui.ChannelSelect)]
    assert [default.id for default in menu.default_values] == channels
    assert [default.id for default in forum.default_values] == channels[:1]


@pytest.mark.parametrize(
    ("language", "code", "text"),
    [("de", "en", "Deutsch"), ("en", "de", "English"), (None, "en", "Community"), (None, "de", "gemeinsame")],
)
def test_the_language_of_a_server_is_said(language: str | None, code: str, text: str) -> None:
    assert text in language_line(ServerRules(language=language), TEXTS.language(code))


@pytest.mark.parametrize(
    ("note", "value"), [("language=de", "Deutsch"), ("language=automatic", "automatisch")]
)
def test_a_set_language_is_in_the_log(note: str, value: str) -> None:
    assert log_line(AdminAction.RULES, note, "de") == f"Regeln des Servers · Sprache: {value}"


@pytest.mark.parametrize(("theme", "code", "text"), [("print", "en", "Print"), ("dark", "de", "Dunkel")])
def test_the_theme_of_a_server_is_said(theme: str, code: str, text: str) -> None:
    assert text in theme_line(ServerRules(theme=theme), TEXTS.language(code))


@pytest.mark.parametrize(("note", "value"), [("theme=print", "Druck"), ("theme=oil", "oil")])
def test_a_set_theme_is_in_the_log(note: str, value: str) -> None:
    assert log_line(AdminAction.RULES, note, "de") == f"Regeln des Servers · Farben: {value}"


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize(("code", "warned"), [("en", "I cannot write in <#70>"), ("de", "In <#70> kann ich")])
def test_what_the_bot_may_not_do_is_said(code: str, warned: str) -> None:
    t, here = TEXTS.language(code), frozenset({70})
    rules = ServerRules(forum=70, results=70)
    for page in (channels_page, results_page):
        assert warned in words(page(rules, here, t, "View Channel"))
        assert warned not in words(page(rules, here, t))
        assert warned not in words(page(ServerRules(), here, t, "View Channel"))


def test_everyone_on_a_list_can_be_taken_off_it() -> None:
    t = TEXTS.language("en")
    full = ServerRules(
        barred=PlayerList(tuple(range(1, 21)), (100, 101, 102, 103, 104)),
        allowed=PlayerList(tuple(range(21, 46))),
    )
    view = players_page(full, {1: "Anna"}, {100: "guests"}, t)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    options = {option.value: option for menu in menus for option in menu.options}
    assert len(options) == len(full.barred) + len(full.allowed)
    assert (options["p1"].label, options["r100"].label, options["p2"].label) == ("Anna", "guests", "person 2")
    assert (options["p1"].description, options["p21"].description) == ("barred", "allowed")
    assert len({menu.custom_id for menu in menus}) == len(menus)
    assert view.total_children_count <= 40
    empty = players_page(ServerRules(), {}, {}, t)
    assert "**Barred:** nobody\n**Allowed:** everyone" in words(empty)
    assert not [item for item in empty.walk_children() if isinstance(item, ui.Select)]
