"""Edge cases of `/challenge`, `/rematch` and `/dice accept`: computer, strangers, late and hidden games."""

from dataclasses import replace

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.offered_boards import board_id
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.servers.limitations import Limitation
from bot.model.time.clocks import read_clock
from data.store import Store
from rules.contract.series import TieBreak
from tests.bot.chat import guilds
from tests.bot.chat.walks import CONHEX, FERN, SERVER, Walk, begin, walk_between
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, GAMES, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

LOUNGE = 71
BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers")
PAIR = Terms("catch-the-hat", {}, "random", players=2)


@pytest.fixture
def world(store: Store) -> World:
    """Return a world of games whose texts are in the catalogues."""
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex", "catch-the-hat")})


async def test_challenging_the_computer_by_command(world: World, approved: SnapshotAssertion) -> None:
    """The computer plays no series even if it is proposed; its card offers levels to the challenger alone."""
    engines = with_engines(world)
    walk = await walk_between(world, "en", "de")
    server = walk.presses.server
    assert server is not None
    fern = guilds.user(server, FERN.id, FERN.name, bot=True)
    await begin(world)
    await walk.posted.deliver()
    await walk.command(ANNA, "challenge", "hnefatafl", opponent=fern, role="attackers", rated=True)
    await walk.command(ANNA, "challenge", "hnefatafl", opponent=fern, series="none")
    ben = guilds.member(server, BEN.id, name=BEN.name)
    await walk.command(ANNA, "challenge", "catch-the-hat", opponent=ben, opponent_2=fern)
    await walk.deliver()
    (challenge,) = await world.services.challenges.open_of(ANNA.id)
    await walk.press(ANNA, "look", challenge.id)
    await walk.press(FERN, "look", challenge.id)
    board = board_id(world.games["hnefatafl"], {"board": "brandubh-7"})
    chosen = {"game": [board], "clock": ["7d"], "rated": ["no"], "opponent": [str(FERN.id)]}
    await walk.press(ANNA, "form-send", 0, 1, "", form=chosen, people=[FERN])
    assert (await world.services.challenges.open_of(ANNA.id))[-1].terms.tie_break is None
    engines.processes = 0
    await walk.command(ANNA, "challenge", "conhex", opponent=fern)
    await world.services.servers.set_server(world.by(CARA), SERVER, engines=False)
    await walk.press(ANNA, "engine-level", challenge.id, 2)
    assert walk.text == approved(name="en-de")


async def test_suggested_options(world: World, approved: SnapshotAssertion) -> None:
    walk = await walk_between(world, "de", "en")
    await world.services.servers.set_server(world.by(CARA), SERVER, clock=read_clock("5d"))
    await walk.suggestions(ANNA, "variant", "", "challenge", "conhex")
    await walk.suggestions(ANNA, "clock", "", "challenge", "conhex")
    await walk.suggestions(ANNA, "clock", "9", "challenge", "conhex")
    assert walk.text == approved(name="de-en")


async def test_a_sent_challenge_warns_of_a_near_limit(world: World) -> None:
    walk = Walk(World(world.store, world.games, Limits(challenges_per_person=5)))
    pages = [(await walk.command(ANNA, "challenge", "conhex"))[0].text for _ in range(5)]
    assert ["open challenges" in page for page in pages] == [False, False, False, True, True]
    assert "5 of at most 5 open" in pages[-1]


@pytest.mark.parametrize("way", ["command", "page", "form"])
async def test_an_unpingable_role_is_recorded(world: World, way: str) -> None:
    """Neither the bot nor everybody may mention the role."""
    walk = Walk(world)
    walk.presses.server = guilds.guild((HALL.channel,), roles=(88,))
    await world.services.servers.set_server(world.by(CARA), SERVER, call_role=88)
    if way == "command":
        await walk.command(ANNA, "challenge", "conhex")
    elif way == "page":
        await walk.press(ANNA, "ask-anyone", "conhex")
    else:
        chosen = {"game": ["conhex"], "clock": ["7d"], "rated": ["no"]}
        await walk.press(ANNA, "form-send", 0, 1, "", form=chosen)
    (known,) = await world.services.limitations.of(SERVER)
    assert (known.limited.channel, known.limited.what) == (HALL.channel, Limitation.ROLE_CALLS)


