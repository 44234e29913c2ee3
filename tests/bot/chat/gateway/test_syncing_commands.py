"""Registration of commands with Discord, and its refusals."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.gateway.registration import CommandRegistry, RegistrationResult, sync_commands

APP = 100
Json = dict[str, Any]


def command(name: str, text: str = "Play", **more: Any) -> Json:
    return {"name": name, "type": 1, "description": text, "options": [], **more}


def for_people(name: str) -> Json:
    return command(name, integration_types=[0, 1], contexts=[0, 1, 2])


def refusal(status: int, code: int, errors: Json | None = None) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="refused")
    return discord.HTTPException(response, {"code": code, "message": "refused", "errors": errors or {}})


FORM, CREATIONS = refusal(400, 50035), refusal(400, 30034)


@dataclass
class Discord:
    """Discord's commands of an application; `refuse` returns a request's error, if any."""

    commands: list[Json] = field(default_factory=list)
    refuse: Callable[[str, Any], Exception | None] = lambda _method, _body: None
    asked: list[tuple[str, Any]] = field(default_factory=list)

    async def request(self, route: Any, *, json: Any = None, params: Mapping[str, str] | None = None) -> Any:
        assert route.path == "/applications/{application_id}/commands"
        assert str(APP) in route.url
        self.asked.append((route.method, params if json is None else json))
        error = self.refuse(route.method, json)
        if error is not None:
            raise error
        if route.method == "GET":
            return list(self.commands)
        new = [
            {"id": str(900 + len(sent["name"])), **sent}
            for sent in (json if isinstance(json, list) else [json])
        ]
        keep = (
            [] if route.method == "PUT" else [old for old in self.commands if old["name"] != new[0]["name"]]
        )
        self.commands = [*keep, *new]
        return new if route.method == "PUT" else new[0]

    @property
    def methods(self) -> list[str]:
        return [method for method, _ in self.asked]


def registry(there: Discord) -> CommandRegistry:
    http: Any = there
    return CommandRegistry(http, APP)


async def test_unchanged_commands_are_not_registered_again() -> None:
    there = Discord([{"id": "5", **command("move")}, {"id": "6", **command("Show", type=3)}])
    result = await registry(there).register([command("move"), command("Show", type=3)])
    assert result == RegistrationResult(ids={"move": 5})
    assert there.asked == [("GET", {"with_localizations": "true"})]


async def test_changed_commands_replace_all_except_discords_own() -> None:
    launch = {"id": "9", "type": 4, "name": "launch", "description": "", "handler": 2, "version": "7"}
    there = Discord([{"id": "5", **command("old")}, launch])
    ours = [command("move"), command("games")]
    result = await registry(there).register(ours)
    assert result == RegistrationResult(2, ids={"old": 5, "move": 904, "games": 905})
    kept = {"id": "9", "type": 4, "name": "launch", "description": "", "handler": 2}
    assert there.asked[1:] == [("PUT", [*ours, kept])]


async def test_a_full_refusal_is_reported_once() -> None:
    there = Discord(refuse=lambda method, _: refusal(403, 50001) if method == "PUT" else None)
    result = await registry(there).register([for_people("move"), command("games")])
    assert (result.registered, len(result.refused_commands)) == (0, 1)
    assert "HTTP 403, code 50001" in result.refused_commands[0]
    assert there.methods == ["GET", "PUT"]


async def test_commands_fall_back_to_servers_if_user_installs_are_refused() -> None:
    def refuse(method: str, body: Any) -> Exception | None:
        return (
            FORM if method == "PUT" and any(1 in each.get("integration_types", ()) for each in body) else None
        )

    there = Discord(refuse=refuse)
    ours = [for_people("move"), command("games")]
    first = await registry(there).register(ours)
    assert (first.registered, first.servers_only, first.is_exhausted) == (2, True, False)
    move, games = there.commands
    assert (move["integration_types"], move["contexts"]) == ([0], [0, 1])
    assert "integration_types" not in games
    again = await registry(there).register(ours)
    assert (again.registered, again.servers_only) == (0, True)
    assert there.methods == ["GET", "PUT", "PUT", "GET", "PUT"]


async def test_a_faulty_command_does_not_block_others() -> None:
    faults = {"options": {"0": {"description": {"_errors": [{"code": "X", "message": "is too long"}]}}}}

    def refuse(method: str, body: Any) -> Exception | None:
        sent = body if isinstance(body, list) else [body]
        if method == "GET" or not any(each["name"] == "rules" for each in sent):
            return None
        return FORM if isinstance(body, list) else refusal(400, 50035, faults)

    there = Discord([{"id": "5", **command("board")}], refuse)
    rules = for_people("rules") | {"options": [{"name": "game", "type": 3}]}
    result = await registry(there).register([command("board"), rules, for_people("move"), command("games")])
    assert (result.registered, result.servers_only, result.is_exhausted) == (2, False, False)
    assert result.refused_commands == ("/rules, first option (game), description: is too long",)
    assert [each["name"] for each in there.commands] == ["board", "move", "games"]
    # Requests: all, all for servers only, then each changed command; the faulty one also for servers only.
    alone = [body["name"] for method, body in there.asked if method == "POST"]
    assert (there.methods[:3], alone) == (["GET", "PUT", "PUT"], ["rules", "rules", "move", "games"])
    assert result.ids == {"board": 5, "move": 904, "games": 905}


async def test_the_daily_limit_blocks_only_new_commands() -> None:
    def refuse(method: str, body: Any) -> Exception | None:
        new = method == "POST" and body["name"] in {"rules", "games"}
        return CREATIONS if method == "PUT" or new else None

    there = Discord([{"id": "5", **command("move", "Old")}], refuse)
    result = await registry(there).register([for_people("rules"), command("games"), command("move")])
    assert (result.registered, result.is_exhausted, len(result.refused_commands)) == (1, True, 1)
    assert "start the bot again tomorrow" in result.refused_commands[0]
    assert [body["name"] for method, body in there.asked if method == "POST"] == ["rules", "move"]
    assert [method for method, _ in there.asked].count("PUT") == 1, "fewer installs are as many commands"


async def test_server_commands_are_not_registered_twice() -> None:
    there = Discord(refuse=lambda method, _: FORM if method == "PUT" else None)
    ours = [command(name, integration_types=[0], contexts=[0, 1]) for name in ("move", "games")]
    result = await registry(there).register(ours)
    assert (result.registered, result.servers_only, result.refused_commands) == (2, False, ())
    assert there.methods == ["GET", "PUT", "POST", "POST"]


@pytest.mark.parametrize("status", [500, 503])
async def test_a_discord_failure_is_raised(status: int) -> None:
    there = Discord(refuse=lambda method, _: refusal(status, 0) if method == "PUT" else None)
    with pytest.raises(discord.HTTPException):
        await registry(there).register([command("move")])


async def test_a_general_fault_stops_after_a_few_commands() -> None:
    there = Discord(refuse=lambda method, _: None if method == "GET" else FORM)
    result = await registry(there).register([command(f"c{number}") for number in range(9)])
    assert (result.registered, len(result.refused_commands)) == (0, 5)
    other = Discord(refuse=lambda method, _: {"GET": None, "PUT": FORM}.get(method, refusal(403, 50001)))
    assert len((await registry(other).register([command("a"), command("b")])).refused_commands) == 1


async def test_a_short_rate_limit_is_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    limits = [discord.RateLimited(7.5)]
    there = Discord(refuse=lambda _method, _body: limits.pop() if limits else None)
    assert (await registry(there).register([command("move")])).registered == 1
    assert waited == [7.5]
    long = Discord(refuse=lambda _method, _body: discord.RateLimited(61))
    with pytest.raises(discord.RateLimited):
        await registry(long).register([command("move")])
    assert waited == [7.5], "a long one is given up at once"


@pytest.mark.parametrize(
    ("error", "level", "text"),
    [
        (None, logging.INFO, "commands registered"),
        (refusal(403, 50001), logging.ERROR, "Discord refuses commands, the bot goes on"),
        (discord.RateLimited(90), logging.ERROR, "the commands cannot be registered, the bot goes on"),
    ],
)
async def test_the_result_is_logged(
    caplog: pytest.LogCaptureFixture, error: Exception | None, level: int, text: str
) -> None:
    caplog.set_level(logging.INFO)
    refuses = (error,) if isinstance(error, discord.HTTPException) else ()
    there = Discord(
        refuse=lambda method, _: (error if method == "PUT" else None) if refuses else error,
    )
    entry = SimpleNamespace(to_dict=lambda _tree: command("move"))
    tree: Any = SimpleNamespace(
        translator=None, get_commands=lambda: [entry], client=SimpleNamespace(http=there)
    )
    ids = await sync_commands(tree, APP)
    assert ids == ({"move": 904} if error is None else {})
    (record,) = caplog.records
    assert (record.levelno, record.getMessage().startswith(text)) == (level, True)


async def test_falling_back_to_servers_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    there = Discord(
        refuse=lambda _method, body: (
            FORM
            if isinstance(body, list) and "contexts" in body[0] and 2 in (body[0]["contexts"] or ())
            else None
        )
    )
    entry = SimpleNamespace(to_dict=lambda _tree: for_people("move"))
    tree: Any = SimpleNamespace(
        translator=None, get_commands=lambda: [entry], client=SimpleNamespace(http=there)
    )
    await sync_commands(tree, APP)
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "they work only in servers" in line
