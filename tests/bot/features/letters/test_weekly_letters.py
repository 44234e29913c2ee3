"""Weekly letters of servers: their rhythm and contents, and no letter after a week without play."""

from collections.abc import Callable
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

import pytest

from bot.chat.core.contributions.letter_parts import LetterParagraph
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.pictures import Pictures
from bot.features.letters.domain import WEEKLY_LETTER, LetterDue, MostWins
from bot.features.letters.messages import LetterComposer
from bot.features.letters.service import LetterContents, Week, WeeklyLetters
from bot.features.letters.store import WeeklyLetterRepository
from bot.features.puzzles.domain.daily_puzzles import DAILY_PUZZLE
from bot.features.servers.domain import WEEK
from bot.features.servers.store.subscriptions import SubscriptionRepository
from bot.features.tournaments.contributions import letter_paragraphs
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.kernel.outbox.delivered import Delivered
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.engine_question import NoEngines
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.services import make_services
from tests.galleries import GALLERY

TEXTS = Texts.load()
pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = HALL.server or 0


def sees_all(_place: Place) -> bool:
    return True


async def begin_letters(world: World) -> None:
    await world.services.weekly_letters.begin(world.by(CARA), _SERVER, HALL, time(18), 6)


async def next_week(world: World) -> list[LetterDue]:
    """Advance the clock to the next letter, or by a week; return the posted letters."""
    async with world.store.read() as session:
        letter = await session.of(SubscriptionRepository).get(_SERVER, WEEKLY_LETTER)
    world.time.now = world.time.now + WEEK if letter is None else letter.due
    await world.services.timers.act()
    notices = await world.outbox.claim()
    for notice in notices:
        await world.outbox.exchange([Delivered(notice.id, None)], 0)
    return [notice.event for notice in notices if isinstance(notice.event, LetterDue)]


async def resigned_match(world: World, key: str = "counting") -> Match:
    """Return a match that Anna has resigned after a move of each player."""
    match = await world.match(key)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.deliver_all()
    return await world.services.matches.get(match.id)


async def week_of(world: World, due: LetterDue, sees: Callable[[Place], bool] = sees_all) -> Week:
    return await world.services.letter_contents.week(_SERVER, due.since, due.until, sees)


async def letter_of(world: World, due: LetterDue, sees: Callable[[Place], bool] = sees_all) -> str:
    """Return a letter's body, empty if there is no letter."""
    slot = Slot[LetterParagraph]()
    slot.publish(letter_paragraphs(world.services.tournaments))
    composer = LetterComposer(world.services.letter_contents, slot)
    message = await composer.letter(due, sees, 1, Pictures(GALLERY), TEXTS.language("en"))
    return "" if message is None else message.body


async def test_a_letter_begun_in_a_thread_goes_to_the_parent_channel(world: World) -> None:
    thread = replace(HALL, channel=7001, parent=HALL.channel)
    letter = await world.services.weekly_letters.begin(world.by(CARA), _SERVER, thread, time(18), 6)
    assert letter.channel == HALL.channel
    (entry,) = await world.services.servers.audit(_SERVER)
    assert entry.note == f"on {HALL.channel}"


