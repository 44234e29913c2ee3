"""The doctor's examination: order of checks, examined servers and channels, failures."""

import asyncio
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.gateway.invite_links import point_to
from bot.kernel.probes import FindingStatus
from bot.operations.doctor.connection import TrialPress
from bot.operations.doctor.examination import MAX_SERVERS
from bot.settings import Settings
from tests.bot.operations.doctor.examined_discord import (
    APPLICATION,
    HOME,
    SHARDS,
    TEAM_OWNER,
    TOKEN,
    VOICE,
    Examined,
    ExaminedDiscord,
)
from tests.bot.operations.doctor.trial_discord import CHANNEL, GAMES, OWNER

pytest_plugins = ("tests.data.databases",)

OK, WARN, FAIL = FindingStatus.OK, FindingStatus.WARN, FindingStatus.FAIL
ACCOUNT = ["network", "token", "code grant", "installs", "public", "intents"]
BEFORE = [*ACCOUNT, "commands", "direct messages"]


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    before = discord.http.Route.BASE, str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    yield
    point_to(*before)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    options: Any = {"token": TOKEN, "database_url": f"sqlite:///{tmp_path / 'fernpartie.db'}"}
    return Settings(**options)


async def test_checks_run_in_order(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord(), ahead=timedelta(seconds=60))
    await examined.run(settings, channel=CHANNEL, forum=GAMES, register=True)
    assert examined.checks[:12] == [
        *("network", "token", "clock", "code grant", "installs", "public", "intents", "register", "commands"),
        *("servers", "session starts", "gateway"),
    ]
    assert examined.checks[12:15] == ["permissions", "post", "post again"]
    assert examined.checks[-3:] == ["thread: wake up", "forum post", "clean-up"]
    assert [finding.check for finding in examined.found if finding.status is not OK] == ["clock"]
    assert examined.of("commands").text == "as this version has them", "registered before it is compared"
    assert "60 s ahead" in examined.of("clock").text
    assert examined.memory.messages == {}


async def test_nothing_is_posted_or_registered_by_default(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord())
    await examined.run(settings)
    assert examined.checks == [*ACCOUNT, "commands", "servers", "session starts", "gateway", "permissions"]
    assert examined.of("commands").text == "none"
    assert examined.memory.log == []
    assert examined.asked == []


async def test_the_direct_message_check_precedes_the_servers(
    settings: Settings, tmp_path: Path, sqlite_tables: Path
) -> None:
    shutil.copyfile(sqlite_tables, tmp_path / "fernpartie.db")
    examined = Examined(ExaminedDiscord())
    await examined.run(settings)
    assert examined.checks[: len(BEFORE) + 1] == [*BEFORE, "servers"]
    assert examined.of("direct messages").status is OK


async def test_a_wrong_token_ends_the_checks(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord())
    await examined.run(settings.model_copy(update={"token": SimpleNamespace(get_secret_value=lambda: "x")}))
    assert [(finding.check, finding.status) for finding in examined.found] == [
        ("network", OK),
        ("token", FAIL),
    ]


async def test_the_gateway_connects_the_shard_of_the_channels_server(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord(servers=(3, HOME)))
    await examined.run(settings, channel=CHANNEL)
    assert examined.connected == [(TOKEN, 5 % SHARDS, SHARDS)]
    assert examined.memory.asked == [HOME], "other servers were not asked for"


@pytest.mark.parametrize(
    ("starts", "status", "connects"), [(60, WARN, True), (1, WARN, True), (0, FAIL, False)]
)
async def test_the_last_session_start_is_not_used(
    settings: Settings, starts: int, status: FindingStatus, *, connects: bool
) -> None:
    examined = Examined(ExaminedDiscord(starts=starts))
    await examined.run(settings)
    assert examined.of("session starts").status is status
    assert bool(examined.connected) is connects


async def test_a_channel_is_tried_without_the_gateway(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord(), gateway=False)
    await examined.run(settings, channel=CHANNEL, press=True)
    assert examined.of("gateway").text == "it is away"
    assert examined.of("post").status is OK
    assert "press" not in examined.checks
    assert examined.asked == []


@pytest.mark.parametrize(
    ("broken", "check"),
    [("gateway", "session starts"), ("servers", "servers"), ("channels", "permissions")],
)
async def test_a_refused_request_is_a_finding(settings: Settings, broken: str, check: str) -> None:
    examined = Examined(ExaminedDiscord(broken=frozenset({broken})))
    await examined.run(settings, channel=CHANNEL)
    assert examined.of(check).status is FAIL
    assert "View Channel" in examined.of(check).todo
    assert examined.of("post").status is OK, "the others go on"


