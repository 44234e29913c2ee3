from datetime import UTC, datetime

import pytest
from discord import ui

from bot.chat.panels.server_panel import audit_page, channels_page, language_told
from bot.locale import Texts
from bot.play.domain.server_rules import AdminAction, AuditEntry, ServerRules

TEXTS = Texts.load()
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def told(what: AdminAction, note: str, language: str, game: int | None = None) -> str:
    entry = AuditEntry(NOON, 7, what, game, note)
    view = audit_page([entry], TEXTS.language(language))
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
                "usual clock: 3 days per move; time up loses when claimed; games in the channel itself"
            ),
            (
                "Regeln des Servers · Kanäle für neue Partien: <#70> <#71>; Spiele: ConHex, Hnefatafl; "
                "übliche Bedenkzeit: 3 Tage pro Zug; wer überzieht, verliert auf Antrag; "
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
        (AdminAction.OVERVIEW, "on 70", "overview · kept in <#70>", "Übersicht · steht in <#70>"),
        (AdminAction.OVERVIEW, "off 70", "overview · taken out of <#70>", "Übersicht · entfernt aus <#70>"),
    ],
)
def test_the_log_says_in_words_what_was_set(what: AdminAction, note: str, english: str, german: str) -> None:
    assert told(what, note, "en") == english
    assert told(what, note, "de") == german


def test_a_reason_stands_in_the_log_harmless() -> None:
    assert told(AdminAction.ANNULMENT, "a=1, **b**", "en", 12) == "game annulled #12 · a=1, \\*\\*b\\*\\*"


@pytest.mark.assumes("selects-name-what-is-there")
@pytest.mark.parametrize(("here", "chosen"), [({70, 72, 99}, [70, 72]), (set(), [])])
def test_channels_that_are_gone_are_not_chosen_in_the_menu(here: set[int], chosen: list[int]) -> None:
    rules = ServerRules(channels=(70, 71, 72))
    view = channels_page(rules, frozenset(here), TEXTS.language("en"))
    (menu,) = [item for item in view.walk_children() if isinstance(item, ui.ChannelSelect)]
    assert [default.id for default in menu.default_values] == chosen


@pytest.mark.parametrize(
    ("language", "code", "said"),
    [("de", "en", "German"), ("en", "de", "Englisch"), (None, "en", "Community"), (None, "de", "gemeinsame")],
)
def test_the_language_of_a_server_is_said(language: str | None, code: str, said: str) -> None:
    assert said in language_told(ServerRules(language=language), TEXTS.language(code))


@pytest.mark.parametrize(
    ("note", "value"), [("language=de", "Deutsch"), ("language=automatic", "automatisch")]
)
def test_a_set_language_is_in_the_log(note: str, value: str) -> None:
    assert told(AdminAction.RULES, note, "de") == f"Regeln des Servers · Sprache: {value}"
