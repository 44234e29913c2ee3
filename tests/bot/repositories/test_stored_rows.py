"""Rows written by 0059: read and written as the same values, in both databases."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

import sqlalchemy as sa

from bot.features.reviews.domain import ReviewedPly
from bot.features.reviews.store import ReviewRepository, reviewed_plies
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import TournamentSetup, TournamentStatus
from bot.features.tournaments.store.tournament_tables import tournaments
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.model.challenges.challenge import Guest
from bot.model.challenges.terms import Terms
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import OfferKind, PastOffer
from bot.model.people.person import MessageRef, Place
from bot.model.people.person_settings import PersonSettings
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.settings import SettingValues
from bot.model.time.clocks import read_clock
from bot.model.time.reminders import QuietHours
from bot.model.time.vacation import Day, Vacation
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.challenge_tables import guests
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.person_tables import habits
from data.schema.columns import raw_table
from data.session import Session
from data.store import Store
from engines import Fact, GameValue, MoveWorth, PlyVerdict
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)


async def _insert(session: Session, table: sa.Table, **values: Any) -> None:
    await session.connection.execute(sa.insert(raw_table(table)).values(**values))


async def _stored_rows(session: Session, table: sa.Table, *columns: str) -> list[tuple[Any, ...]]:
    plain = raw_table(table)
    rows = await session.connection.execute(sa.select(*(plain.c[name] for name in columns)))
    return [tuple(row) for row in rows]


async def _people(session: Session, *people: int) -> None:
    for person in people:
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))


async def _match(session: Session, **stored: Any) -> Match:
    await _people(session, 1, 2)
    challenge_id = await session.of(ChallengeRepository).add(challenge(1, 2))
    number = await session.of(MatchRepository).add(new_match(challenge_id, 1, 2))
    if stored:
        await session.connection.execute(sa.update(raw_table(games)).values(**stored))
    match = await session.of(MatchRepository).lock(number)
    assert match is not None
    return match


async def test_stored_settings_round_trip_unchanged(store: Store) -> None:
    preferences = {
        "forced": True,
        "sound": ["bell", 3],
        "language": "de",
        "theme": "wood",
        "tell": "both",
        "reminders": [48, 2],
        "every": None,
        "quiet": "22:00-07:30",
        "zone": "Europe/Berlin",
    }
    vacation: list[list[Any]] = [
        ["2026-11-20T12:00:00+00:00", "2026-11-21T12:00:00+00:00", 2026, True],
        ["2026-11-21T12:00:00+00:00", "2026-11-21T18:00:00+00:00", None, False],
    ]
    settings = PersonSettings(
        Preferences(
            "de",
            "wood",
            PingPlace.BOTH,
            (48, 2),
            None,
            QuietHours(time(22), time(7, 30)),
            "Europe/Berlin",
            SettingValues({"forced": True, "sound": ["bell", 3]}),
        ),
        Vacation((Day(NOON, NOON + DAY, 2026, True), Day(NOON + DAY, NOON + 1.25 * DAY, None))),
    )
    async with store.write() as session:
        await _people(session, 1, 2)
        await _insert(session, habits, player=1, preferences=preferences, vacation=vacation)
        assert await session.of(PersonSettingsRepository).of([1, 2]) == {1: settings}
        await session.of(PersonSettingsRepository).save(1, settings)
        ((stored, days),) = await _stored_rows(session, habits, "preferences", "vacation")
        assert stored == preferences
        read = [[*map(datetime.fromisoformat, day[:2]), *day[2:]] for day in days]
        assert read == [[*map(datetime.fromisoformat, map(str, day[:2])), *day[2:]] for day in vacation]


async def test_settings_of_an_early_version_get_defaults(store: Store) -> None:
    async with store.write() as session:
        await _people(session, 1)
        await _insert(session, habits, player=1, preferences={"language": "de"}, vacation=[])
        assert await session.of(PersonSettingsRepository).of([1]) == {1: PersonSettings(Preferences("de"))}


async def test_offers_and_times_of_a_match_are_read(store: Store) -> None:
    waiting = {"what": "draw", "by": 1, "ply": 4, "agreed": [0], "channel": 5, "message": 9}
    async with store.write() as session:
        match = await _match(
            session,
            offers={"open": [waiting], "made": [["abort", 0, 1], ["draw", 1, 2]]},
            times=[[5, 4, 0], [7, 7, 1]],
            retired=[[1, 3]],
            dice_words=["ff"],
            dice_beacon={"origin": "opening", "channel": 5, "message": 8},
            unjustified=[3, 1],
        )
    assert match.standing == MatchOffers(
        (OpenOffer(OfferKind.DRAW, 1, 4, (0,), 5, 9),),
        (PastOffer(OfferKind.ABORT, 0, 1), PastOffer(OfferKind.DRAW, 1, 2)),
    )
    assert match.timing.times == ((5, 4, 0), (7, 7, 1))
    assert match.beacon == Beacon(Origin.OPENING, MessageRef(5, 8), ("ff",))
    assert (match.departures, match.unjustified) == (((1, 3),), (3, 1))


async def test_a_corrected_outcome_is_read_with_the_earlier_ones(store: Store) -> None:
    outcome = {
        "winners": [1],
        "reason": "correction",
        "first": {"winners": [0], "reason": "goal"},
        "neutral": {"winners": [], "reason": "annulled"},
    }
    async with store.write() as session:
        match = await _match(session, status="finished", outcome=outcome)
        assert match.outcome == Outcome((1,), "correction")
        assert (match.first_outcome, match.neutral_outcome) == (
            Outcome((0,), "goal"),
            Outcome((), "annulled"),
        )
        await session.of(MatchRepository).save(replace(match, outcome=None), match)
        assert await _stored_rows(session, games, "outcome") == [(outcome,)]


async def test_stored_guests_round_trip_unchanged(store: Store) -> None:
    rows = [
        # Person, invited, joined, party, waiting, word.
        (1, False, 0, None, True, None),
        (2, True, 3, 1, True, "ff"),
        (3, True, -1, None, True, None),
        (4, False, -2, None, False, None),
        (5, False, None, None, False, None),
    ]
    columns = ("player", "invited", "joined", "party", "waiting", "dice_word")
    async with store.write() as session:
        await _people(session, *(row[0] for row in rows))
        challenge_id = await session.of(ChallengeRepository).add(challenge(1))
        for row in rows:
            await _insert(session, guests, challenge=challenge_id, **dict(zip(columns, row, strict=True)))
        table = await session.of(ChallengeRepository).get(challenge_id)
        assert table is not None
        assert table.guests == (Guest(1, place=0), Guest(2, True, 3, 1, "ff"), Guest(3, True, -1))
        assert (table.left_ready, table.decliners) == (frozenset({3}), frozenset({4}))
        for guest in table.everyone:
            before = table.without(guest.person)
            await session.of(ChallengeRepository).save(before, table)
        assert sorted(await _stored_rows(session, guests, *columns)) == rows


async def test_a_stored_tournament_round_trips_unchanged(store: Store) -> None:
    rules = {
        "format": "league",
        "rounds": 3,
        "pairs": True,
        "least": 2,
        "most": 2,
        "league": {"group_size": 6, "moving": 1, "swapped": False, "season": 2},
    }
    league = LeagueRules(season=2)
    setup = TournamentSetup(
        "Cup", Terms("any", {}, clock=read_clock("3d")), Rules(Format.LEAGUE, pairs=True, league=league), 4
    )
    async with store.write() as session:
        await _people(session, 1)
        await session.of(PersonRepository).record_server(7, "en")
        await _insert(
            session,
            tournaments,
            server=7,
            channel=5,
            locale="en",
            name="Cup",
            key="any",
            options={},
            rules=rules,
            clock="3d",
            places=4,
            rated=False,
            status="called-off",
            organiser=1,
            created=NOON,
        )
        challenge_id = await session.of(TournamentRepository).get(1)
        assert challenge_id is not None
        assert (challenge_id.setup, challenge_id.status, challenge_id.organiser) == (
            setup,
            TournamentStatus.CALLED_OFF,
            1,
        )
        assert challenge_id.place == Place(7, 5, "en")
        again = await session.of(TournamentRepository).add(challenge_id)
        first, second = await _stored_rows(session, tournaments, "rules", "status", "name", "places")
        assert (first, again) == (second, 2)


async def test_proofs_of_a_review_are_read(store: Store) -> None:
    async with store.write() as session:
        match = await _match(session)
        await _insert(
            session,
            reviewed_plies,
            game=match.id,
            number=1,
            rules=1,
            seat=0,
            text="a",
            looks=9,
            best="b",
            best_chance=1.0,
            best_ends=3,
            played_chance=0.0,
            played_ends=-4,
            shares=[0.5, 0.5],
            refuted=False,
            proof={"best": ["won", 3], "played": ["lost", 4], "keepers": ["b"]},
        )
        verdict = PlyVerdict(
            "b",
            MoveWorth(1.0, 3, Fact(GameValue.WON, 3)),
            MoveWorth(0.0, -4, Fact(GameValue.LOST, 4)),
            (0.5, 0.5),
            ("b",),
        )
        plies = await session.of(ReviewRepository).of(match.id, 1)
        assert plies == (ReviewedPly(1, 0, "a", 9, verdict),)
        await session.of(ReviewRepository).save(match.id, 1, plies)
        assert await session.of(ReviewRepository).of(match.id, 1) == plies
