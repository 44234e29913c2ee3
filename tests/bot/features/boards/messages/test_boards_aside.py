"""Edge cases of boards: rounds in one thread, long threads, restored games, late and outdated notices."""

from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchRestored, PlyPlayed
from bot.model.match.match import Match
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.servers.server_rules import ALL_PICTURES
from bot.model.time.clocks import NO_CLOCK, read_clock
from bot.repositories.matches.matches import MatchRepository
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import CONHEX, MOVES, SERVER, STEP, Walk, begin, set_language
from tests.bot.features.tournaments.service.test_tournaments import CUP, open_tournament
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

BRANDUBH = Terms("hnefatafl", {"board": "brandubh-7"}, "attackers")
MORRIS = Terms("nine-mens-morris", {}, "white")
HAT = Terms("catch-the-hat", {}, "red", players=3, clock=read_clock("2d"))
SHUFFLE = ("a1", "g7", "a4", "g4", "d1", "d7")


async def test_the_games_of_a_round_share_a_thread(world: World) -> None:
    """The first board opens the thread on the round's card."""
    await begin(world)
    posted = PostedMessages(world)
    await posted.deliver()
    await open_tournament(world, replace(CUP, terms=CONHEX))
    shown = await posted.deliver_briefly()
    world.time.pass_by(timedelta(seconds=3))
    shown += await posted.deliver_briefly()
    assert sum("opens a thread" in line for line in shown) == 1
    matches = await world.services.matches.running_at(thread_of(posted, shown))
    people = sorted(person for match in matches for person in match.people)
    assert people == [ANNA.id, BEN.id, CARA.id, DORA.id]


def thread_of(posted: PostedMessages, shown: list[str]) -> int:
    (opening,) = [line for line in shown if "opens a thread" in line]
    card = opening.rpartition(" ")[2]
    return next(number for number, name in posted.discord.names.items() if name == f"thread of {card}")


async def play_until(world: World, match: Match, plies: int) -> None:
    """Play legal moves that end no game until the match has `plies` plies."""
    people = {person.id: person for person in (ANNA, BEN)}
    while (position := await world.services.matches.position(match.id)).match.plies < plies:
        moves = position.state.legal_moves()
        quiet = [move for move in moves if position.state.play(move).outcome is None]
        number = position.match.plies
        mover = people[position.match.mover or 0]
        move = quiet[number * 7 % len(quiet)]
        await world.services.turns.take_turn(world.by(mover), match.id, move.text)


async def test_the_hundredth_move_in_a_thread_offers_fewer_pictures(world: World) -> None:
    """The offer appears once, at the hundredth move, in threads that keep all pictures."""
    await set_language(world, "en")
    await begin(world)
    posted = PostedMessages(world)
    match = await begin(world, replace(BRANDUBH, clock=NO_CLOCK))
    await posted.deliver()
    await play_until(world, match, 101)
    offers_by_ply, hundredth = {}, None
    while notices := await world.outbox.claim(100):
        for notice in notices:
            if notice.kind is PlyPlayed and (notice.ply or 0) in {99, 100, 101}:
                offers_by_ply[notice.ply] = [
                    await offers_fewer(posted, notice, every) for every in (True, False)
                ]
                hundredth = notice if notice.ply == 100 else hundredth
        await world.outbox.deliver(notices)
    assert hundredth is not None
    assert not await offers_fewer(posted, replace(hundredth, recipient=ANNA.id), every=True)
    async with world.store.write() as session:
        await session.of(MatchRepository).move_home(match.id, None, None)
    assert not await offers_fewer(posted, hundredth, every=True), "a channel keeps one board of each game"
    assert offers_by_ply == {99: [False, False], 100: [True, False], 101: [False, False]}


async def offers_fewer(posted: PostedMessages, notice: Notice, every: bool) -> bool:
    """Return whether a board offers fewer pictures; `every` is the server's setting to keep all of them."""
    await posted.world.services.servers.set_value(posted.world.by(CARA), SERVER, ALL_PICTURES, every)
    await posted.resender.senders.send(notice)
    return "/server pictures" in posted.discord.log[-1]


