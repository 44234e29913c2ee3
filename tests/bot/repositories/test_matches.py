"""Matches in the database: seats, numbers, secrets, changed columns."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import MatchOffers
from bot.model.match.offers.offer_rules import Offer as Open
from bot.model.match.offers.offer_rules import OfferKind, Offers, PastOffer
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.person_settings import PersonSettings
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import Preferences
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.servers.servers import ServerRepository
from data.session import Session
from data.store import Store
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.data.challenges import challenge
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def _challenge(session: Session, *people: int) -> int:
    for person in people:
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    series = TieBreak.PLIES
    return await session.of(ChallengeRepository).add(
        challenge(people[0], players=4, closed=True, tie_break=series)
    )


async def _game(session: Session, of: int, *people: int, number: int = 1) -> int:
    return await session.of(MatchRepository).add(new_match(of, *people, number=number))


async def _finish(session: Session, game: int) -> None:
    match = await session.of(MatchRepository).lock(game)
    assert match is not None
    await session.of(MatchRepository).save(match, match.end(Outcome((), "any"), NOON))


async def test_a_seed_is_readable_only_after_the_game(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, await _challenge(session, 1, 2), 1, 2)
        assert await session.of(MatchRepository).seed(game) is None
        await session.of(MatchRepository).set_seed(game, "secret", "hash")
        assert await session.of(MatchRepository).seed(game) == "secret"
        for record in (
            await session.of(MatchRepository).get(game),
            await session.of(MatchRepository).lock(game),
            *await session.of(MatchRepository).running_of(1, 9),
            *await session.of(MatchRepository).running_at(5),
            await session.of(MatchRepository).latest_at(5),
        ):
            assert record is not None
            assert (record.seed, record.commitment) == (None, "hash")
        await _finish(session, game)
        (over,) = await session.of(MatchRepository).finished_matches(1, 9)
        assert (over.seed, over.commitment) == ("secret", "hash")
        mixed = new_match(over.challenge, 1, 2, number=2, commitment="of the secret")
        game = await session.of(MatchRepository).add(mixed, "sealed")
        await session.of(MatchRepository).set_seed(game, "mixed", "of the mixture")
        await _finish(session, game)
        (newest, _) = await session.of(MatchRepository).finished_matches(1, 9)
    assert (newest.seed, newest.commitment) == ("sealed", "of the secret")


async def test_several_plies_are_appended_at_once(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, await _challenge(session, 1, 2), 1, 2)
        plies = [LogEntry(number, None, f"roll:{number}", NOON) for number in (1, 2, 3)]
        await append(session, game, plies, 1, "three")
        record = await session.of(MatchRepository).get(game)
        assert await session.of(MatchLogRepository).plies(game, 0, 9) == tuple(plies)
    assert record is not None
    assert (record.plies, record.turn, record.position) == (3, 1, "three")


async def test_a_leavers_game_is_unlisted_for_them_until_it_ends(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, await _challenge(session, 1, 2, 3), 1, 2, 3)
        match = await session.of(MatchRepository).lock(game)
        assert match is not None
        first = match.with_leaver(2, 8)
        await session.of(MatchRepository).save(match, first)
        await session.of(MatchRepository).save(first, first.with_leaver(0, 11))
        record = await session.of(MatchRepository).get(game)
        assert record is not None
        assert (record.departures, record.people) == (((2, 8), (0, 11)), (1, 2, 3))
        counts = [await session.of(MatchRepository).count_of(person) for person in (1, 2, 3)]
        assert counts == [0, 1, 0]
        assert await session.of(MatchRepository).running_of(3, 9) == ()
        assert await session.of(MatchRepository).finished_matches(3, 9) == ()
        assert len(await session.of(MatchRepository).running_of(2, 9)) == 1
        await _finish(session, game)
        assert [
            len(await session.of(MatchRepository).finished_matches(person, 9)) for person in (1, 2, 3)
        ] == [
            1,
            1,
            1,
        ]


async def test_games_of_a_challenge_are_numbered(store: Store) -> None:
    async with store.write() as session:
        challenge_id = await _challenge(session, 1, 2)
        second = await _game(session, challenge_id, 2, 1, number=2)
        first = await _game(session, challenge_id, 1, 2)
        games = await session.of(MatchRepository).of_challenge(challenge_id)
        assert [(game.id, game.number, game.tie_break) for game in games] == [
            (first, 1, TieBreak.PLIES),
            (second, 2, TieBreak.PLIES),
        ]
        record = await session.of(ChallengeRepository).get(challenge_id)
        assert record is not None
        assert record.match == first
        assert await session.of(MatchRepository).of_challenge(404) == ()


async def test_a_locked_match_includes_settings_and_names(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, await _challenge(session, 1, 2), 1, 2)
        oak = PersonSettings(Preferences(theme="oak"))
        await session.of(PersonSettingsRepository).save(2, oak)
        match = await session.of(MatchRepository).lock(game)
        assert match is not None
        assert (match.settings, match.names) == ((PersonSettings(), oak), {1: "P1", 2: "P2"})
        assert not match.overviewed
        await session.of(ServerRepository).save_overview(5, None, "en")
        await session.of(MatchRepository).move_home(game, 71, 5)
        listed = await session.of(MatchRepository).get_with_settings(game)
        assert listed is not None
        assert listed.overviewed
        bare = await session.of(MatchRepository).get(game)
        assert bare is not None
        assert (bare.settings, bare.names, bare.overviewed) == ((), {}, True)


async def test_a_match_uses_the_servers_current_language(store: Store) -> None:
    async with store.write() as session:
        people, matches = session.of(PersonRepository), session.of(MatchRepository)
        await people.record_server(7, "en")
        of = await _challenge(session, 1, 2)
        game = await matches.add(new_match(of, 1, 2, place=Place(7, 70, "en")))
        await people.record_server(7, "de")
        match = await matches.get(game)
        assert match is not None
        assert match.place.locale == "de"


async def _save(session: Session, before: Match, after: Match) -> Match:
    await session.of(MatchRepository).save(before, after)
    copy = await session.of(MatchRepository).lock(before.id)
    assert copy is not None
    return copy


async def test_every_field_round_trips(store: Store) -> None:
    async with store.write() as session:
        challenge_id = await _challenge(session, 1)
        whole = new_match(
            challenge_id,
            1,
            options={"size": "3"},
            players=(HumanPlayer(1), EnginePlayer("alpha-beta", 3)),
            place=Place(None, 5, "en", 4, private=True),
            turn=1,
            position="start",
            number=2,
            tie_break=TieBreak.PLIES,
            rules=3,
            commitment="hash",
            words=("ff",),
            timing=Timing(NOON, ((5, 4, 0), (7, 7, 1)), deadline=NOON, due=NOON, told=NOON),
        )
        number = await session.of(MatchRepository).add(whole, "secret")
        assert await session.of(MatchRepository).get(number) == replace(whole, id=number)
        assert await session.of(MatchRepository).secret_of(number) == "secret"


async def test_every_mutable_field_is_saved(store: Store) -> None:
    async with store.write() as session:
        number = await _game(session, await _challenge(session, 1, 2, 3), 1, 2, 3)
        match = await session.of(MatchRepository).lock(number)
        assert match is not None
        later = NOON + timedelta(hours=1)
        timing = Timing(later, ((5, 4, 1),) * 3, 2, later, True, later, NOON, 3, True, True, later)
        offers = Offers(
            (Open(OfferKind.DRAW, 1, frozenset({0})),), frozenset({PastOffer(OfferKind.DRAW, 1, 2)})
        )
        standing = MatchOffers().after_change(offers, 1).with_message(OfferKind.DRAW, MessageRef(5, 9))
        match_after = match.with_plies(1, 2, "a", timing, later)
        undo = replace(match, standing=standing).undo_point(1, timing)
        match_after = replace(match_after, undo=undo, standing=standing, taken_back=1)
        copy = await _save(session, match, match_after)
        assert (copy, copy.undo) == (match_after, undo)
        match_left = match_after.with_leaver(2, 2)
        assert await _save(session, match_after, match_left) == match_left
        final_match = replace(match_left.end(Outcome((1,), "any"), later, resigned=0), standing=MatchOffers())
        assert await _save(session, match_left, final_match) == final_match
        corrected = final_match.correct(Outcome((0,), "correction"))
        assert await _save(session, final_match, corrected) == corrected
        again = corrected.correct(Outcome((), "annulled"))
        assert await _save(session, corrected, again) == again
        assert again.first_outcome == Outcome((1,), "any")


async def test_unchanged_columns_are_not_written(store: Store) -> None:
    async with store.write() as session:
        number = await _game(session, await _challenge(session, 1, 2), 1, 2)
        match = await session.of(MatchRepository).lock(number)
        assert match is not None
        # Another writer changed another column.
        other = await _save(session, match, replace(match, taken_back=4))
        changed = replace(match, resigned=1)
        assert await _save(session, match, changed) == replace(other, resigned=1)


async def test_only_a_changed_due_time_sets_a_timer(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        number = await _game(session, await _challenge(session, 1, 2), 1, 2)
        match = await session.of(MatchRepository).lock(number)
        assert match is not None
        timed = replace(match, timing=Timing(NOON, due=NOON))
        await session.of(MatchRepository).save(match, timed)
    async with store.write() as session:
        await session.of(MatchRepository).save(timed, replace(timed, resigned=1))
    assert moments == [NOON]