async def test_consecutive_letters_cover_adjacent_periods(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_letters(world)
    await resigned_match(world)
    has_news = LetterContents.has_news

    async def slow_has_news(contents: LetterContents, *arguments: Any) -> bool:
        result = await has_news(contents, *arguments)
        world.time.pass_by(timedelta(seconds=5))
        return result

    monkeypatch.setattr(LetterContents, "has_news", slow_has_news)
    (first,) = await next_week(world)
    await resigned_match(world)
    (second,) = await next_week(world)
    assert second.since == first.until


async def test_a_weekly_letter_lists_each_finished_game_once(world: World) -> None:
    await begin_letters(world)
    first_game = await resigned_match(world)
    assert await world.services.timers.next_due() is not None
    (first,) = await next_week(world)
    assert (first.server, first.channel, first.number, first.puzzle_before) == (
        _SERVER,
        HALL.channel,
        1,
        None,
    )
    assert await world.services.timers.act() == 0, "nothing more is due this week"
    week = await week_of(world, first)
    assert [match.id for match in week.ended] == [first_game.id]
    assert week.wins == MostWins((BEN.id,), 1)
    assert week.waiting is None
    assert week.finest is None
    assert week.board is not None
    assert week.board.match.id == first_game.id
    assert await letter_of(world, first, lambda _: False) == "", "readers who see no game get no letter"
    second_game = await resigned_match(world)
    (second,) = await next_week(world)
    assert (second.number, second.puzzle_before, second.since) == (2, first.puzzle, first.until)
    assert second.puzzle != first.puzzle
    week = await week_of(world, second)
    assert [match.id for match in week.ended] == [second_game.id], "no game is listed twice"


async def test_a_tournament_ending_without_a_game_is_reported_once(world: World) -> None:
    await begin_letters(world)
    tournaments = world.services.tournaments
    setup = TournamentSetup("Rungs", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.LADDER), 5)
    ladder = await tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN):
        ladder = await tournaments.enter(world.by(person), ladder.id, _SERVER)
    assert await next_week(world) == []
    await tournaments.call_off(world.by(ANNA), ladder.id, _SERVER)
    (due,) = await next_week(world)
    week = await week_of(world, due)
    assert (week.ended, week.moved) == ((), 0)
    assert "**Rungs** is over" in await letter_of(world, due)
    assert await letter_of(world, due, lambda _: False) == ""
    assert await next_week(world) == []


async def test_games_with_engines_come_last_and_between_engines_never(world: World) -> None:
    await begin_letters(world)
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    setup = TournamentSetup(
        "Cup",
        Terms("conhex", {}, clock=read_clock("7d"), rated=True),
        Rules(Format.ROUND_ROBIN),
        4,
        engine_level=1,
    )
    cup = await services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN):
        await services.tournaments.enter(world.by(person), cup.id, _SERVER)
    cup = await services.tournaments.begin(world.by(ANNA), cup.id, _SERVER)
    challenges = [await services.challenges.get(game.challenge or 0) for game in cup.games]
    games = [await services.matches.get(challenge.match or 0) for challenge in challenges]
    for match in sorted(games, key=lambda game: game.has_engines):
        await services.servers.adjudicate(world.by(ANNA), match.id, (), "", server=_SERVER)
        await world.deliver_all()
    (due,) = await next_week(world)
    week = await week_of(world, due)
    assert [len(game.people) for game in week.ended] == [2, 1, 1, 1, 1]


async def test_two_processes_post_one_letter(world: World) -> None:
    await begin_letters(world)
    await resigned_match(world)
    world.time.now += WEEK
    other = world.other_services()
    await other.weekly_letters.post(_SERVER)
    await world.services.weekly_letters.post(_SERVER)
    assert [type(notice.event) for notice in await world.outbox.claim()].count(LetterDue) == 1


async def test_a_week_without_play_has_no_letter(world: World) -> None:
    await begin_letters(world)
    assert await next_week(world) == []
    async with world.store.read() as session:
        letter = await session.of(SubscriptionRepository).get(_SERVER, WEEKLY_LETTER)
    assert letter is not None
    assert (letter.number, letter.due > world.time.now) == (0, True)
    await resigned_match(world)
    (due,) = await next_week(world)
    assert due.number == 1


async def test_the_longest_wait_skips_players_on_vacation(world: World) -> None:
    await begin_letters(world)
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.deliver_all()
    (due,) = await next_week(world)
    week = await week_of(world, due)
    assert week.waiting is not None
    assert (week.waiting.id, week.waiting.mover) == (match.id, BEN.id)
    assert week.board is None, "running games show no board"
    just_begun = replace(due, until=match.created + timedelta(hours=1))
    week = await week_of(world, just_begun)
    assert week.waiting is None
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(BEN), today, today + timedelta(days=3))
    week = await week_of(world, due)
    assert week.waiting is None


