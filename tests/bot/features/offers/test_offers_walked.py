"""Walkthroughs of offers and time."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.engines.service.practice import TermsDraft
from bot.model.challenges.terms import Terms
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import NO_CLOCK, read_clock
from rules.contract.series import TieBreak
from tests.bot.chat.walks import CONHEX, MOVES, SERVER, begin, walk_between
from tests.bot.features.engines.service.test_practice import begin_practice
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

MORRIS = Terms("nine-mens-morris", {}, "white")
SERIES = Terms("fox-and-hens", {}, "foxes", tie_break=TieBreak.NONE)


async def test_offers_are_declined_withdrawn_and_accepted(world: World, approved: SnapshotAssertion) -> None:
    """Offers declined, withdrawn and accepted, by buttons and by command."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world)
    await play(world, match, ANNA, move=MOVES[0])
    await play(world, match, BEN, move=MOVES[1])
    await walk.posted.deliver()
    await walk.press(ANNA, "offer", match.id, "take-back")
    await walk.deliver()
    await walk.press(ANNA, "more", match.id)
    await walk.press(BEN, "more", match.id)
    offer_key = (match.id, 0, 2, "take-back")
    await walk.press(ANNA, "offer-no", *offer_key)
    await walk.press(BEN, "offer-back", *offer_key)
    await walk.press(CARA, "offer-yes", *offer_key)
    await walk.press(BEN, "offer-no", *offer_key)
    await walk.deliver()
    await walk.press(BEN, "offer-yes", *offer_key)
    await walk.command(ANNA, "offer", what="take-back")
    await play(world, match, ANNA, move=MOVES[2])
    await play(world, match, BEN, move=MOVES[3])
    await walk.command(ANNA, "offer", what="take-back")
    await walk.posted.deliver()
    await walk.press(ANNA, "offer-back", match.id, 0, 4, "take-back")
    await walk.deliver()
    await play(world, match, ANNA, move=MOVES[4])
    await play(world, match, BEN, move=MOVES[5])
    await walk.command(ANNA, "offer", what="take-back")
    await walk.posted.deliver()
    await walk.press(BEN, "offer-yes", match.id, 0, 6, "take-back")
    await walk.deliver()
    await walk.command(ANNA, "offer", what="draw")
    assert walk.text == approved(name="de-en")


