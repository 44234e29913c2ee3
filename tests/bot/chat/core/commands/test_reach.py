"""Each command says where it can be used, and is registered for just that."""

import pytest

import rules
from bot.chat.command_tree import declared_commands
from bot.chat.core.commands.reach import REACH, Reach, place
from bot.chat.core.lookup.whereabouts import Whereabouts
from bot.chat.features.help.help_command import COMMANDS, FOR_ADMINS, GROUPS, help_text
from bot.locale import Texts

TEXTS = Texts.load()
HEADING = "**In servers I am in:**"


def test_every_command_says_it() -> None:
    assert {command.name for command in declared_commands(rules.GAMES, TEXTS)} == set(REACH)


@pytest.mark.parametrize(
    ("reach", "people_install", "installs", "contexts"),
    [
        (Reach.SERVERS, True, [0], [0]),
        (Reach.WITH_BOT, True, [0], [0, 1]),
        (Reach.ANYWHERE, True, [0, 1], [0, 1, 2]),
        (Reach.ANYWHERE, False, [0], [0, 1]),
    ],
)
def test_what_is_registered(
    reach: Reach, people_install: bool, installs: list[int], contexts: list[int]
) -> None:
    of_it = [command for command in declared_commands(rules.GAMES, TEXTS) if REACH[command.name] is reach]
    assert of_it
    for command in of_it:
        placed = place(command, people_install=people_install)
        assert placed.allowed_installs is not None
        assert placed.allowed_contexts is not None
        assert placed.allowed_installs.to_array() == installs
        assert placed.allowed_contexts.to_array() == contexts


@pytest.mark.parametrize(
    ("where", "there"),
    [
        (Whereabouts.SERVER, set()),
        (Whereabouts.DIRECT, {"challenge", "open", "server", "tournament"}),
        (Whereabouts.ELSEWHERE, {name for name, reach in REACH.items() if reach is not Reach.ANYWHERE}),
    ],
)
def test_help_says_what_works_only_elsewhere(where: Whereabouts, there: set[str]) -> None:
    commands = (*COMMANDS, *FOR_ADMINS)
    told, _, apart = help_text(commands, TEXTS.language("en"), where=where).partition(HEADING)
    assert {name for name in commands if f"`/{name}`" in told} == set(commands) - there
    assert {name for name in commands if f"`/{name}`" in apart} == there
    assert bool(apart) is bool(there)


def test_help_has_four_groups_and_one_more_for_admins() -> None:
    t = TEXTS.language("en")
    headings = [line for line in help_text(COMMANDS, t).splitlines() if line.startswith("**")]
    assert headings == [t(f"help.group.{group}") for group in GROUPS]
    assert len(headings) == 4
    assert t("help.group.admins") in help_text((*COMMANDS, *FOR_ADMINS), t)
    assert set(COMMANDS) | set(FOR_ADMINS) == set(REACH)
