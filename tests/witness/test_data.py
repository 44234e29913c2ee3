"""The witness's database, opened with the present code: nothing is lost, all of it can be played on."""

import json
import lzma
import random
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.challenge import ChallengeStatus
from bot.model.people.preferences import AUTO_VACATION, FORCED
from tests.witness.manifest import Game, Manifest
from tests.witness.support import (
    HERE,
    POSTGRESQL,
    Kept,
    OfferKind,
    Refusal,
    Request,
    catch_up,
    deliver_all,
    is_over_by,
    play_on,
    replayed,
    unpack,
)

pytest_plugins = ("tests.data.databases",)

MOST_PLIES = 16
"""How long a game is played on before those to move give up."""
DICE = "catch-the-hat"


def test_both_databases_hold_the_same(tmp_path: Path, told: Manifest) -> None:
    dump = json.loads(lzma.decompress((HERE / POSTGRESQL).read_bytes()))
    with closing(sqlite3.connect(unpack(tmp_path).database)) as database:
        database.row_factory = sqlite3.Row
        assert database.execute("SELECT version_num FROM alembic_version").fetchone()[0] == told.schema
        session = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert set(dump) == set(session) - {"alembic_version", "sqlite_sequence"}
        for table, rows in dump.items():
            found = [dict(row) for row in database.execute(f"SELECT * FROM {table}")]  # noqa: S608
            assert len(found) == len(rows) == told.rows[table]
            for one, other in zip(found, rows, strict=True):
                assert one.keys() == other.keys()
                assert all(same(one[name], other[name]) for name in one), (table, one, other)


def same(kept: object, dumped: object) -> bool:
    """Say whether SQLite's value is the same as that of the dump, in whose types JSON and times are."""
    if isinstance(dumped, list | dict):
        return bool(json.loads(str(kept)) == dumped)
    return dumped in {kept, f"{kept}+00:00"}


def test_it_holds_what_it_is_to_witness(told: Manifest) -> None:
    keys = {game.key for game in told.games}
    assert len(keys) == 6
    assert {game.key for game in told.running} == keys
    for reason in ("resignation", "timeout", "aborted", "adjudication", "annulled"):
        assert {game.key for game in told.games if game.reason == reason} >= keys
    assert {game.key for game in told.games if game.name.startswith("won-") and game.winners} == keys
    assert {game.place for game in told.games} == {"thread", "channel", "direct", "nowhere"}
    assert {len(game.players) for game in told.running if game.key == DICE} == {2, 3, 4, 5}
    assert any(game.retired for game in told.running)
    assert any(game.automatic for game in told.running)
    assert any(game.claimable for game in told.running)
    assert any(game.undone for game in told.running)
    assert {one.status for one in told.challenges} == {"open", "countered", "declined", "withdrawn"}
    assert {one.what for one in told.offers} == {"draw", "take-back", "abort"}
    assert {one.status for one in told.waiting} == {"waiting", "claimed"}
    assert {one.arrived for one in told.waiting if one.status == "claimed"} == {True, False}
    assert {one.tell for one in told.habits} == {"thread", "direct", "both", "none"}
    assert {one.finished for one in told.series} == {True, False}
    assert told.missed
    assert told.plans


async def test_every_game_stands_as_it_did(kept: Kept, told: Manifest) -> None:
    for game in told.games:
        position = await kept.services.matches.position(game.id)
        match, state = position.match, position.state
        assert (match.key, match.options, match.people) == (game.key, game.options, game.players)
        assert (match.status, match.plies, match.turn) == (game.status, game.plies, game.turn)
        assert state.position == game.position
        assert replayed(game.key, game.options, len(game.players), game.log).position == game.position
        played = await kept.services.matches.plies(game.id, 0, game.plies)
        assert tuple(ply.text for ply in played) == game.log
        assert sum(ply.automatic is not None for ply in played) == game.automatic
        outcome = match.outcome
        assert (outcome and outcome.reason, outcome.winners if outcome else ()) == (game.reason, game.winners)
        assert (str(match.clock), match.claimable, match.retired) == (
            game.clock,
            game.claimable,
            game.retired,
        )
        assert (match.taken_back, len(await kept.services.offers.undone(game.id))) == (
            game.taken_back,
            game.undone,
        )
        assert (match.thread, match.place.channel, match.place.server) == (
            game.thread,
            game.channel,
            game.server,
        )
        assert (match.challenge, match.series_number) == (game.challenge, game.series_number)
        assert (None if match.board is None else (match.board.channel, match.board.message)) == game.board


