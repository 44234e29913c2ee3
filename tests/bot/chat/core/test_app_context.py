"""The person and place of an interaction; a server without the bot counts as none."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import rules
from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.core.words.error_text import refuse
from bot.locale import Texts
from bot.model.people.person import Place
from bot.model.refusal import Refusal
from bot.repositories.people.people import PersonRepository
from tests.bot.support.fakes import ANNA, CARA, HALL, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)
TEXTS = Texts.load()
HOME, STRANGE, CHANNEL = 7, 8, 80


def spoken(person: int, server: int | None, channel: int = CHANNEL) -> Any:
    """Return a German client's interaction in a French Community; the bot is in one server."""
    guild = SimpleNamespace(features=["COMMUNITY"], get_channel=lambda _: None, get_thread=lambda _: None)
    return SimpleNamespace(
        id=5,
        guild_id=server,
        guild=None if server is None else guild,
        guild_locale=discord.Locale.french,
        locale=discord.Locale.german,
        client=SimpleNamespace(get_guild={HOME: guild}.get),
        channel=None,
        channel_id=channel,
        extras={},
        user=SimpleNamespace(id=person, display_name="Somebody"),
    )


def app_of(world: World) -> AppContext:
    return AppContext(world.services, world.outbox, rules.GAMES, Pictures(GALLERY), TEXTS)


@pytest.mark.parametrize(
    ("server", "place", "locale"),
    [
        (HOME, Place(HOME, CHANNEL, "fr"), "fr"),
        (STRANGE, Place(None, CHANNEL, "de"), None),
        (None, Place(None, CHANNEL, "de"), None),
    ],
)
async def test_only_servers_with_the_bot_are_stored(
    world: World, server: int | None, place: Place, locale: str | None
) -> None:
    context = await app_of(world).interactions.context_for(spoken(99, server))
    assert context.place == place
    assert context.t.code == "de"
    await world.services.name_cache.record_seen(context.person, context.place)
    async with world.store.read() as session:
        assert (await session.of(PersonRepository).get(99)) is not None
        assert await session.of(PersonRepository).server_locale(server or STRANGE) == locale


async def test_players_find_their_games_anywhere_and_strangers_find_none(world: World) -> None:
    match = await world.match()
    app = app_of(world)
    for server in (STRANGE, None):
        own = await app.interactions.context_for(spoken(ANNA.id, server))
        assert [game.id for game in await app.lookup.intended_matches(own, None)] == [match.id]
        assert [game.id for game in await app.lookup.intended_matches(own, str(match.id))] == [match.id]
        other = await app.interactions.context_for(spoken(CARA.id, server))
        with pytest.raises(Refusal, match="no-such-game"):
            await app.lookup.intended_matches(other, str(match.id))
    unseen = await app.interactions.context_for(spoken(CARA.id, HALL.server))
    with pytest.raises(Refusal, match="no-such-game"):
        await app.lookup.intended_matches(unseen, str(match.id))
    beside = await app.interactions.context_for(spoken(CARA.id, HALL.server, HALL.channel))
    assert [game.id for game in await app.lookup.intended_matches(beside, str(match.id))] == [match.id]


def test_a_servers_only_refusal_says_where_to_challenge() -> None:
    assert "a server I am in" in refuse(Refusal("servers-only"), TEXTS.language("en"))
