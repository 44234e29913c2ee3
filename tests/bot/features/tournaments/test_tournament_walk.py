"""Walkthroughs of tournaments: commands, buttons, questions and refusals, in English and German."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.tournaments.commands import OPEN_TOURNAMENTS
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.model.challenges.terms import Terms
from bot.model.engine_question import NoEngines
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from tests.bot.features.tournaments.transcripts import Transcript
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SERVER = 7
LANGUAGES = pytest.mark.parametrize(
    "locale", [discord.Locale.american_english, discord.Locale.german], ids=str
)
GAME: Mapping[str, Any] = {"game": "conhex", "clock": "3d"}


@LANGUAGES
async def test_opening_a_tournament(
    world: World, locale: discord.Locale, approved: SnapshotAssertion
) -> None:
    walk = Transcript(world, locale)
    await walk.use_command(BEN, "create", name="Bens", **GAME)
    await walk.use_command(CARA, "create", admin=True, name="*Odd*", format="gamble", **GAME)
    await walk.use_command(CARA, "create", admin=True, name="Chess", game="chess")
    await walk.use_command(CARA, "create", admin=True, name="[Cup](https://example.org)", **GAME)
    await world.services.servers.set_value(world.by(CARA), SERVER, OPEN_TOURNAMENTS, True)
    await walk.use_command(BEN, "create", name="Bens", **GAME)
    await walk.use_command(BEN, "list")
    direct_transcript = Transcript(world, locale, direct=True)
    await direct_transcript.use_command(BEN, "create", admin=True, name="Bens", **GAME)
    await direct_transcript.use_command(BEN, "list")
    assert walk.text + direct_transcript.text == approved(name=str(locale))


async def test_options_are_converted_to_a_setup(world: World) -> None:
    walk = Transcript(world, discord.Locale.american_english)

    async def setup_of(**options: object) -> TournamentSetup:
        fields = {"name": "Cup", "game": "conhex", **options}
        await walk.use_command(CARA, "create", admin=True, **fields)
        (newest, *_) = await world.services.tournaments.latest(SERVER)
        await walk.use_command(CARA, "end", tournament=str(newest.id))
        return newest.setup

    plain = await setup_of()
    rules = await world.services.servers.server(SERVER)
    options = plain.terms.options
    terms = Terms("conhex", options, clock=rules.proposed_clock, rated=True)
    assert plain == TournamentSetup("Cup", terms, Rules(Format.SWISS, 3, league=LeagueRules(6)), 8)
    large_setup = await setup_of(
        game="catch-the-hat", format="tables", places=12, rounds=5, clock="5d soft", days=9, at_once=4,
        lost_on_time=2, group_size=5,
    )  # fmt: skip
    assert large_setup == replace(
        large_setup,
        rules=Rules(Format.TABLES, 5, least=3, most=5),
        places=12,
        starts=world.time.now + timedelta(days=9),
        at_once=4,
        lost_on_time=2,
        engine_level=None,
    )
    assert (large_setup.terms.key, large_setup.terms.clock) == ("catch-the-hat", read_clock("5d soft"))
    league = await setup_of(format="league", places=6, rounds=7, group_size=3)
    assert league.rules == Rules(Format.LEAGUE, 5, league=LeagueRules(3)), "five others to play"


@LANGUAGES
async def test_entering_and_leaving(
    world: World, locale: discord.Locale, approved: SnapshotAssertion
) -> None:
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    walk = Transcript(world, locale)
    await walk.use_command(CARA, "create", admin=True, name="Winter cup", places=5, **GAME)
    await walk.press_button(ANNA, "tournament-join", 1)
    await walk.press_button(ANNA, "tournament-join", 1)
    await walk.use_command(BEN, "leave", tournament="winter CUP")
    await walk.use_command(BEN, "join", tournament="1")
    await walk.press_button(BEN, "tournament-leave", 1)
    await walk.press_button(BEN, "tournament-join", 1)
    await walk.press_button(ANNA, "tournament-begin", 1)
    await walk.press_button(ANNA, "tournament-begin-yes", 1)
    await walk.use_command(ANNA, "end", tournament="Winter cup")
    await walk.use_command(DORA, "join", tournament="Winter cup")
    await walk.press_button(DORA, "tournament", 1)
    await walk.use_command(EMIL, "show", tournament="Winter cup")
    await walk.press_button(CARA, "tournament-begin", 1)
    await walk.press_button(CARA, "tournament-back", 1)
    await walk.press_button(EMIL, "tournament-begin-yes", 1, admin=True)
    await walk.press_button(CARA, "tournament-begin", 1)
    await walk.press_button(EMIL, "tournament-join", 1)
    await walk.press_button(DORA, "tournament-leave", 1)
    await walk.press_button(DORA, "tournament-leave-yes", 1)
    await walk.press_button(DORA, "tournament-leave", 1)
    await walk.use_command(ANNA, "challenge", tournament="Winter cup")
    await walk.press_button(CARA, "tournament-page", 1, 0)
    await walk.use_command(CARA, "end", tournament="Winter cup")
    await walk.press_button(CARA, "tournament-begin", 1)
    await walk.use_command(CARA, "end", tournament="1")
    # Computers fill the free places.
    await walk.use_command(CARA, "create", admin=True, name="Filled up", places=5, engines=2, **GAME)
    await walk.press_button(ANNA, "tournament-join", 2)
    await walk.press_button(CARA, "tournament-begin", 2)
    assert walk.text == approved(name=str(locale))


@LANGUAGES
async def test_a_league_accepts_entries_for_its_next_season(
    world: World, locale: discord.Locale, approved: SnapshotAssertion
) -> None:
    walk = Transcript(world, locale)
    options = {"format": "league", "places": 6, "group_size": 3}
    await walk.use_command(CARA, "create", admin=True, name="League", **options, **GAME)
    for person in (ANNA, BEN, DORA):
        await walk.press_button(person, "tournament-join", 1)
    await walk.press_button(CARA, "tournament-begin-yes", 1)
    await walk.press_button(EMIL, "tournament-join", 1)
    await walk.press_button(EMIL, "tournament-leave", 1)
    await walk.press_button(EMIL, "tournament-join", 1)
    await walk.press_button(ANNA, "tournament-leave", 1)
    assert walk.text == approved(name=str(locale))


@LANGUAGES
async def test_finding_a_tournament(
    world: World, locale: discord.Locale, approved: SnapshotAssertion
) -> None:
    walk = Transcript(world, locale)
    longest = "W" * 60
    for name in (longest, longest, "Only one"):
        await walk.use_command(CARA, "create", admin=True, name=name, **GAME)
    await walk.type_name(BEN, "show", "w")
    await walk.type_name(BEN, "join", " ONLY ")
    await walk.use_command(CARA, "end", tournament=f"{longest[:59]}… · open for entries · #1")
    await walk.use_command(CARA, "end", tournament="1")
    await walk.type_name(BEN, "show", "www")
    for unknown in ("²", "9" * 19, "9" * 5000, "99", "Nothing", ""):
        await walk.use_command(BEN, "show", tournament=unknown)
    setup = (await world.services.tournaments.get(3)).setup
    other_tournament = await world.services.tournaments.open(
        world.by(ANNA), Place(8, 80, "en"), replace(setup, name="Elsewhere")
    )
    hidden = await world.services.tournaments.open(
        world.by(ANNA), replace(HALL, channel=72), replace(setup, name="Hidden")
    )
    for number in (other_tournament.id, hidden.id):
        for verb in ("tournament", "tournament-join", "tournament-leave", "tournament-begin", "ladder"):
            await walk.press_button(BEN, verb, number)
        await walk.press_button(BEN, "tournament-leave-yes", number)
        await walk.press_button(BEN, "tournament-begin-yes", number, admin=True)
        await walk.press_button(BEN, "tournament-page", number, 0)
    await walk.type_name(BEN, "show", "hid")
    await walk.use_command(BEN, "list")
    await walk.use_command(ANNA, "list")
    await walk.use_command(ANNA, "show", tournament="Hidden")
    assert walk.text == approved(name=str(locale))
