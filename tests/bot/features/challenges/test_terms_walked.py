"""Walkthroughs of terms: the page and form of a new game, counter-offers, the list of open challenges."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from data.store import Store
from tests.bot.chat import guilds
from tests.bot.chat.presses import Answer
from tests.bot.chat.walks import CONHEX, FERN, LAST_CHALLENGE, SERVER, Walk, begin, walk_between
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

KEYS = ("hnefatafl", "conhex", "fox-and-hens", "catch-the-hat")
ROLE = 88


@pytest.fixture
def world(store: Store) -> World:
    """Return a world of games whose texts are in the catalogues."""
    return World(store, {key: GAMES[key] for key in KEYS})


def state(answers: Sequence[Answer]) -> str:
    """Return the choices carried by the only page's menus."""
    (page,) = answers
    return page.ids[0].rpartition(":")[2]


async def test_sending_a_counter_offer(world: World, approved: SnapshotAssertion) -> None:
    """Ben changes clock and side and sends the challenge back; Anna is asked in turn."""
    walk = await walk_between(world, "en", "de")
    number = (await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])).id
    await walk.posted.deliver()
    await walk.press(CARA, "change", number)
    choices = state(await walk.press(BEN, "change", number))
    slower = state(await walk.press(BEN, "change-set", number, 5, choices, choose=["7d"]))
    red = state(await walk.press(BEN, "change-set", number, 3, slower, choose=["red"]))
    await walk.press(BEN, "change-more", number, red)
    unlimited = state(await walk.press(BEN, "change-set", number, 0, red, choose=["unlimited"]))
    await walk.press(ANNA, "change-set", number, 5, choices, choose=["7d"])
    await walk.press(BEN, "change-send", number, unlimited)
    await walk.deliver()
    await walk.press(BEN, "change-send", number, unlimited)
    await walk.press(ANNA, "accept", number + 1)
    assert walk.text == approved(name="en-de")


async def test_changing_own_terms(world: World, approved: SnapshotAssertion) -> None:
    """Anna changes her challenge; Ben is told and cannot accept the earlier terms."""
    walk = await walk_between(world, "de", "en")
    number = (await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])).id
    await walk.posted.deliver()
    await walk.press(BEN, "terms-set", number, 5, "01010010", choose=["7d"])
    await walk.press(ANNA, "change", number)
    await walk.press(ANNA, "terms-send", number, "01010010")
    slower = state(await walk.press(ANNA, "terms-set", number, 5, "01010010", choose=["7d"]))
    await walk.press(ANNA, "terms-more", number, slower)
    await walk.press(ANNA, "terms-send", number, slower)
    await walk.deliver()
    await walk.press(BEN, "accept", number)
    await walk.press(BEN, "look", number)
    free = (await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL)).id
    await walk.posted.deliver()
    await walk.press(ANNA, "terms-send", free, slower)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_reoffering_a_declined_challenge(world: World, approved: SnapshotAssertion) -> None:
    walk = await walk_between(world, "en", "de")
    number = (await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])).id
    await world.services.invitations.decline(world.by(BEN), number, "other-options")
    await walk.posted.deliver()
    slower = state(await walk.press(BEN, "anew-set", number, 5, "01020010", choose=["7d"]))
    await walk.press(BEN, "anew-set", number, 6, slower, choose=["yes"])
    await walk.press(BEN, "anew-more", number, slower)
    await walk.press(CARA, "anew-send", number, slower)
    await walk.press(BEN, "anew-send", number, slower)
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_the_page_of_a_new_game(world: World, approved: SnapshotAssertion) -> None:
    """A board, its terms and further rules; then an open challenge, chosen people or the computer."""
    with_engines(world)
    walk = await walk_between(world, "de", "en")
    await world.services.servers.set_server(world.by(CARA), SERVER, clock=read_clock("5d"))
    await walk.press(ANNA, "new-game")
    proposal = state(await walk.press(ANNA, "choose-game", choose=["conhex"]))
    rated = state(await walk.press(ANNA, "start-set", "conhex", 6, proposal, choose=["yes"]))
    await walk.press(ANNA, "start-more", "conhex", rated)
    choices = state(await walk.press(ANNA, "start-set", "conhex", 3, rated, choose=["blue"]))
    await walk.press(ANNA, "start-back", "conhex", choices)
    await walk.press(ANNA, "ask-anyone", "conhex", choices)
    await walk.press(ANNA, "ask-people", "conhex", choices, people=[BEN])
    await walk.press(ANNA, "ask-people", "conhex", choices, people=[ANNA])
    await walk.press(ANNA, "ask-people", "conhex", proposal, people=[FERN])
    await walk.deliver()
    series = state(await walk.press(ANNA, "set-up", "hnefatafl/brandubh-7"))
    await walk.press(ANNA, "ask-people", "hnefatafl", series, people=[FERN])
    hat = state(await walk.press(ANNA, "choose-game", choose=["catch-the-hat"]))
    await walk.press(ANNA, "ask-people", "catch-the-hat", hat, people=[BEN, FERN])
    await walk.press(ANNA, "ask-people", "catch-the-hat", hat, people=[BEN, CARA])
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_three_finished_games_make_proposals_rated(world: World) -> None:
    """On the page and in the form of a new game; running games do not count."""
    walk = Walk(world)
    matches = [await begin(world) for _ in range(3)]

    async def proposals() -> list[bool]:
        (page,) = await walk.press(ANNA, "choose-game", choose=["conhex"])
        (form,) = await walk.press(ANNA, "challenge-form")
        return ["* Rating: rated" in page.page, "* rated" in form.page]

    assert await proposals() == [False, False]
    for match in matches:
        await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await proposals() == [True, True]


