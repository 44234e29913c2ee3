from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.app import bare_surfaces
from bot.chat.core.words.audit_notes import AuditNotes
from bot.features.servers.pages.audit_page import audit_page
from bot.features.servers.pages.players_panel import players_page
from bot.features.servers.pages.server_panel import (
    channels_page,
    engines_page,
    games_page,
    language_line,
    results_page,
    role_page,
    theme_line,
)
from bot.features.servers.service.server_admin import OVERVIEW_KEPT
from bot.kernel.feature import merge
from bot.locale import Texts
from bot.model.servers.server_rules import AdminAction, AuditEntry, PlayerList, ServerRules
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
NOTES = AuditNotes(merge(surface.audit_notes for surface in bare_surfaces(rules.GAMES, TEXTS)))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_the_audit_log_lists_every_action(approved: SnapshotAssertion) -> None:
    verdicts: list[dict[str, Any]] = [{}, {"winners": (5, 6)}, {"private": True}]
    entries = [
        AuditEntry(NOON, 7, action, game, note)
        for action, note, game in (
            (AdminAction.RULES, "channels=70 71, games=conhex hnefatafl, clock=3d soft, threads=False", None),
            (AdminAction.RULES, "channels=all, games=all, clock=none, threads=True", None),
            (AdminAction.RULES, "engines=False, engine_channels=70", None),
            (AdminAction.RULES, "forum=72, results=none", None),
            (AdminAction.RULES, "forum=none, results=72", None),
            (AdminAction.RULES, "call_role=6", None),
            (AdminAction.RULES, "call_role=none", None),
            (AdminAction.RULES, "language=de", None),
            (AdminAction.RULES, "language=automatic", None),
            (AdminAction.RULES, "theme=print", None),
            (AdminAction.RULES, "theme=oil", None),
            (AdminAction.PLAYERS, "barred person:5 role:6", None),
            (AdminAction.PLAYERS, "none role:6", None),
            (OVERVIEW_KEPT, "on 70", None),
            (OVERVIEW_KEPT, "off 70", None),
            (AdminAction.ANNULMENT, "a=1, **b**", 12),
            (AdminAction.VOIDING, "no <@1>", 14),
        )
    ]
    entries += [
        AuditEntry(NOON, 8, action, 13, "so *it* is", **verdict)
        for action in (AdminAction.ADJUDICATION, AdminAction.CORRECTION)
        for verdict in verdicts
    ]
    for t in LANGUAGES:
        assert page_text(audit_page(entries, NOTES, t)) == approved(name=f"all-{t.code}")
        assert page_text(audit_page([], NOTES, t)) == approved(name=f"none-{t.code}")


def test_server_panels(approved: SnapshotAssertion) -> None:
    visible = frozenset({70, 72})
    some_rules = ServerRules(
        channels=(70, 71), forum=72, results=70, engine_channels=(70,), games=("conhex",)
    )
    rules_with_lists = ServerRules(barred=PlayerList((1, 2), (100,)), allowed=PlayerList((3,)))
    games = ("hnefatafl", "conhex")
    guests: Any = SimpleNamespace(id=5, name="players", mention="<@&5>")
    for t in LANGUAGES:
        pages = {
            "channels": channels_page(some_rules, visible, t),
            "channels-all": channels_page(ServerRules(), visible, t),
            "results": results_page(some_rules, visible, t),
            "results-off": results_page(ServerRules(), visible, t),
            "engines": engines_page(some_rules, visible, t),
            "engines-off": engines_page(ServerRules(engines=False), visible, t),
            "games": games_page(games, some_rules, t),
            "games-all": games_page(games, ServerRules(), t),
            "players": players_page(rules_with_lists, {1: "Anna"}, {100: "guests"}, t),
            "players-none": players_page(ServerRules(), {}, {}, t),
            "role": role_page(guests, [guests], t, can_give=True, called=False),
            "role-none": role_page(None, [], t, can_give=False, called=False),
        }
        for name, page in pages.items():
            assert page_text(page) == approved(name=f"{name}-{t.code}")


@pytest.mark.assumes("selects-name-what-is-there")
@pytest.mark.parametrize(("here", "channels"), [({70, 72, 99}, [70, 72]), (set(), [])])
def test_deleted_channels_are_not_preselected(here: set[int], channels: list[int]) -> None:
    rules = ServerRules(channels=(70, 71, 72), forum=70)
    view = channels_page(rules, frozenset(here), TEXTS.language("en"))
    menu, forum = [item for item in view.walk_children() if isinstance(item, ui.ChannelSelect)]
    assert [default.id for default in menu.default_values] == channels
    assert [default.id for default in forum.default_values] == channels[:1]


def test_language_and_theme_lines(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        lines = (
            language_line(ServerRules(language="de"), t),
            language_line(ServerRules(), t),
            theme_line(ServerRules(theme="print"), t),
            theme_line(ServerRules(theme="dark"), t),
        )
        assert "\n".join(lines) == approved(name=t.code)


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize(("code", "warned"), [("en", "I cannot write in <#70>"), ("de", "In <#70> kann ich")])
def test_missing_bot_permissions_are_shown(code: str, warned: str) -> None:
    t, visible = TEXTS.language(code), frozenset({70})
    rules = ServerRules(forum=70, results=70)
    for page in (channels_page, results_page):
        assert warned in words(page(rules, visible, t, "View Channel"))
        assert warned not in words(page(rules, visible, t))
        assert warned not in words(page(ServerRules(), visible, t, "View Channel"))


def test_every_listed_entry_can_be_removed() -> None:
    t = TEXTS.language("en")
    full_lists = ServerRules(
        barred=PlayerList(tuple(range(1, 21)), (100, 101, 102, 103, 104)),
        allowed=PlayerList(tuple(range(21, 46))),
    )
    view = players_page(full_lists, {1: "Anna"}, {100: "guests"}, t)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    options = {option.value: option for menu in menus for option in menu.options}
    assert len(options) == len(full_lists.barred) + len(full_lists.allowed)
    assert (options["p1"].label, options["r100"].label, options["p2"].label) == ("Anna", "guests", "person 2")
    assert (options["p1"].description, options["p21"].description) == ("barred", "allowed")
    assert len({menu.custom_id for menu in menus}) == len(menus)
    assert view.total_children_count <= 40


def test_an_entry_of_an_unknown_kind_is_left_out() -> None:
    known_entry = AuditEntry(NOON, 7, AdminAction.RULES, None, "forum=72")
    unknown_entry = AuditEntry(NOON, 8, "of a later version", None, "forum=73")
    assert page_text(audit_page([unknown_entry, known_entry], NOTES, LANGUAGES[0])) == page_text(
        audit_page([known_entry], NOTES, LANGUAGES[0])
    )
