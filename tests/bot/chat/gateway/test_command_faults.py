"""Discord's refusals of commands, in words for the bot's owner."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.gateway.command_faults import fault_lines, single_command_lines

CONHEX: dict[str, Any] = {
    "name": "conhex",
    "type": 1,
    "options": [
        {"name": "opponent", "type": 6},
        {"name": "role", "type": 3},
        {
            "name": "swap",
            "type": 3,
            "choices": [{"name": "on", "value": "on"}, {"name": "off", "value": "off"}],
        },
    ],
}
COMMANDS: list[dict[str, Any]] = [
    {"name": "move", "type": 1},
    {"name": "challenge", "type": 1, "options": [{"name": "tablut", "type": 1}, CONHEX]},
]


def error(tree: object, code: int = 50035, status: int = 400) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    message: Any = {"code": code, "message": "Invalid Form Body"}
    return discord.HTTPException(response, message if tree is None else message | {"errors": tree})


def wrong(*path: str, message: str = "Too long") -> dict[str, Any]:
    tree: dict[str, Any] = {"_errors": [{"code": "X", "message": message}]}
    for step in reversed(path):
        tree = {step: tree}
    return tree


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("1", "options", "1", "options", "2"), "/challenge conhex, third option (swap): Too long"),
        (
            ("1", "options", "1", "options", "2", "choices", "1", "name_localizations", "de"),
            "/challenge conhex, third option (swap), second choice (off), name_localizations.de: Too long",
        ),
        (("1", "options", "1", "description"), "/challenge conhex, description: Too long"),
        (("0", "integration_types"), "/move, integration_types: Too long"),
        (("0", "options", "11"), "/move, 12th option (None): Too long"),
        (("0", "options", "20"), "/move, 21st option (None): Too long"),
        (("0", "options", "21"), "/move, 22nd option (None): Too long"),
        (("0", "options", "22"), "/move, 23rd option (None): Too long"),
        (("0", "options", "23"), "/move, 24th option (None): Too long"),
        (("7", "name"), "7.name: Too long"),
        ((), "all commands: Too long"),
    ],
)
def test_the_faulty_place_is_named(path: tuple[str, ...], text: str) -> None:
    assert fault_lines(error(wrong(*path)), COMMANDS) == (text,)


def test_every_fault_has_a_line() -> None:
    tree = wrong("0", "name") | wrong("1", "description", message="Missing")
    assert fault_lines(error(tree), COMMANDS) == ("/move, name: Too long", "/challenge, description: Missing")


def test_a_command_registered_alone_is_named() -> None:
    assert single_command_lines(error(wrong("options", "1", "options", "0")), COMMANDS[1]) == (
        "/challenge conhex, first option (opponent): Too long",
    )
    assert single_command_lines(error(None), COMMANDS[0]) == (
        "/move: Invalid Form Body (HTTP 400, code 50035)",
    )


def test_a_fault_without_a_path_shows_its_code() -> None:
    assert fault_lines(error(None, 50001, 403), COMMANDS) == ("Invalid Form Body (HTTP 403, code 50001)",)
    (line,) = fault_lines(error(None, 30034), COMMANDS)
    assert "tomorrow" in line