class TestServers:
    """The examined servers."""

    async def test_only_a_named_server_is_examined(self, settings: Settings) -> None:
        examined = Examined(ExaminedDiscord(servers=(3, 4, 5)))
        await examined.run(settings, server=4)
        assert examined.memory.asked == [4]
        assert examined.of("permissions").text.startswith("Server 4: games can live in 2 of 2 channels")
        assert examined.of("servers").text == "the bot is in 3 servers"

    async def test_a_named_server_is_examined_with_the_channels_server(self, settings: Settings) -> None:
        examined = Examined(ExaminedDiscord(servers=(3, 4, HOME)))
        await examined.run(settings, server=4, channel=CHANNEL)
        assert sorted(examined.memory.asked) == [4, HOME]

    async def test_an_absent_server_is_reported(self, settings: Settings) -> None:
        examined = Examined(ExaminedDiscord(servers=(3,)))
        await examined.run(settings, server=4)
        assert (examined.of("server").status, examined.of("server").text) == (
            FAIL,
            "the bot is not in server 4",
        )
        assert f"client_id={APPLICATION}" in examined.of("server").todo
        assert examined.memory.asked == []

    @pytest.mark.parametrize(("more", "named"), [(0, False), (1, True)])
    async def test_only_the_first_servers_are_examined(
        self, settings: Settings, more: int, *, named: bool
    ) -> None:
        servers = tuple(range(2, 2 + MAX_SERVERS + more))
        examined = Examined(ExaminedDiscord(servers=servers))
        await examined.run(settings)
        assert examined.memory.asked == [2, 3, 4, 5, 6]
        assert ("server" in examined.checks) is named
        if named:
            assert examined.of("server").text == "the first 5 are looked at; --server ID names another"

    async def test_a_bot_without_servers_fails_the_check(self, settings: Settings) -> None:
        examined = Examined(ExaminedDiscord(servers=()))
        await examined.run(settings)
        assert examined.of("servers").status is FAIL
        assert examined.connected == [(TOKEN, 0, SHARDS)]


class TestNamedChannels:
    """A channel and a forum named by options."""

    @pytest.mark.parametrize(
        ("wish", "option", "said", "todo"),
        [
            ({"channel": 5}, "--channel", "code 10003", "Copy Channel ID"),
            ({"forum": 5}, "--forum", "code 10003", "Copy Channel ID"),
            (
                {"channel": GAMES},
                "--channel",
                f"channel {GAMES} is a forum",
                "name a text channel; a forum goes behind --forum",
            ),
            (
                {"forum": CHANNEL},
                "--forum",
                f"channel {CHANNEL} is a text channel",
                "name a forum; a text channel goes behind --channel",
            ),
            (
                {"channel": VOICE},
                "--channel",
                f"channel {VOICE} is not a text channel",
                "name a text channel",
            ),
            ({"forum": VOICE}, "--forum", f"channel {VOICE} is not a forum", "name a forum"),
        ],
    )
    async def test_a_wrong_channel_is_reported(
        self, settings: Settings, wish: dict[str, int], option: str, said: str, todo: str
    ) -> None:
        examined = Examined(ExaminedDiscord())
        await examined.run(settings, **wish)
        finding = examined.of(option)
        assert finding.status is FAIL
        assert said in finding.text
        assert todo in finding.todo
        assert examined.memory.payloads == []
        assert "clean-up" not in examined.checks

    async def test_a_forum_is_tried_despite_a_wrong_channel(self, settings: Settings) -> None:
        examined = Examined(ExaminedDiscord())
        await examined.run(settings, channel=5, forum=GAMES)
        assert examined.of("forum post").status is OK
        assert examined.connected == [(TOKEN, 5 % SHARDS, SHARDS)]
        assert "post" not in examined.checks

    @pytest.mark.parametrize(("option", "number"), [("channel", CHANNEL), ("forum", GAMES)])
    async def test_a_hidden_channel_is_reported(self, settings: Settings, option: str, number: int) -> None:
        examined = Examined(ExaminedDiscord(hidden=frozenset({number})))
        await examined.run(settings, **{option: number})
        assert examined.of(f"#c{number}").status is FAIL


async def test_a_trial_uses_the_servers_language_and_names_the_owner(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord(german=True))
    await examined.run(settings, channel=CHANNEL)
    edits = "\n".join(examined.memory.log)
    assert f"Fernpartie probiert für <@{OWNER}> aus" in edits
    teams = Examined(ExaminedDiscord(team=True))
    await teams.run(settings, channel=CHANNEL)
    assert f"here for <@{TEAM_OWNER}>" in "\n".join(teams.memory.log)


async def test_the_owner_is_asked_to_press_the_button(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord())
    examined.listener = SimpleNamespace(presses=asyncio.Queue[TrialPress]())
    await examined.run(settings, channel=CHANNEL, press=True, pressed_within=0.01)
    first = 1440000000000000001
    assert examined.asked == [
        f"Press the button now: https://discord.com/channels/{HOME}/{CHANNEL}/{first}",
    ]
    assert examined.checks[-2:] == ["press", "clean-up"]
    assert "within 0 s" in examined.of("press").text


async def test_an_interruption_still_cleans_up(settings: Settings) -> None:
    examined = Examined(ExaminedDiscord())
    examined.listener = SimpleNamespace(presses=asyncio.Queue[TrialPress]())
    looking = asyncio.create_task(examined.run(settings, channel=CHANNEL, press=True))
    async with asyncio.timeout(30):
        await examined.memory.reached.wait()
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert examined.asked == ["Deleting what was posted; Ctrl-C once more would leave it there."]
    assert examined.checks[-1] == "clean-up"
    assert examined.memory.messages == {}