async def test_everybody_finds_their_games_and_challenges(kept: Kept, told: Manifest) -> None:
    for person in told.people:
        agenda = await kept.services.agenda.of(person.id)
        running = [
            game
            for game in told.running
            if person.id in (one for seat, one in enumerate(game.players) if seat not in game.retired)
        ]
        mine = {game.id for game in running if game.mover == person.id}
        assert {match.id for match in agenda.mine} == mine
        assert {match.id for match in agenda.theirs} == {game.id for game in running} - mine
        finished = {g.id for g in told.games if g.status == "finished" and person.id in g.players}
        assert {match.id for match in agenda.finished} <= finished
        assert len(agenda.finished) == min(10, len(finished))
        waiting = [one for one in told.challenges if one.status == "open"]
        assert {one.id for one in agenda.challenges_sent} == {
            one.id for one in waiting if one.challenger == person.id
        }
        assert {one.id for one in agenda.challenges_received} >= {
            one.id for one in waiting if one.opponent == person.id
        }
        assert (await kept.services.people.names([person.id]))[person.id] == person.name


async def test_every_challenge_stands_as_it_did(kept: Kept, told: Manifest) -> None:
    for one in told.challenges:
        found = await kept.services.challenges.get(one.id)
        assert (found.terms.key, found.status, found.message) == (one.key, one.status, one.message)
        assert (found.challenger, found.opponent) == (one.challenger, one.opponent)
        assert (tuple(m.person for m in found.members), found.invited) == (one.joined, one.invited)
        assert (found.closed, found.rematch_of, found.counter_to) == (
            one.closed,
            one.rematch_of,
            one.counter_to,
        )


async def test_offers_plans_and_series_stand_as_they_did(kept: Kept, told: Manifest) -> None:
    for offer in told.offers:
        match = await kept.services.matches.get(offer.game)
        (found,) = [one for one in match.offers if one.what == offer.what]
        assert match.people[found.by] == offer.by
        assert tuple(match.people[seat] for seat in found.agreed) == offer.agreed
        assert found.message is not None
        assert (found.message.channel, found.message.message) == (offer.channel, offer.message)
    for plan in told.plans:
        assert (await kept.services.conditional_moves.lines(plan.person, plan.game)).lines == plan.lines
    for series in told.series:
        record = await kept.services.matches.series(series.id)
        assert (record.games, record.finished, record.winner) == (
            series.games,
            series.finished,
            series.winner,
        )


async def test_wishes_vacations_and_servers_stand_as_they_did(kept: Kept, told: Manifest) -> None:
    for habits in told.habits:
        found = await kept.services.settings.preferences(habits.person)
        quiet = found.quiet and f"{found.quiet.from_:%H:%M}-{found.quiet.until:%H:%M}"
        assert (found.tell, found.zone, quiet) == (habits.tell, habits.zone, habits.quiet)
        assert (found[FORCED], found[AUTO_VACATION]) == (habits.forced, habits.auto_vacation)
        book = await kept.services.settings.vacation(habits.person)
        assert (book.away_until is not None) is habits.away
    german = await kept.services.servers.server(told.servers["german"])
    assert str(german.clock) == "3d soft"
    assert told.channels["brettspiele"] in german.channels
    assert "hounds-and-jackals" not in german.games
    for server in told.servers.values():
        assert len(await kept.services.servers.audit(server)) > 5
    for channel, message in told.overviews.items():
        overview = await kept.services.servers.overview(int(channel))
        assert overview is not None
        assert overview.message == message


async def test_what_waited_is_handed_out_once(kept: Kept, told: Manifest) -> None:
    kept.clock.advance(86400)
    handed = Counter(await deliver_all(kept))
    assert {one.notice: 1 for one in told.waiting}.items() <= handed.items()
    assert set(handed.values()) == {1}
    assert await deliver_all(kept) == []
    order = [one for one in handed if one in {waiting.notice for waiting in told.waiting}]
    for stream in {one.stream for one in told.waiting}:
        for audience in {one.audience for one in told.waiting}:
            mine = [w.notice for w in told.waiting if (w.stream, w.audience) == (stream, audience)]
            assert [one for one in order if one in mine] == mine


async def test_what_was_missed_is_shown_once(kept: Kept, told: Manifest) -> None:
    for person, number in told.missed.items():
        assert len(await kept.outbox("this").missed(int(person))) == number
        assert await kept.outbox("this").missed(int(person)) == ()


