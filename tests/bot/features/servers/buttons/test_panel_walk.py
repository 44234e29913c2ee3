"""Walkthroughs of the panels of `/server`, used by an admin."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.servers.buttons import server_buttons
from bot.model.servers.limitations import Limitation, LimitedChannel
from bot.model.servers.server_rules import PlayerList
from bot.model.time.clocks import read_clock
from data.store import Store
from rules import GAMES
from tests.bot.chat.surfaces import command_of
from tests.bot.features.servers.server_stage import (
    BOT_RIGHTS,
    CLOSED,
    DELETED,
    FORUM,
    HIGHER,
    LOUNGE,
    MODERATORS,
    PLAYERS,
    SERVER,
    TAGGED_FORUM,
    AdminWalk,
    add_role,
    channel_menus,
    stage,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, Counting, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def world(store: Store) -> World:
    """Return a world of games whose texts are in the catalogues."""
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex")})


IN_BOTH = pytest.mark.parametrize("code", ["en", "de"])


@IN_BOTH
async def test_channels_for_games(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    page = await walk.command("channels")
    assert channel_menus(page) == [["text", "news", "0-25"], ["forum", "0-1"]]
    await walk.press("fp:server-channels:0", str(LOUNGE), str(HALL.channel))
    await walk.press("fp:server-forum:0", str(FORUM))
    await walk.press("fp:server-forum:0", str(TAGGED_FORUM))
    await walk.press("fp:server-forum:0", str(CLOSED))
    await walk.press("fp:server-forum:0")
    assert channel_menus(await walk.command("results")) == [["text", "news", "0-1"]]
    await walk.press("fp:server-results:0", str(LOUNGE))
    await walk.press("fp:server-results:0", str(CLOSED))
    rules = await world.services.servers.server(SERVER)
    assert (rules.channels, rules.forum, rules.results) == ((LOUNGE, HALL.channel), None, LOUNGE)
    await walk.press("fp:server-results:0")
    await walk.press("fp:server-channels:0")
    rules = await world.services.servers.server(SERVER)
    assert (rules.channels, rules.results) == ((), None)
    assert walk.text == approved(name=code)


async def rights_warnings(walk: AdminWalk, panel: str) -> list[str]:
    """Return a panel's lines about the bot's missing permissions."""
    text = (await walk.command(panel)).text
    return [line for line in text.splitlines() if "I cannot write in" in line]


@pytest.mark.parametrize(
    ("results", "forum", "panel"), [(CLOSED, FORUM, "results"), (LOUNGE, CLOSED, "channels")]
)
async def test_a_panel_warns_only_about_its_own_channel(
    world: World, results: int, forum: int, panel: str
) -> None:
    walk = AdminWalk(world)
    await world.services.servers.set_server(world.by(CARA), SERVER, results=results, forum=forum)
    warnings = {name: await rights_warnings(walk, name) for name in ("results", "channels")}
    assert [name for name, lines in warnings.items() if lines] == [panel]
    (line,) = warnings[panel]
    assert f"<#{CLOSED}>" in line


async def test_without_files_results_work_but_forum_posts_do_not(world: World) -> None:
    walk = AdminWalk(world, stage(BOT_RIGHTS ^ type(BOT_RIGHTS)(attach_files=True)))
    await world.services.servers.set_server(world.by(CARA), SERVER, results=LOUNGE, forum=FORUM)
    assert await rights_warnings(walk, "results") == []
    (line,) = await rights_warnings(walk, "channels")
    assert line.endswith("I need: Attach Files.")


async def engines_line(walk: AdminWalk) -> str:
    """Return the line about engines on the page of all settings."""
    return (await walk.command("settings")).text.splitlines()[-1]


@IN_BOTH
async def test_games_and_engines_settings(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    await walk.command("games")
    await walk.press("fp:server-games:0", "conhex", "hnefatafl")
    await walk.press("fp:server-games:0", "chess")
    await walk.press("fp:server-games:9", "hnefatafl")
    assert (await world.services.servers.server(SERVER)).games == ("hnefatafl", "conhex")
    await walk.press("fp:server-games:0", "hnefatafl")
    await walk.press("fp:server-games:0")
    assert (await world.services.servers.server(SERVER)).games == ()
    await walk.command("engines")
    await walk.press("fp:server-engines:0", str(LOUNGE), str(DELETED))
    lines = [await engines_line(walk)]
    await walk.press("fp:server-engines-off:0")
    lines.append(await engines_line(walk))
    rules = await world.services.servers.server(SERVER)
    assert (rules.engines, rules.engine_channels) == (False, (LOUNGE, DELETED))
    await walk.press("fp:server-engines-on:0")
    await walk.press("fp:server-engines:0")
    rules = await world.services.servers.server(SERVER)
    assert (rules.engines, rules.engine_channels) == (True, ())
    lines.append(await engines_line(walk))
    assert "\n".join(lines) == approved(name=f"lines-{code}")
    walk.pages = [page for page in walk.pages if "settings" not in page.splitlines()[0]]
    assert walk.text == approved(name=code)


@IN_BOTH
async def test_player_lists(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    await walk.command("players")
    await walk.press("fp:server-bar:0", str(ANNA.id), str(PLAYERS))
    await walk.press("fp:server-allow:0", str(BEN.id))
    rules = await world.services.servers.server(SERVER)
    assert rules.barred == PlayerList((ANNA.id,), (PLAYERS,))
    assert rules.allowed == PlayerList((BEN.id,))
    await walk.press("fp:server-unlist:0", f"r{PLAYERS}", f"p{BEN.id}")
    rules = await world.services.servers.server(SERVER)
    assert (rules.barred, rules.allowed) == (PlayerList((ANNA.id,)), PlayerList())
    await walk.command("audit")
    assert walk.text == approved(name=code)


@IN_BOTH
async def test_the_role_for_open_challenges(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    await walk.command("role")
    await walk.press("fp:server-role:0", str(MODERATORS))
    await walk.press("fp:server-role:0", str(HIGHER))
    assert (await world.services.servers.server(SERVER)).call_role is None
    await walk.press("fp:server-role:0", str(PLAYERS))
    add_role(walk.server, PLAYERS, "Everybody who plays", 2, mentionable=True)
    await walk.command("role")
    assert (await world.services.servers.server(SERVER)).call_role == PLAYERS
    await walk.press("fp:server-role-off:0")
    assert (await world.services.servers.server(SERVER)).call_role is None
    without_role_right = AdminWalk(world, stage(BOT_RIGHTS ^ type(BOT_RIGHTS)(manage_roles=True)))
    await without_role_right.command("role")
    assert walk.text + without_role_right.text == approved(name=code)


@IN_BOTH
async def test_command_values(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    await walk.command("clock")
    await walk.command("clock", clock="5d soft")
    await walk.command("clock", clock="soon")
    await walk.command("language", language="de")
    await walk.command("theme", theme="print")
    rules = await world.services.servers.server(SERVER)
    assert (rules.clock, rules.language, rules.theme) == (read_clock("5d soft"), "de", "print")
    await walk.command("settings")
    await walk.command("language", language="automatic")
    await walk.command("theme", theme="unknown")
    rules = await world.services.servers.server(SERVER)
    assert (rules.clock, rules.language, rules.theme) == (read_clock("5d soft"), None, "light")
    await walk.command("audit")
    assert walk.text == approved(name=code)


@IN_BOTH
async def test_current_limitations_are_listed(world: World, approved: SnapshotAssertion, code: str) -> None:
    walk = AdminWalk(world)
    await walk.set_language(code)
    await walk.press("fp:limitations:5")
    here, closed = HALL.channel, CLOSED
    current_limitations = (
        LimitedChannel(SERVER, closed, Limitation.MESSAGES, 50001),
        LimitedChannel(SERVER, closed, Limitation.PICTURES, 50013),
        LimitedChannel(SERVER, closed, Limitation.POSTS, 50013),
        LimitedChannel(SERVER, closed, Limitation.THREADS, 50013),
        LimitedChannel(SERVER, here, Limitation.PICTURES, 400001),
        LimitedChannel(SERVER, here, Limitation.THREADS, 160006),
        LimitedChannel(SERVER, here, Limitation.POSTS, 77),
        LimitedChannel(SERVER, DELETED, Limitation.MESSAGES, 50001),
    )
    past_limitations = (
        LimitedChannel(SERVER, here, Limitation.MESSAGES, 50013),
        LimitedChannel(SERVER, LOUNGE, Limitation.PICTURES, 50013),
        LimitedChannel(SERVER, LOUNGE, Limitation.THREADS, 50001),
        LimitedChannel(SERVER, FORUM, Limitation.POSTS, 50013),
        LimitedChannel(SERVER, DELETED, Limitation.PICTURES, 50013),
        LimitedChannel(SERVER, here, Limitation.ROLE_CALLS, None),
    )
    for limited in (*current_limitations, *past_limitations):
        await world.services.limitations.record_limitation(limited)
    await walk.press("fp:limitations:5")
    limited_channels = [limitation.limited for limitation in await world.services.limitations.of(SERVER)]
    assert set(limited_channels) == set(current_limitations)
    await world.services.servers.set_server(world.by(ANNA), SERVER, call_role=PLAYERS)
    role_call_limitation = LimitedChannel(SERVER, LOUNGE, Limitation.ROLE_CALLS, None)
    for limited in current_limitations:
        await world.services.limitations.lift([limited])
    await world.services.limitations.record_limitation(role_call_limitation)
    await walk.command("channels")
    add_role(walk.server, PLAYERS, "Players", 2, mentionable=True)
    await walk.press("fp:limitations:5")
    assert await world.services.limitations.of(SERVER) == ()
    await world.services.first_messages.quarantine()
    await walk.press("fp:limitations:5")
    assert walk.text == approved(name=code)


async def test_an_unavailable_server_lifts_no_limitation(world: World) -> None:
    walk = AdminWalk(world)
    message_limitation = LimitedChannel(SERVER, HALL.channel, Limitation.MESSAGES, 50013)
    await world.services.limitations.record_limitation(message_limitation)
    walk.server.unavailable = True
    page = await walk.press("fp:limitations:5")
    assert f"<#{HALL.channel}>" in page.text
    walk.server.unavailable = False
    await walk.press("fp:limitations:5")
    assert await world.services.limitations.of(SERVER) == ()


async def test_nonmanagers_cannot_press_server_buttons(world: World) -> None:
    walk = AdminWalk(world)
    for verb in server_buttons.HANDLERS:
        refusal = await walk.refusal(custom_ids.write(verb), str(PLAYERS))
        assert refusal == "Only people who manage this server can do that.", verb
    assert await world.services.servers.audit(SERVER) == ()


async def test_suggested_clocks_start_with_the_current_one(world: World) -> None:
    walk = AdminWalk(world)
    await walk.command("clock", clock="5d soft")
    command = command_of(walk.presses.app, "server", "clock")
    ((_, value), *_) = await walk.presses.suggestions(CARA, command, "clock", "", admin=True)
    assert value == "5d soft"
    ((_, value), *_) = await walk.presses.suggestions(CARA, command, "clock", "14 d", admin=True)
    assert value == "14d"


async def test_a_games_menu_changes_only_its_own_games(store: Store) -> None:
    keys = [f"game{number:02}" for number in range(30)]
    world = World(store, {key: Counting(key) for key in keys})
    walk = AdminWalk(world)
    await walk.press("fp:server-games:0", "game03", "game04")
    await walk.press("fp:server-games:1", "game27", "game29")
    assert (await world.services.servers.server(SERVER)).games == ("game03", "game04", "game27", "game29")
    await walk.press("fp:server-games:0", "game05")
    assert (await world.services.servers.server(SERVER)).games == ("game05", "game27", "game29")
    await walk.press("fp:server-games:1")
    assert (await world.services.servers.server(SERVER)).games == ("game05",)