async def test_a_new_game_is_proposed_from_the_server_s_games(world: World) -> None:
    """The form begins with the board of the person's newest game if it is allowed.

    It lists all games where only games of a newer version are allowed: a form needs an option.
    """
    walk = Walk(world)
    newer = World(world.store, {**world.games, "nine-mens-morris": GAMES["nine-mens-morris"]})

    async def offered(allowed: Sequence[str], button: str, menu: str) -> tuple[set[str], list[str]]:
        await newer.services.servers.set_server(world.by(CARA), SERVER, games=tuple(allowed))
        options = _options(await walk.press(ANNA, button), menu)
        keys = {option.value.partition("/")[0] for option in options}
        return keys, [option.value for option in options if option.default]

    await begin(world, Terms("hnefatafl", {"board": "tablut-9"}, "attackers"))
    await begin(world, Terms("fox-and-hens", {}, "foxes"))
    assert await offered(["conhex"], "new-game", "choose-game") == ({"conhex"}, [])
    assert await offered(["conhex"], "challenge-form", "game") == ({"conhex"}, ["conhex"])
    two = ["conhex", "fox-and-hens"]
    assert await offered(two, "challenge-form", "game") == (set(two), ["fox-and-hens"])
    assert (await offered(["nine-mens-morris"], "challenge-form", "game"))[0] == set(KEYS)


def _options(answers: Sequence[Answer], menu_id: str) -> list[discord.SelectOption]:
    """Return the options of the menus with a text in their custom_id, on the only page."""
    (page,) = answers
    assert page.view is not None
    menus = [item for item in page.view.walk_children() if isinstance(item, ui.Select)]
    return [option for menu in menus if menu_id in menu.custom_id for option in menu.options]


async def test_a_new_game_from_a_welcome_opens_a_separate_page(world: World) -> None:
    walk = Walk(world)
    answers = [*await walk.press(ANNA, "new-game", 1), *await walk.press(ANNA, "new-game")]
    assert [answer.in_place for answer in answers] == [False, True]


async def test_a_new_game_without_engines_refuses_the_computer(world: World) -> None:
    """The computer is refused like any other bot; in direct messages there is nobody to ask."""
    walk = Walk(world)
    (page,) = await walk.press(ANNA, "new-game")
    assert "fp:practise" not in page.page
    (answer,) = await walk.press(ANNA, "ask-people", "conhex", people=[FERN])
    assert answer.text.strip().startswith("Bots do not play here.")
    assert await world.services.challenges.open_in(SERVER) == ()
    walk.presses.direct = True
    (answer,) = await walk.press(ANNA, "set-up", "conhex")
    assert "server" in answer.text


async def test_the_form_of_a_challenge(world: World, approved: SnapshotAssertion) -> None:
    """The form is opened by a button and sent with a person, without one, and with the computer."""
    with_engines(world)
    walk = await walk_between(world, "en", "de")
    await walk.press(ANNA, "challenge-form")
    chosen = {"game": ["conhex"], "clock": ["7d"], "rated": ["yes"]}
    await walk.press(ANNA, "form-send", 0, 1, "", form=chosen)
    await walk.press(ANNA, "form-send", 0, 2, "", form={**chosen, "opponent": [str(BEN.id)]}, people=[BEN])
    await walk.press(ANNA, "form-send", DORA.id, 3, "Dora", form={**chosen, "game": ["hnefatafl/brandubh-7"]})
    await walk.press(ANNA, "form-send", 0, 4, "", form={**chosen, "opponent": [str(FERN.id)]}, people=[FERN])
    await walk.press(ANNA, "form-send", 0, 5, "", form={"game": ["conhex"], "clock": ["7d"]})
    await walk.press(ANNA, "form-send", ANNA.id, 6, "Anna", form=chosen)
    await walk.deliver()
    match = await world.match("fox-and-hens")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await walk.press(ANNA, "challenge-form")
    assert walk.text == approved(name="en-de")