@pytest.mark.parametrize("language", ["en"])
async def test_boards_of_restored_games(world: World, language: str, approved: SnapshotAssertion) -> None:
    """Restored before the first move and later; the lost board of a roll is posted again."""
    await set_language(world, language)
    posted = PostedMessages(world)
    await begin(world)
    first, later = await begin(world), await begin(world, MORRIS)
    await play(world, later, ANNA, move="a1")
    await posted.deliver()
    shown = []
    for match, plies in ((first, 0), (later, 1)):
        event = MatchRestored(match.id, plies, plies, PingPlace.THREAD)
        notice = Notice(99, event, match.challenge, match.id, plies, None, 0, uncertain=False)
        start = len(posted.discord.log)
        await posted.resender.senders.send(notice)
        shown += posted.discord.log[start:]
    assert "\n".join(shown) == approved(name=language)


@pytest.mark.parametrize("language", ["de"])
async def test_a_table_board_names_late_leaving_and_next_players(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The board names the late player, the leaver and the next player."""
    await set_language(world, language)
    await begin(world)
    posted = PostedMessages(world)
    lobby = await world.services.invitations.challenge(world.by(ANNA), HAT, HALL)
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    number = lobby.match or 0
    await posted.deliver()
    await world.services.openings.roll(number)
    await play_first(world, number)
    shown = [await posted.deliver()]
    world.time.pass_by(2.5 * DAY)
    await world.services.timers.act()
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


async def play_first(world: World, number: int) -> None:
    position = await world.services.matches.position(number)
    mover = next(person for person in (ANNA, BEN, CARA) if person.id == position.match.mover)
    await world.services.turns.take_turn(world.by(mover), number, position.state.legal_moves()[0].text)


async def test_boards_of_undone_moves_are_not_posted(world: World) -> None:
    await begin(world)
    match = await begin(world)
    posted = PostedMessages(world)
    await posted.deliver()
    await play(world, match, ANNA, move=MOVES[0])
    notices = [notice for notice in await world.outbox.claim() if notice.kind is PlyPlayed]
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    before = list(posted.discord.log)
    for notice in notices:
        assert await posted.resender.senders.send(notice) is None
    assert posted.discord.log == before
    substituted = replace(notices[0], recipient=CARA.id, ply=0)
    assert await posted.resender.senders.send(substituted) is None, "Cara has no seat"


@pytest.mark.parametrize("language", ["en"])
async def test_direct_boards_name_the_player_who_undid_a_move(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The message names the player who undid it, in its reader's language."""
    await set_language(world, language)
    await begin(world)
    for person, code in ((ANNA, "en"), (BEN, "de")):
        await world.services.settings.set_preferences(world.by(person), tell=PingPlace.BOTH, language=code)
    walk = Walk(world, language)
    match = await begin(world)
    await walk.posted.deliver()
    await play(world, match, ANNA, move=MOVES[0])
    await walk.posted.deliver()
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    await walk.deliver()
    assert walk.text == approved(name=language)


@pytest.mark.parametrize("language", ["de"])
async def test_outdated_host_messages_lose_their_buttons(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The channel's message is in the channel's language, the direct one in the host's."""
    await set_language(world, language)
    await begin(world)
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH, language="en")
    posted = PostedMessages(world)
    table = await world.services.invitations.challenge(
        world.by(ANNA), replace(HAT, players=None), HALL, [BEN, CARA]
    )
    await world.services.invitations.decline(world.by(CARA), table.id, "no-time")
    await posted.deliver()
    await world.services.lobbies.join(world.by(BEN), table.id)
    shown = [await posted.deliver()]
    await world.services.invitations.withdraw(world.by(ANNA), table.id)
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


@pytest.mark.parametrize("language", ["en"])
async def test_headlines_have_the_move_and_bodies_its_effects(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The headline has the move, the body its effects; a planned reply comes with the move before it."""
    await set_language(world, language)
    await begin(world)
    posted = PostedMessages(world)
    match = await begin(world, MORRIS)
    for person, move in zip((ANNA, BEN) * 2, ("a1", "g7", "a4", "g4"), strict=True):
        await play(world, match, person, move=move)
    await posted.deliver()
    await play(world, match, ANNA, move="a7xg4")
    shown = [await posted.deliver()]
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["d1", "d7"])
    await play(world, match, BEN, move="d1")
    shown.append(await posted.deliver())
    assert STEP.join(shown) == approved(name=language)


async def test_moving_a_deadline_edits_nothing_without_a_board(world: World) -> None:
    await begin(world)
    posted = PostedMessages(world)
    await posted.deliver()
    posted.discord.refuses |= {("send", 70): (403, 50001), ("thread", 70): (403, 50001)}
    match = await begin(world)
    await play(world, match, ANNA, move=MOVES[0])
    await posted.deliver()
    assert (await world.services.matches.get(match.id)).board is None
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 2)
    assert "edits" not in await posted.deliver()
