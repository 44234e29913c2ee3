"""Buttons for a game's files: a finished game's for anyone, a running one's for its players."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import Choice

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command
from bot.features.records.buttons import record_buttons
from bot.features.records.services import RecordServices
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

LOUNGE, MODERATOR = 71, 5


async def test_a_stranger_can_export_only_a_finished_game(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, record_buttons.HANDLERS)
    export = custom_ids.write("export", match.id)
    refused = await presses.answer_to(CARA, export)
    await world.services.resignations.resign(world.by(BEN), match.id)
    answer = await presses.answer_to(CARA, export)
    assert refused.text != answer.text
    assert f"{match.id}" in answer.text


async def test_in_an_open_channel_only_players_can_post_a_hidden_game(world: World) -> None:
    match = await world.match("conhex")
    await world.services.resignations.resign(world.by(BEN), match.id)
    server = guilds.guild((LOUNGE,), {HALL.channel: (MODERATOR,)}, roles=(MODERATOR,))
    press, roles = custom_ids.write("replay-post", match.id), {CARA.id: (MODERATOR,)}
    in_lounge = Presses(world, record_buttons.HANDLERS, server, LOUNGE, roles)
    (refused,) = await in_lounge.press(CARA, press)
    assert "Not everybody here can see the channel of this game." in refused.text
    assert not refused.public
    in_hall = Presses(world, record_buttons.HANDLERS, server, HALL.channel, roles)
    for presses, person in ((in_lounge, ANNA), (in_hall, CARA)):
        assert [answer.public for answer in await presses.press(person, press)][-1]


_WORDS = {"en": ("replay", "Ben (blue)"), "de": ("noch einmal", "Ben (Blau)")}


@pytest.mark.parametrize(("own_language", "public_language"), [("de", "en"), ("en", "de")])
async def test_a_posted_replay_uses_the_server_language(
    world: World, own_language: str, public_language: str
) -> None:
    match = await world.match("conhex")
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, language=public_language)
    await world.services.settings.set_preferences(world.by(ANNA), language=own_language)
    presses = Presses(world, record_buttons.HANDLERS, guilds.guild((HALL.channel,)))
    answer = (await presses.press(ANNA, custom_ids.write("replay-post", match.id)))[-1]
    assert answer.public
    assert [word in answer.text for word in (*_WORDS[public_language], *_WORDS[own_language])] == [
        True,
        True,
        False,
        False,
    ]
    private = (await presses.press(ANNA, custom_ids.write("replay", match.id)))[-1]
    assert _WORDS[own_language][1] in private.text, "only Anna reads it"


async def test_a_posted_replay_names_the_engine_in_the_server_language(world: World) -> None:
    practice = await begin_practice(world, with_engines(world))
    await world.services.settings.set_preferences(world.by(ANNA), language="en")
    presses = Presses(world, record_buttons.HANDLERS, guilds.guild((HALL.channel,)))
    words = {"replay-post": "Lucius (Stufe 3, Blau)", "replay": "Lucius (level 3, blue)"}
    for verb, name in words.items():
        assert name in (await presses.press(ANNA, custom_ids.write(verb, practice.id)))[-1].text


class ManyGames:
    """Games to suggest, numbered from 100 if they run and from 200 if they are finished."""

    def __init__(self, running: int, finished: int) -> None:
        self.running, self.finished = running, finished

    async def suggest(self, _context: object, typed: str, *, running: bool = True) -> list[Choice[str]]:
        first, count = (100, self.running) if running else (200, self.finished)
        return [
            Choice(name=f"{typed} {first + number}", value=str(first + number)) for number in range(count)
        ]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("made", [record_buttons.replay_command, record_buttons.export_command])
async def test_suggestions_list_25_games_running_ones_first(
    world: World, made: Callable[[RecordServices], Command]
) -> None:
    presses = Presses(world, record_buttons.HANDLERS)
    for running, finished, listed in ((25, 25, (25, 0)), (3, 25, (3, 22)), (0, 2, (0, 2)), (4, 0, (4, 0))):
        services: Any = SimpleNamespace(
            interactions=presses.app.interactions, lookup=ManyGames(running, finished)
        )
        values = [value for _, value in await presses.suggestions(ANNA, made(services), "game", "#")]
        first, second = listed
        assert values == [*map(str, range(100, 100 + first)), *map(str, range(200, 200 + second))]
