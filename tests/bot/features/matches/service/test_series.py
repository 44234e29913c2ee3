import asyncio

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.agenda import Limits
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchEnded, MatchStarted, PlyPlayed, SeriesEnded, SeriesGame
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person, Place
from data.store import Store
from rules.contract.series import Result, TieBreak
from tests.bot.support.contents import challenge_of, event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

_PEOPLE = {person.id: person for person in (ANNA, BEN)}
ELSEWHERE = Place(7, 71, "de")
_BY_SPEED = TieBreak.PLIES


async def _begin(world: World, key: str = "counting", choice: TieBreak | None = None) -> Challenge:
    choice = TieBreak.NONE if choice is None else choice
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms(key, {"goal": "3"}, "first", tie_break=choice), HALL, [BEN]
    )
    assert challenge.terms.tie_break == choice
    return await world.services.invitations.accept(world.by(BEN), challenge.id)


async def _win(world: World, match: Match, person: Person) -> None:
    """Play until `person` has won; only they take 2 to reach 3."""
    while match.status is MatchStatus.RUNNING:
        assert match.mover is not None
        mover = _PEOPLE[match.mover]
        total = int((await world.services.matches.position(match.id)).state.position.split()[0])
        amount = 2 if total == 1 else 1
        if mover != person and total:
            await world.services.resignations.resign(world.by(mover), match.id)
        else:
            await world.services.turns.take_turn(world.by(mover), match.id, f"take {amount}")
        match = await world.services.matches.get(match.id)
    assert match.outcome is not None
    assert [match.people[seat] for seat in match.outcome.winners] == [person.id]


async def _current_game(world: World, challenge: Challenge) -> Match:
    record = await world.services.matches.series(challenge.id)
    return await world.services.matches.get(record.games[-1])


async def _notices(world: World) -> list[Notice]:
    return [notice for notice in await world.deliver_all() if notice.kind is not PlyPlayed]


async def test_a_series_continues_despite_the_game_limit(store: Store, world: World) -> None:
    """The whole series was agreed at its start; the limit of games does not stop it."""
    small_world = World(store, world.games, Limits(games_per_person=2, games_per_channel=2))
    challenge = await _begin(small_world)
    match = await _current_game(small_world, challenge)
    for person in (ANNA, BEN):
        other = await small_world.services.invitations.challenge(
            small_world.by(person), Terms("counting", {}, "first"), ELSEWHERE, [CARA]
        )
        await small_world.services.invitations.accept(small_world.by(CARA), other.id)
    await small_world.services.resignations.resign(small_world.by(ANNA), match.id)
    second = await _current_game(small_world, challenge)
    assert (second.series_number, second.status) == (2, MatchStatus.RUNNING)
    another = small_world.services.invitations.challenge(
        small_world.by(ANNA), Terms("counting", {}, "first"), HALL
    )
    await expect_refusal(another, "too-many-games", limit="2")


async def test_the_second_game_starts_when_the_first_ends(world: World) -> None:
    challenge = await _begin(world)
    match = await _current_game(world, challenge)
    assert (match.series, match.series_number, match.challenge) == (challenge.id, 1, challenge.id)
    start = next(notice for notice in await _notices(world) if notice.kind is MatchStarted)
    assert event_of(start, MatchStarted).series == SeriesGame(challenge.id, 1)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    world.wakeups.clear()
    last = await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    assert (last.match.id, last.match.status) == (match.id, MatchStatus.FINISHED)
    assert len(world.wakeups) == 1
    second = await _current_game(world, challenge)
    assert (second.series, second.series_number) == (challenge.id, 2)
    assert (second.players, second.options) == (match.players[::-1], match.options)
    assert (second.status, second.plies, second.place) == (MatchStatus.RUNNING, 0, match.place)
    ply, start = (await world.deliver_all())[-2:]
    assert (ply.kind, ply.match) == (PlyPlayed, match.id)
    assert (start.kind, start.match, start.ply) == (MatchStarted, second.id, 0)
    assert event_of(start, MatchStarted).series == SeriesGame(challenge.id, 2)
    assert (await world.services.challenges.get(challenge.id)).match == match.id


async def test_resigning_also_continues_to_the_next_game(world: World) -> None:
    challenge = await _begin(world)
    first = await _current_game(world, challenge)
    await _notices(world)
    await world.services.resignations.resign(world.by(ANNA), first.id)
    second = await _current_game(world, challenge)
    assert second.id != first.id
    assert [(notice.kind, notice.match) for notice in await _notices(world)] == [
        (MatchEnded, first.id),
        (MatchStarted, second.id),
    ]
    await world.services.resignations.resign(world.by(ANNA), second.id)
    game_end, series_end = await _notices(world)
    assert (game_end.kind, game_end.match) == (MatchEnded, second.id)
    assert (series_end.kind, series_end.match, challenge_of(series_end)) == (SeriesEnded, second.id, None)
    assert series_end.event == SeriesEnded(second.id, 0, challenge.id)
    assert await world.services.matches.of(ANNA.id) == ()


async def test_a_series_record_lists_games_results_and_winner(world: World) -> None:
    challenge = await _begin(world)
    first = await _current_game(world, challenge)
    record = await world.services.matches.series(challenge.id)
    assert (record.id, record.key, record.length) == (challenge.id, "counting", 2)
    assert (record.games, record.results, record.tie_break) == ((first.id,), (), TieBreak.NONE)
    assert (record.winner, record.finished) == (None, False)
    await _win(world, first, ANNA)
    plies = (await world.services.matches.get(first.id)).plies
    second = await _current_game(world, challenge)
    record = await world.services.matches.series(challenge.id)
    assert record.games == (first.id, second.id)
    assert record.results == (Result(frozenset({ANNA.id}), plies),)
    assert (record.winner, record.finished) == (None, False)
    await _win(world, second, ANNA)
    record = await world.other_services().matches.series(challenge.id)
    assert (record.winner, record.finished, len(record.results)) == (ANNA.id, True, 2)