async def test_hidden_games_do_not_count_as_the_longest_wait(world: World) -> None:
    """The game waiting longest is private, the next is in a channel not visible to everyone."""
    await begin_letters(world)
    invitations, matches = world.services.invitations, list[int]()
    for channel, private in ((77, True), (78, False), (HALL.channel, False)):
        place = Place(_SERVER, channel, "en", private=private)
        challenge = await invitations.challenge(world.by(ANNA), Terms("counting", {}, "first"), place, [BEN])
        accepted = await invitations.accept(world.by(BEN), challenge.id)
        matches.append(accepted.match or 0)
        await world.services.turns.take_turn(world.by(ANNA), matches[-1], "take 2")
        world.time.pass_by(timedelta(minutes=1))
    await world.deliver_all()
    (due,) = await next_week(world)
    longest = [
        (await week_of(world, due, sees)).waiting
        for sees in (sees_all, lambda place: place.channel != 78, lambda _: False)
    ]
    assert [match and match.id for match in longest] == [matches[1], matches[2], None]


async def running_match(world: World, place: Place = HALL) -> Match:
    """Start a match of Anna and Ben in a place."""
    invitations = world.services.invitations
    challenge = await invitations.challenge(world.by(ANNA), Terms("counting", {}, "first"), place, [BEN])
    accepted = await invitations.accept(world.by(BEN), challenge.id)
    return await world.services.matches.get(accepted.match or 0)


async def longest_waiting(world: World) -> int | None:
    """Return the game that has waited longest."""
    now = world.time.now
    week = await world.services.letter_contents.week(_SERVER, now - WEEK, now, sees_all)
    return None if week.waiting is None else week.waiting.id


async def test_a_threaded_game_counts_only_if_its_thread_is_visible(world: World) -> None:
    await begin_letters(world)
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.match_places.move_home(match.id, 901, HALL.channel)
    await world.deliver_all()
    (due,) = await next_week(world)
    mentioned = [
        (await week_of(world, due, sees)).waiting is not None
        for sees in (lambda place: place.channel == 901, lambda place: place.channel != 901)
    ]
    assert mentioned == [True, False]


async def test_a_paused_game_does_not_count_as_waiting(world: World) -> None:
    match = await running_match(world)
    world.time.pass_by(WEEK)
    await world.services.presence.pause_server(_SERVER)
    assert await longest_waiting(world) is None
    await world.services.presence.resume_server(_SERVER)
    world.time.pass_by(WEEK)
    assert await longest_waiting(world) == match.id


async def test_games_waiting_for_dice_do_not_hide_others(world: World) -> None:
    lobby = await world.lobby(BEN, CARA)
    rolling = await world.services.lobbies.start(world.by(ANNA), lobby.id)
    assert (await world.services.matches.get(rolling.match or 0)).turn is None
    world.time.pass_by(timedelta(hours=1))
    match = await running_match(world)
    async with world.store.read() as session:
        (waiting,) = await session.of(WeeklyLetterRepository).waiting(_SERVER, 1)
    assert waiting.id == match.id


async def test_games_of_other_servers_are_no_news(world: World) -> None:
    other_server = Place(_SERVER + 1, 77, "en")
    running = await running_match(world, other_server)
    finished = await running_match(world, other_server)
    await world.services.resignations.resign(world.by(ANNA), finished.id)
    world.time.pass_by(timedelta(days=6))
    now = world.time.now
    contents = world.services.letter_contents
    for server, ended, moved, waiting in (
        (_SERVER, [], 0, None),
        (_SERVER + 1, [finished.id], 1, running.id),
    ):
        week = await contents.week(server, now - WEEK, now, sees_all)
        assert [match.id for match in week.ended] == ended
        assert week.moved == moved
        assert (week.waiting and week.waiting.id) == waiting


