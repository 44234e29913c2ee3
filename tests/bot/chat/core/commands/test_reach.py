"""Reach of commands: registration, and the help page."""

import pytest

import rules
from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach, place
from bot.chat.core.lookup.whereabouts import Whereabouts
from bot.chat.core.messages import layouts, phone_height
from bot.features.help.commands.help_command import help_text
from bot.locale import Texts
from tests.bot.chat.surfaces import whole_manual

TEXTS = Texts.load()
MANUAL = whole_manual(rules.GAMES, TEXTS)
ENTRIES = [entry for group in HelpGroup for entry in MANUAL.of(group)]
NAMES = {entry.command for entry in ENTRIES}
FOR_PLAYERS = [group for group in HelpGroup if group is not HelpGroup.ADMINS]
HEADING = "**In servers I am in:**"


@pytest.mark.parametrize(
    ("reach", "people_install", "installs", "contexts"),
    [
        (Reach.SERVERS, True, [0], [0]),
        (Reach.WITH_BOT, True, [0], [0, 1]),
        (Reach.ANYWHERE, True, [0, 1], [0, 1, 2]),
        (Reach.ANYWHERE, False, [0], [0, 1]),
    ],
)
def test_commands_register_the_installs_and_contexts_of_their_reach(
    reach: Reach, people_install: bool, installs: list[int], contexts: list[int]
) -> None:
    commands = all_commands(bare_surfaces(rules.GAMES, TEXTS))
    of_reach = [declared for declared in commands if declared.reach is reach]
    assert of_reach
    for declared in of_reach:
        placed = place(declared.command, reach, people_install=people_install)
        assert placed.allowed_installs is not None
        assert placed.allowed_contexts is not None
        assert placed.allowed_installs.to_array() == installs
        assert placed.allowed_contexts.to_array() == contexts


@pytest.mark.parametrize(
    ("where", "there"),
    [
        (Whereabouts.SERVER, set()),
        (Whereabouts.DIRECT, {entry.command for entry in ENTRIES if entry.reach is Reach.SERVERS}),
        (
            Whereabouts.ELSEWHERE,
            {entry.command for entry in ENTRIES if entry.reach is not Reach.ANYWHERE},
        ),
    ],
)
def test_help_lists_commands_unavailable_here_separately(where: Whereabouts, there: set[str]) -> None:
    text = help_text(MANUAL, tuple(HelpGroup), TEXTS.language("en"), where=where)
    here, _, apart = text.partition(HEADING)
    assert {name for name in NAMES if f"`/{name}`" in here} == NAMES - there
    assert {name for name in NAMES if f"`/{name}`" in apart} == there
    assert bool(apart) is bool(there)


def test_help_has_four_player_groups_and_one_for_admins() -> None:
    t = TEXTS.language("en")
    text = help_text(MANUAL, FOR_PLAYERS, t)
    headings = [line.split("**")[1] for line in text.splitlines() if line.startswith("**")]
    assert headings == [t(f"help.button.{group}") for group in FOR_PLAYERS]
    assert len(headings) == 4
    assert f"**{t('help.button.admins')}** `/server`" in help_text(MANUAL, tuple(HelpGroup), t)


def test_help_lists_commands_in_order() -> None:
    assert {group: [entry.command for entry in MANUAL.of(group)] for group in HelpGroup} == {
        HelpGroup.BEGIN: [
            "challenge",
            "open",
            "tournament",
            "rematch",
            "rules",
            "learn",
            "practice",
            "puzzle",
        ],
        HelpGroup.PLAY: ["games", "move", "board", "explore", "plan", "offer", "resign", "substitute"],
        HelpGroup.AFTERWARDS: [
            "review",
            "replay",
            "export",
            "import",
            "rating",
            "leaderboard",
            "stats",
            "profile",
            "dice",
        ],
        HelpGroup.YOURSELF: ["settings", "vacation", "block", "privacy", "help"],
        HelpGroup.ADMINS: ["server"],
    }


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_fits_a_phone_screen(language: str) -> None:
    t = TEXTS.language(language)
    groups = tuple(HelpGroup)
    row = layouts.buttons(*(layouts.button(t(f"help.button.{group}"), f"fp:x:{group}") for group in groups))
    page = [layouts.text(help_text(MANUAL, groups, t)), layouts.separator(), row]
    head_and_foot, a_few_more = 80, 70
    assert phone_height.height(page, 0) <= phone_height.COLUMN - head_and_foot - a_few_more