async def test_the_challenge_command(world: World, approved: SnapshotAssertion) -> None:
    """Terms by options, one or several people, bots and strangers."""
    walk = await walk_between(world, "de", "en")
    server = walk.presses.server
    assert server is not None
    ben, cara = (guilds.member(server, person.id, name=person.name) for person in (BEN, CARA))
    await walk.command(ANNA, "challenge", "conhex", opponent=ben, clock="7d", rated=True, role="blue")
    await walk.command(ANNA, "challenge", "catch-the-hat", opponent=ben, opponent_2=cara)
    await walk.command(ANNA, "challenge", "hnefatafl", variant="board=brandubh-7")
    await walk.command(ANNA, "challenge", "conhex", opponent=guilds.user(server, 5, "Robot", bot=True))
    await walk.deliver()
    walk.presses.direct = True
    await walk.command(ANNA, "challenge", "conhex")
    assert walk.text == approved(name="de-en")


async def test_the_list_of_open_challenges(world: World, approved: SnapshotAssertion) -> None:
    """Own and others' challenges and tables in visible channels; each is taken from the list."""
    walk = await walk_between(world, "en", "de")
    await world.services.servers.set_server(world.by(CARA), SERVER, call_role=ROLE)
    walk.presses.server = guilds.guild((HALL.channel,), {71: (5,)}, roles=(ROLE,))
    await walk.command(BEN, "open")
    invitations = world.services.invitations
    await invitations.challenge(world.by(ANNA), CONHEX, HALL)
    await invitations.challenge(world.by(BEN), replace(CONHEX, rated=True), HALL)
    await invitations.challenge(world.by(CARA), Terms("catch-the-hat", {}, players=3), HALL)
    await invitations.challenge(world.by(DORA), CONHEX, Place(SERVER, 71, "en"))
    await walk.posted.deliver()
    await walk.command(BEN, "open")
    for number in range(1, 5):
        await walk.press(BEN, "take", LAST_CHALLENGE + number)
    await walk.press(BEN, "partners", 0)
    await walk.press(DORA, "take", LAST_CHALLENGE + 1)
    walk.presses.roles = {BEN.id: (ROLE,)}
    await walk.press(BEN, "partners", 0)
    await world.services.servers.set_server(world.by(CARA), SERVER, call_role=None)
    await walk.press(BEN, "tell-open", 1, 0)
    walk.presses.direct = True
    await walk.press(BEN, "partners", 0)
    assert walk.text == approved(name="en-de")


async def test_forged_ids_of_counter_offers_change_nothing(world: World) -> None:
    walk = Walk(world)
    challenge = await world.services.invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])
    for forged, value in (
        ("change", ""),
        ("change:x", ""),
        ("change:424242", ""),
        ("change-set:{n}:0:0000", "no"),
        ("change-set:{n}:9:0000", "off"),
        ("change-set:{n}:0:zz", "off"),
        ("change-send:{n}:", ""),
        ("change-send:{n}:zzzz", ""),
    ):
        verb, *parts = forged.replace("{n}", str(challenge.id)).split(":")
        (answer,) = await walk.press(BEN, verb, *parts, choose=[value] if value else [])
        assert "went wrong" not in answer.text, forged
    assert (await world.services.challenges.get(challenge.id)).terms == challenge.terms


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        ("catch-the-hat", {"golden_goal": "prisoners"}, "only fits the mode “Golden hat”"),
        ("catch-the-hat", {"mode": "party", "players": "5"}, "with 5 players. Possible: 4, 6."),
        ("catch-the-hat", {"mode": "total-party", "players": "2"}, "with 2 players. Possible: 4, 6."),
        ("catch-the-hat", {"players": "2", "role": "black"}, "With that many players nobody plays"),
        ("conhex", {"variant": "handicap=2,swap=on"}, "swap"),
    ],
)
async def test_contradictory_options_are_refused(
    world: World, key: str, options: dict[str, Any], words: str
) -> None:
    walk = Walk(world)
    (answer,) = await walk.command(ANNA, "challenge", key, **options)
    assert words in answer.text
    assert answer.ids == []
    assert await world.services.challenges.open_in(SERVER) == ()