async def test_a_week_includes_its_start_and_excludes_its_end(world: World) -> None:
    start = world.time.now
    finished = await resigned_match(world)
    await running_match(world)
    contents, moment = world.services.letter_contents, timedelta(microseconds=1)
    weeks = [
        await contents.week(_SERVER, since, since + WEEK, sees_all)
        for since in (start - WEEK, start, start + moment)
    ]
    assert [[match.id for match in week.ended] for week in weeks] == [[], [finished.id], []]
    assert [week.moved for week in weeks] == [1, 1, 0]


async def test_limits_keep_the_longest_turns_and_the_newest_games(world: World) -> None:
    start, hour = world.time.now, timedelta(hours=1)
    moved, unmoved = await world.match(), await world.match()
    world.time.pass_by(hour)
    await world.services.turns.take_turn(world.by(ANNA), moved.id, "take 2")
    older = await resigned_match(world)
    world.time.pass_by(hour)
    newer = await resigned_match(world)
    async with world.store.read() as session:
        letters = session.of(WeeklyLetterRepository)
        for limit in (1, 9):
            waiting = await letters.waiting(_SERVER, limit)
            assert [match.id for match in waiting] == [unmoved.id, moved.id][:limit]
            finished = await letters.ended_matches(_SERVER, start, start + WEEK, limit)
            assert [match.id for match in finished] == [newer.id, older.id][:limit]


async def test_ending_letters_stops_them_and_is_audited(world: World) -> None:
    await begin_letters(world)
    await world.services.weekly_letters.end(world.by(CARA), _SERVER)
    await world.services.weekly_letters.end(world.by(CARA), _SERVER)
    await resigned_match(world)
    assert await next_week(world) == []
    assert await world.services.app.letters.letters.upcoming(_SERVER) is None
    log = await world.services.servers.audit(_SERVER)
    assert [(entry.what, entry.note) for entry in log] == [
        (WeeklyLetters.audit_action, f"off {HALL.channel}"),
        (WeeklyLetters.audit_action, f"on {HALL.channel}"),
    ]


async def test_the_same_request_subscribes_once(world: World) -> None:
    request = world.by(CARA)
    first = await world.services.weekly_letters.begin(request, _SERVER, HALL, time(18), 6)
    assert await world.services.weekly_letters.begin(request, _SERVER, HALL, time(18), 6) == first
    assert len(await world.services.servers.audit(_SERVER)) == 1


async def test_a_deleted_channel_ends_the_letters(world: World) -> None:
    await begin_letters(world)
    await resigned_match(world)
    await world.services.weekly_letters.on_deleted_channel(_SERVER, HALL.channel + 1)
    assert await next_week(world), "no letter is due"
    await world.services.weekly_letters.on_deleted_channel(_SERVER, HALL.channel)
    await resigned_match(world)
    assert await next_week(world) == []


async def test_a_letter_has_no_puzzle_if_the_server_allows_none(world: World) -> None:
    await begin_letters(world)
    await resigned_match(world)
    await world.services.servers.set_server(world.by(CARA), _SERVER, games=("counting",))
    (due,) = await next_week(world)
    assert due.puzzle is None


async def test_the_letter_avoids_the_puzzle_of_the_day(world: World) -> None:
    await begin_letters(world)
    planned = await world.services.app.letters.letters.upcoming(_SERVER)
    assert planned is not None
    assert planned.puzzle is not None
    daily = await world.services.daily_puzzles.begin(world.by(CARA), _SERVER, HALL, time(18))
    async with world.store.write() as session:
        await session.of(SubscriptionRepository).save(replace(daily, item=planned.puzzle))
    replacement = await world.services.app.letters.letters.upcoming(_SERVER)
    assert replacement is not None
    assert replacement.puzzle not in {None, planned.puzzle}