async def test_an_aborted_game_ends_the_series(world: World) -> None:
    challenge = await _begin(world)
    await world.services.offers.offer(world.by(ANNA), challenge.match or 0, OfferKind.ABORT)
    record = await world.services.matches.series(challenge.id)
    assert (record.games, record.results) == ((challenge.match,), ())
    assert (record.winner, record.finished) == (None, True)


async def test_a_level_series_is_a_tie_or_goes_to_the_faster_player(world: World) -> None:
    for choice, winner in ((TieBreak.NONE, None), (_BY_SPEED, BEN.id)):
        challenge = await _begin(world, choice=choice)
        first = await _current_game(world, challenge)
        for person in (ANNA, BEN, ANNA):
            await world.services.turns.take_turn(world.by(person), first.id, "take 1")
        second = await _current_game(world, challenge)
        await world.services.resignations.resign(world.by(ANNA), second.id)
        record = await world.services.matches.series(challenge.id)
        assert [result.plies for result in record.results] == [3, 0]
        assert (record.tie_break, record.winner, record.finished) == (choice, winner, True)


async def test_an_option_alternates_if_the_seats_do_not(world: World) -> None:
    challenge = await _begin(world, "openers")
    first = await _current_game(world, challenge)
    await world.services.resignations.resign(world.by(BEN), first.id)
    second = await _current_game(world, challenge)
    assert (first.options["again"], second.options["again"]) == ("off", "on")
    assert (second.players, second.options["goal"]) == (first.players, "3")


async def test_some_games_require_winning_in_both_roles(world: World) -> None:
    for winners, winner in (((ANNA, BEN), None), ((ANNA, ANNA), ANNA.id)):
        challenge = await _begin(world, "both")
        for person in winners:
            loser = BEN if person is ANNA else ANNA
            await world.services.resignations.resign(
                world.by(loser), (await _current_game(world, challenge)).id
            )
        assert (await world.services.matches.series(challenge.id)).winner == winner


async def test_shipped_games_change_seats_or_options_in_a_series(world: World) -> None:
    for key in ("hnefatafl", "conhex", "fox-and-hens", "hounds-and-jackals"):
        roles = world.games[key].roles(2)
        challenge = await world.services.invitations.challenge(
            world.by(ANNA), Terms(key, {}, roles[0], tie_break=TieBreak.NONE), HALL, [BEN]
        )
        challenge = await world.services.invitations.accept(world.by(BEN), challenge.id)
        first = await _current_game(world, challenge)
        await world.services.resignations.resign(world.by(ANNA), first.id)
        second = await _current_game(world, challenge)
        assert (second.players, dict(second.options)) != (first.players, dict(first.options))
        await world.services.resignations.resign(world.by(ANNA), second.id)
        record = await world.services.matches.series(challenge.id)
        assert (record.finished, record.winner) == (True, BEN.id)


async def test_unsupported_series_are_refused(world: World) -> None:
    services = world.services
    for key in ("gathering", "ludus-latrunculorum"):
        challenge = services.invitations.challenge(
            world.by(ANNA), Terms(key, {}, tie_break=TieBreak.NONE), HALL
        )
        await expect_refusal(challenge, "no-series", game=key)
    challenge = services.invitations.challenge(
        world.by(ANNA), Terms("both", {}, "first", tie_break=_BY_SPEED), HALL, [BEN]
    )
    await expect_refusal(challenge, "unknown-tie-break", tie_break="plies", allowed="none")


async def test_a_single_match_has_no_series_record(world: World) -> None:
    match = await world.match()
    assert (match.series, match.series_number) == (None, None)
    for series_id in (match.challenge, 404, 0, -1, 2**70):
        await expect_refusal(world.services.matches.series(series_id), "unknown-series")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await world.services.matches.of(ANNA.id) == ()


@pytest.mark.both_databases
async def test_the_next_game_starts_once(database_url: str, world: World) -> None:
    challenge = await _begin(world)
    first = await _current_game(world, challenge)
    other = await Store.open(database_url)
    request = world.by(BEN)
    processes = (world.services, world.other_services(other)) * 3
    results = await asyncio.gather(
        *(services.resignations.resign(request, first.id) for services in processes)
    )
    await other.close()
    assert {match.outcome for match in results} == {results[0].outcome}
    assert len((await world.services.matches.series(challenge.id)).games) == 2
    assert len(await world.services.matches.of(ANNA.id)) == 1


async def test_series_notices_are_delivered_in_order(world: World) -> None:
    challenge = await _begin(world)
    await world.deliver_all()
    first = await _current_game(world, challenge)
    await world.services.resignations.resign(world.by(BEN), first.id)
    (end,) = await world.outbox.claim()
    assert end.kind is MatchEnded
    assert await world.outbox.claim() == ()
    await world.outbox.deliver_as(end.id, None)
    (start,) = await world.outbox.claim()
    assert start.kind is MatchStarted


async def test_only_a_series_s_last_resignation_pings_the_opponent(world: World) -> None:
    """A player resigns the last game of a series: the other player is called."""
    challenge = await _begin(world)
    calls = []
    for loser in (ANNA, BEN):
        await _notices(world)
        await world.services.resignations.resign(world.by(loser), (await _current_game(world, challenge)).id)
        calls.append([(notice.kind, notice.calls) for notice in await _notices(world)])
    first, second = calls
    assert first == [(MatchEnded, ()), (MatchStarted, ())]
    assert second == [(MatchEnded, (ANNA.id,)), (SeriesEnded, ())]