async def test_draws_and_aborts_end_games(world: World, approved: SnapshotAssertion) -> None:
    """Both end a game by agreement; before the player's first move an abort needs only a confirmation."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world, MORRIS)
    await play(world, match, ANNA, move="a1")
    await walk.posted.deliver()
    await walk.command(CARA, "offer", what="abort", game=str(match.id))
    await walk.press(ANNA, "offer", match.id, "abort")
    await walk.press(ANNA, "resign-no", match.id)
    await walk.press(ANNA, "offer-abort", match.id)
    await walk.deliver()
    await walk.command(ANNA, "offer", what="abort", answer="withdraw")
    await walk.deliver()
    await play(world, match, BEN, move="g7")
    await walk.press(ANNA, "offer-abort", match.id)
    await walk.press(ANNA, "offer", match.id, "draw")
    await walk.posted.deliver()
    await walk.command(BEN, "offer", what="draw", answer="decline")
    await walk.deliver()
    await play(world, match, ANNA, move="d1")
    await walk.posted.deliver()
    await walk.command(ANNA, "offer", what="draw", game=str(match.id))
    await walk.deliver()
    await play(world, match, BEN, move="g1")
    await walk.deliver()
    await walk.command(BEN, "offer", what="draw", answer="accept")
    await play(world, match, ANNA, move="a7")
    await walk.command(ANNA, "offer", what="draw")
    await walk.posted.deliver()
    await walk.command(BEN, "offer", what="draw", answer="accept")
    await walk.deliver()
    unplayed = await begin(world, MORRIS)
    await walk.posted.deliver()
    await walk.press(ANNA, "offer-abort", unplayed.id)
    await walk.deliver()
    first = await begin(world, SERIES)
    await world.services.resignations.resign(world.by(BEN), first.id)
    await walk.posted.deliver()
    await walk.press(ANNA, "offer", first.id + 1, "abort")
    await walk.click(ANNA, "button.confirm")
    await walk.command(BEN, "offer", what="abort", answer="accept")
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_extra_time_reminders_and_a_claimed_win(world: World, approved: SnapshotAssertion) -> None:
    """More time, reminders, and a claimed win."""
    walk = await walk_between(world, "de", "en")
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    match = await begin(world, replace(CONHEX, clock=read_clock("2d soft")))
    for person, move in zip((ANNA, BEN, ANNA), MOVES, strict=False):
        await play(world, match, person, move=move)
    await walk.posted.deliver()
    await walk.press(CARA, "time", match.id)
    await walk.press(BEN, "time", match.id)
    await walk.press(ANNA, "time", match.id)
    await walk.press(ANNA, "time-give", match.id, 0, choose=["3"])
    await walk.press(ANNA, "time-give", match.id, 0, choose=["3"])
    await walk.press(ANNA, "time", match.id)
    await walk.deliver()
    await walk.press(ANNA, "claim", match.id)
    await walk.press(BEN, "claim", match.id)
    world.time.pass_by(4.5 * DAY)
    await world.services.timers.act()
    await walk.deliver()
    await walk.press(ANNA, "silence", match.id)
    await walk.press(BEN, "silence", match.id)
    world.time.pass_by(DAY)
    await world.services.timers.act()
    await walk.deliver()
    await walk.press(BEN, "claim", match.id)
    await walk.press(CARA, "claim", match.id)
    await walk.press(ANNA, "claim", match.id)
    await walk.press(ANNA, "claim-no", match.id)
    await walk.press(ANNA, "claim-yes", match.id)
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_time_given_before_a_move(world: World, approved: SnapshotAssertion) -> None:
    """The message names the player, whose move came in between, and no deadline; the earlier board stays."""
    walk = await walk_between(world, "de", "en")
    match = await begin(world)
    await play(world, match, ANNA, move=MOVES[0])
    await walk.posted.deliver()
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 2)
    await play(world, match, BEN, move=MOVES[1])
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_a_game_without_a_clock_rests_after_its_reminders(
    world: World, approved: SnapshotAssertion
) -> None:
    """A game without a clock rests after its reminders until a player moves or resigns."""
    walk = await walk_between(world, "en", "de")
    match = await begin(world, replace(CONHEX, clock=NO_CLOCK))
    await play(world, match, ANNA, move=MOVES[0])
    await walk.posted.deliver()
    for _ in range(4):
        world.time.pass_by(2 * DAY)
        await world.services.timers.act()
        await walk.deliver()
    await walk.command(CARA, "resign", game=str(match.id))
    await walk.command(BEN, "resign")
    await walk.press(BEN, "resign-yes", match.id)
    await walk.press(ANNA, "resign-yes", match.id)
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_an_engine_answers_offers_at_once(world: World, approved: SnapshotAssertion) -> None:
    """The engine answers in the same reply: it declines a draw, and agrees to take-backs and aborts."""
    engines = with_engines(world)
    engines.content = False
    walk = await walk_between(world, "de", "en")
    match = await begin_practice(world, engines, TermsDraft(MORRIS, level=2))
    await walk.command(ANNA, "move", move="a1")
    await walk.press(ANNA, "offer", match.id, "draw")
    await walk.command(ANNA, "offer", what="take-back")
    await walk.press(ANNA, "offer-abort", match.id)
    await walk.press(ANNA, "offer", match.id, "nonsense")
    remaining = [await begin_practice(world, engines, TermsDraft(MORRIS, level=2)) for _ in range(2)]
    await world.services.servers.set_server(world.by(CARA), SERVER, engine_channels=(71,))
    await walk.press(ANNA, "offer-abort", remaining[0].id)
    await walk.press(ANNA, "resign-yes", remaining[1].id)
    assert walk.text == approved(name="de-en")


async def test_missed_offers_are_shown_at_the_next_command(world: World, approved: SnapshotAssertion) -> None:
    """A player without a reachable channel learns of offers and time at their next command."""
    walk = await walk_between(world, "en", "de")
    for person in (ANNA, BEN):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    match = await begin(world, replace(CONHEX, clock=read_clock("2d soft")))
    await walk.posted.deliver()
    closed_channels = (70, (await world.services.matches.get(match.id)).thread or 0, 900_000 + BEN.id)
    walk.posted.discord.refuses |= {("send", channel): (403, 50007) for channel in closed_channels}
    await play(world, match, ANNA, move=MOVES[0])
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
    await walk.posted.deliver()
    await walk.command(BEN, "games")
    await play(world, match, BEN, move=MOVES[1])
    await walk.posted.deliver()
    world.time.pass_by(2.5 * DAY)
    await world.services.timers.act()
    await walk.posted.deliver()
    await walk.command(BEN, "games")
    await play(world, match, ANNA, move=MOVES[2])
    await play(world, match, BEN, move=MOVES[3])
    world.time.pass_by(2.5 * DAY)
    await world.services.timers.act()
    await walk.posted.deliver()
    await world.services.deadlines.more_time(world.by(BEN), match.id, 3)
    await walk.command(BEN, "games")
    assert walk.text == approved(name="en-de")