async def test_a_request_of_then_changes_nothing_again(kept: Kept, told: Manifest) -> None:
    played = [one for one in told.played if told.game_by_id(one.game).status == "running"]
    assert len(played) > 10
    for one in played:
        request = Request(one.request, kept.request(one.person).person)
        turn = await kept.services.turns.take_turn(request, one.game, one.move)
        assert turn.repeated
        assert turn.number == one.number
        assert turn.match.plies == told.game_by_id(one.game).plies


async def test_the_dice_of_then_can_be_checked(kept: Kept, told: Manifest) -> None:
    rolled = [game for game in told.games if game.key == DICE and game.status == "finished"]
    assert rolled
    for game in rolled:
        assert (await kept.services.matches.verify(game.id)).correct
    for game in told.running:
        if game.key == DICE:
            assert (await kept.services.matches.get(game.id)).commitment


async def test_offers_of_then_are_answered(kept: Kept, told: Manifest) -> None:
    for offer in told.offers:
        for person in offer.asked:
            await kept.services.offers.answer(kept.request(person), offer.game, OfferKind(offer.what), True)
        match = await kept.services.matches.get(offer.game)
        if offer.what == "take-back":
            assert match.taken_back == told.game_by_id(offer.game).taken_back + 1
        else:
            assert match.status == "finished"


async def test_challenges_of_then_lead_to_games(kept: Kept, told: Manifest) -> None:
    for one in told.challenges:
        if one.status != "open":
            continue
        if not one.joined:
            guest = one.opponent or next(p.id for p in told.people if p.id != one.challenger)
            begun = await kept.services.invitations.accept(kept.request(guest), one.id)
            assert begun.match is not None
            continue
        others = [p.id for p in told.people if p.id not in one.joined]
        guests = [p for p in one.invited if p not in one.joined] or others[:1]
        begun = await kept.services.challenges.get(one.id)
        for guest in guests if one.name != "table-ready" else ():
            begun = await kept.services.lobbies.join(kept.request(guest), one.id)
        if begun.status is not ChallengeStatus.ACCEPTED:
            begun = await kept.services.lobbies.start(kept.request(one.challenger), one.id)
        assert begun.match is not None


@pytest.mark.parametrize("share", [0, 1])
async def test_every_game_is_played_on_to_its_end(kept: Kept, told: Manifest, share: int) -> None:
    lot = random.Random(5)
    for game in told.running[share::2]:
        ended = await play_on(kept, game.id, MOST_PLIES, lot)
        assert ended.status == "finished"
        assert ended.outcome is not None
        assert ended.plies > game.plies
        again = await kept.services.matches.position(game.id)
        played = await kept.services.matches.plies(game.id, 0, ended.plies)
        texts = [ply.text for ply in played]
        assert tuple(texts[: game.plies]) == game.log
        state = replayed(game.key, game.options, len(game.players), texts)
        assert state.position == again.state.position


async def test_time_goes_on(kept: Kept, told: Manifest) -> None:
    late = [game for game in told.running if is_over_by(game.clock)]
    assert late
    for _ in range(10):
        kept.clock.advance(timedelta(days=8).total_seconds())
        await catch_up(kept)
    for game in late:
        match = await kept.services.matches.get(game.id)
        assert match.status == "finished", game.name
    soft = told.game("latrunculi-late")
    claimed = await kept.services.deadlines.claim(kept.request(winner_of(soft)), soft.id)
    assert claimed.outcome is not None
    assert claimed.outcome.reason == "timeout"


def winner_of(game: Game) -> int:
    """Return who waits for the one to move."""
    return next(person for person in game.players if person != game.mover)


async def test_a_plan_of_then_is_carried_out(kept: Kept, told: Manifest) -> None:
    (plan,) = told.plans
    game = told.game_by_id(plan.game)
    expected, reply = plan.lines[0]
    turn = await kept.services.turns.take_turn(kept.request(game.mover), game.id, expected)
    assert turn.match.plies == game.plies + 2
    (_, automatic) = await kept.services.matches.plies(game.id, game.plies, game.plies + 2)
    assert (automatic.text, automatic.automatic) == (reply, "conditional")


async def test_a_missed_capture_of_then_is_claimed(kept: Kept, told: Manifest) -> None:
    game = told.game("fox-claim")
    turn = await kept.services.turns.take_turn(kept.request(game.mover), game.id, "claim")
    assert turn.move.text == "claim" or turn.move.action == "claim"
    with pytest.raises(Refusal):
        await kept.services.turns.take_turn(kept.request(winner_of(game)), game.id, "e4", expected=game.plies)
