"""A channel's overview: posted once, edited when its games change."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.events.instructions import RedrawOverview
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person, Place
from tests.bot.chat.posted import PostedMessages
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import begin_timed, kinds, play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_OPEN, _HIDDEN, _QUIET, _THREAD = 71, 72, 73, 7001
_READ = f"server {HALL.server} is read"
_POSTED, _EDITED = f"#{HALL.channel} posts m1", f"#{HALL.channel} edits m1"


async def _challenge(world: World, person: Person, channel: int = HALL.channel, *invited: Person) -> int:
    role = world.games["conhex"].roles(2)[0]
    place = replace(HALL, channel=channel)
    terms = Terms("conhex", {"balls": "26"} if invited else {}, role)
    return (await world.services.invitations.challenge(world.by(person), terms, place, invited)).id


async def test_an_overview_tracks_the_games_of_its_channel(world: World, approved: SnapshotAssertion) -> None:
    posted = PostedMessages(world)
    chat = posted.discord
    chat.channels, chat.hidden_channels = (HALL.channel, _OPEN, _QUIET), {_HIDDEN: (9,)}

    def read_count() -> int:
        return chat.log.count(f"{_READ}\n")

    async def changes() -> list[str]:
        return [line for line in await posted.deliver_briefly(RedrawOverview) if line != _READ]

    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    assert await changes() == [_POSTED]
    assert posted.text(1) == approved(name="empty")
    await _challenge(world, ANNA)
    assert await changes() == [_EDITED]
    assert not read_count(), "all entries are in the channel itself"
    await _challenge(world, BEN, _OPEN)
    assert await changes() == [_EDITED]
    assert read_count() == 1
    await _challenge(world, DORA, _HIDDEN)
    assert await changes() == [], "nobody in the hall can see that channel"
    assert posted.text(1) == approved(name="open-challenges")
    await world.services.invitations.withdraw(world.by(BEN), 2)
    assert await changes() == [_EDITED]
    number = (await world.services.invitations.accept(world.by(DORA), 1)).match or 0
    await world.services.match_places.move_home(number, _THREAD)
    assert await changes() == [_EDITED]
    move = (await world.services.matches.position(number)).state.legal_moves()[0]
    await world.services.turns.take_turn(world.by(ANNA), number, move.text)
    assert await changes() == [_EDITED], "the game is played in a thread of the channel"
    await world.services.match_places.move_home(number, _THREAD + 1, _HIDDEN)
    assert await changes() == [_EDITED], "nobody in the hall can see its thread"
    assert f"<#{_THREAD + 1}>" not in posted.text(1)
    await world.services.match_places.move_home(number, _THREAD, HALL.channel)
    assert await changes() == [_EDITED]
    private = await _challenge(world, ANNA, _QUIET, BEN)
    await world.services.invitations.accept(world.by(BEN), private)
    assert await changes() == [], "a channel without an overview"
    secret = replace(HALL, channel=7002, parent=HALL.channel, private=True)
    role = world.games["conhex"].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, role), secret, [CARA]
    )
    await world.services.invitations.accept(world.by(CARA), challenge.id)
    assert await changes() == [], "a private thread of the channel"
    await world.services.offers.offer(world.by(ANNA), number, OfferKind.ABORT)
    assert RedrawOverview not in kinds(await world.deliver_all()), "an offer changes no line"
    assert posted.text(1) == approved(name="game")
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    assert await changes() == [], "the overview is up to date already"
    chat.messages[min(chat.messages)]["components"] = []
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    assert await changes() == [_EDITED]
    chat.messages.clear()
    await world.services.resignations.resign(world.by(DORA), number)
    (posting,) = await changes()
    assert posting.startswith(f"#{HALL.channel} posts ")
    await _challenge(world, ANNA)
    assert await changes() == [posting.replace("posts", "edits")]
    await _challenge(world, CARA)
    await world.services.servers.set_overview(world.by(CARA), HALL, on=False)
    await _challenge(world, BEN)
    assert await changes() == []


async def test_a_channel_that_refuses_overviews_gets_none(world: World) -> None:
    posted = PostedMessages(world)
    chat = posted.discord
    chat.refuses["send", HALL.channel] = (403, 50013)
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    assert await posted.deliver(RedrawOverview) == ""
    chat.refuses.clear()
    await _challenge(world, ANNA)
    await posted.deliver(RedrawOverview)
    for code, retried in ((50013, False), (10003, False), (20028, True), (50035, True)):
        chat.refuses["read", HALL.channel] = (403, code)
        await _challenge(world, ANNA)
        if retried:
            with pytest.raises(discord.HTTPException):
                await posted.deliver(RedrawOverview)
        else:
            await posted.deliver(RedrawOverview)
    assert [entry.split(" m")[0] for entry in chat.log] == [f"#{HALL.channel} posts"]


async def test_an_overview_names_a_substitute(world: World) -> None:
    posted = PostedMessages(world)
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    match = await world.match("conhex")
    await posted.deliver(RedrawOverview)
    assert f"<@{ANNA.id}>" in posted.text(1)
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id)
    await world.services.substitutions.accept(world.by(DORA), offer.id)
    await posted.deliver(RedrawOverview)
    overview = posted.text(1)
    assert f"<@{DORA.id}>" in overview
    assert f"<@{ANNA.id}>" not in overview


async def test_an_overview_tracks_a_table_in_the_server_language(world: World) -> None:
    posted = PostedMessages(world)
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, language="en")
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    table = await world.lobby(players=3)
    await posted.deliver(RedrawOverview)
    assert f"<@{ANNA.id}>'s table, 1 of 3 seats taken" in posted.text(1)
    await world.services.lobbies.join(world.by(BEN), table.id)
    await posted.deliver(RedrawOverview)
    assert f"<@{ANNA.id}>'s table, 2 of 3 seats taken" in posted.text(1)


async def test_an_overview_outside_servers_lists_its_own_games(world: World) -> None:
    posted = PostedMessages(world)
    place = Place(None, 9, "en")
    await world.services.servers.set_overview(world.by(CARA), place, on=True)
    role = world.games["conhex"].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, role), place, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    text = await posted.deliver(RedrawOverview)
    assert text.startswith(f"#{place.channel} posts")
    assert f"<@{ANNA.id}>" in text


Act = Callable[[World, Match], Coroutine[Any, Any, object]]


async def _leave_and_return(world: World, _match: Match) -> None:
    await world.services.presence.pause_server(HALL.server or 0)
    await world.services.presence.resume_server(HALL.server or 0)


async def _begin_with_dice(world: World, _match: Match) -> None:
    lobby = await world.lobby(BEN)
    number = (await world.services.lobbies.start(world.by(ANNA), lobby.id)).match or 0
    await world.deliver_all()
    await world.open(number)


CHANGES: Mapping[str, Act] = {
    "a ply is taken back": lambda w, m: w.services.offers.offer(w.by(ANNA), m.id, OfferKind.TAKE_BACK),
    "a vacation moves a deadline": lambda w, _: w.services.settings.take_vacation(
        w.by(BEN), date(2026, 11, 21), date(2026, 11, 24)
    ),
    "the bot is back": _leave_and_return,
    "dice are rolled": _begin_with_dice,
}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_changed_game_line_redraws_the_overview(world: World, change: str) -> None:
    """If the game has a clock, the bot's return also moves a deadline."""
    clock = "none" if change == "the bot is back" else "3d"
    match = await play(world, await begin_timed(world, clock), ANNA)
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    await world.deliver_all()
    await CHANGES[change](world, match)
    assert RedrawOverview in kinds(await world.deliver_all())