async def test_no_puzzle_appears_in_two_letters_in_a_row(world: World) -> None:
    """The previous letter's puzzle appears with its solution."""
    await begin_letters(world)
    first = await world.services.app.letters.letters.upcoming(_SERVER)
    daily = await world.services.daily_puzzles.begin(world.by(CARA), _SERVER, HALL, time(18))
    assert first is not None
    async with world.store.write() as session:
        await session.of(SubscriptionRepository).save(
            replace(daily, item=first.puzzle, due=world.time.now + timedelta(days=90))
        )
    events = []
    for _ in range(2):
        await resigned_match(world)
        events += await next_week(world)
        async with world.store.write() as session:
            await session.of(SubscriptionRepository).remove(_SERVER, DAILY_PUZZLE)
    assert events[1].puzzle_before == events[0].puzzle
    assert events[1].puzzle not in {None, events[0].puzzle}


async def test_subscriptions_are_deleted_with_the_server(world: World) -> None:
    await begin_letters(world)
    await resigned_match(world)
    await world.services.presence.pause_server(_SERVER)
    assert await next_week(world) == [], "a server without the bot gets no letter"
    for _ in range(5):
        world.time.now += WEEK
        while await world.services.timers.act():
            pass
    async with world.store.read() as session:
        assert await session.of(SubscriptionRepository).get(_SERVER, WEEKLY_LETTER) is None


async def test_erasure_searches_former_letter_channels(world: World) -> None:
    for step in (5, 6):
        other_place = replace(HALL, channel=HALL.channel + step)
        await world.services.weekly_letters.begin(world.by(CARA), _SERVER, other_place, time(18), 6)
    await world.services.weekly_letters.end(world.by(CARA), _SERVER)
    await resigned_match(world)
    async with world.store.read() as session:
        places = await world.services.app.kernel.personal_data.places(session, BEN.id)
    assert {HALL.channel + 5, HALL.channel + 6} <= {place.channel for place in places}


KING_CAPTURED = (
    "b4-b3 c4-c3 d2-c2 d3-g3 a4-a3 e4-e2 d1-d2 d4-e4 d6-a6 c3-c5 a6-f6 c5-c7 "
    "b3-b6 e4-a4 d7-f7 a4-a6 g4-g6 c7-c3 f4-f5 g3-g5 c2-c1 c3-c7 a3-a5"
)
"""A game of Brandubh."""


async def test_the_letter_shows_the_finest_ply_s_board(world: World) -> None:
    await begin_letters(world)
    texts = KING_CAPTURED.split()
    earlier, latest, less_fine = [await world.match("hnefatafl", board="brandubh-7") for _ in range(3)]
    for match, moves in ((earlier, texts), (latest, texts), (less_fine, texts[:-1])):
        world.time.pass_by(timedelta(hours=1))
        for number, text in enumerate(moves):
            person = (ANNA, BEN)[number % 2]
            await world.services.turns.take_turn(world.by(person), match.id, text)
    await world.services.resignations.resign(world.by(ANNA), less_fine.id)
    quiet = await resigned_match(world)
    await world.deliver_all()
    (due,) = await next_week(world)
    week = await week_of(world, due)
    assert {match.id for match in week.ended} == {earlier.id, latest.id, less_fine.id, quiet.id}
    assert week.finest is not None
    assert (week.finest.ply.number, week.finest.closes) == (len(texts), True)
    assert week.board is not None
    assert week.board.match.id == latest.id, "the later of two equally fine plies"
    assert week.board.state.outcome is not None


async def test_an_aborted_game_is_no_news(world: World) -> None:
    await begin_letters(world)

    async def abort() -> None:
        match = await world.match("conhex")
        await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
        assert (await world.services.matches.get(match.id)).is_aborted

    await abort()
    await world.deliver_all()
    assert await next_week(world) == []
    await abort()
    finished = await resigned_match(world)
    (due,) = await next_week(world)
    assert [ended.id for ended in (await week_of(world, due)).ended] == [finished.id]