async def test_unusable_opponents_and_channels_are_refused(world: World, approved: SnapshotAssertion) -> None:
    """A person outside the server, a channel where the bot cannot write, and a bot named in the form."""
    walk = await walk_between(world, "en", "de")
    server = walk.presses.server
    assert server is not None
    zoe = guilds.user(server, 6, "Zoe")
    await walk.command(ANNA, "challenge", "conhex", opponent=zoe)
    chosen = {"game": ["conhex"], "clock": ["7d"], "rated": ["no"], "opponent": [str(FERN.id)]}
    await walk.press(ANNA, "form-send", 0, 1, "", form=chosen, people=[FERN])
    walk.presses.app_permissions = discord.Permissions(view_channel=True)
    ben = guilds.member(server, BEN.id, name="Ben")
    await walk.command(ANNA, "challenge", "conhex", opponent=ben)
    walk.presses.direct = True
    await walk.press(ANNA, "challenge-form")
    assert walk.text == approved(name="en-de")


async def test_rematch_picks_the_latest_game_here(world: World) -> None:
    """Without one, of the person's latest; running games, practice and other players' games do not count."""
    here, elsewhere = HALL, Place(SERVER, LOUNGE, "en")
    first, second = await begin(world, place=here), await begin(world, BRANDUBH, elsewhere)
    for match in (first, second):
        await world.services.resignations.resign(world.by(ANNA), match.id)
    practice = await begin_practice(world, with_engines(world))
    await world.services.resignations.resign(world.by(ANNA), practice.id)
    walk = Walk(world)

    async def rematch_of(channel: int) -> int | None:
        walk.presses.channel = channel
        await walk.command(ANNA, "rematch")
        (challenge,) = await world.services.challenges.open_of(ANNA.id)
        await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
        return challenge.rematch_of

    assert await rematch_of(HALL.channel) == first.id
    assert await rematch_of(LOUNGE) == second.id
    assert await rematch_of(72) == second.id
    third = await begin(world, place=here)
    assert await rematch_of(HALL.channel) == second.id
    await world.services.resignations.resign(world.by(BEN), third.id)
    (answer,) = await walk.command(CARA, "rematch")
    assert "finished" in answer.text


async def test_the_more_page_offers_players_a_rematch_after_the_end(world: World) -> None:
    terms = replace(BRANDUBH, tie_break=TieBreak.NONE)
    first, series = await begin(world), await begin(world, terms)
    practice = await begin_practice(world, with_engines(world))
    walk = Walk(world)

    async def offers_rematch(*numbers: int) -> list[bool]:
        pages = [(await walk.press(ANNA, "more", number))[0].ids for number in numbers]
        return [f"fp:rematch:{number}" in ids for number, ids in zip(numbers, pages, strict=True)]

    games = (first.id, series.id, practice.id)
    assert await offers_rematch(*games) == [False, False, False]
    for number in games:
        await world.services.resignations.resign(world.by(ANNA), number)
    assert await offers_rematch(*games) == [True, False, False]
    second = (await world.services.matches.series(series.challenge)).games[1]
    await world.services.resignations.resign(world.by(ANNA), second)
    assert await offers_rematch(series.id, second) == [False, True]
    (stranger,) = await walk.press(CARA, "more", first.id)
    assert f"fp:rematch:{first.id}" not in stranger.ids


async def test_the_dice_command_accepts_visible_dice_challenges(
    world: World, approved: SnapshotAssertion
) -> None:
    """Own, hidden and diceless challenges are not offered; changed terms are shown first."""
    walk = await walk_between(world, "de", "en")
    walk.presses.server = guilds.guild((HALL.channel,), {LOUNGE: (5,)})
    ask, hidden = world.services.invitations.challenge, Place(SERVER, LOUNGE, "en")
    await ask(world.by(ANNA), CONHEX, HALL)
    await ask(world.by(CARA), PAIR, hidden, [DORA])
    await ask(world.by(EMIL), PAIR, hidden)
    mine = await ask(world.by(BEN), replace(PAIR, players=3), HALL)
    theirs = await ask(world.by(ANNA), PAIR, HALL)
    await walk.posted.deliver()
    await walk.suggestions(BEN, "challenge", "", "dice", "accept")
    await walk.suggestions(DORA, "challenge", "", "dice", "accept")
    await walk.suggestions(DORA, "challenge", "ANNA", "dice", "accept")
    await walk.command(CARA, "dice", "accept", word="Birne")
    await walk.command(BEN, "dice", "accept", word="Birne", challenge="3-0")
    await world.services.term_changes.change(world.by(ANNA), theirs.id, replace(theirs.terms, rated=True))
    await walk.command(DORA, "dice", "accept", word="Birne", challenge=f"{theirs.id}-0")
    await walk.command(DORA, "dice", "accept", word="Birne", challenge=f"{theirs.id}-1")
    await walk.command(DORA, "dice", "accept", word="Birne", challenge=str(mine.id))
    (_, dora) = (await world.services.challenges.get(mine.id)).members
    assert dora.word
    assert walk.text == approved(name="de-en")
