"""Challenges and their guests in the database."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.model.challenges.challenge import Challenge, ChallengeStatus, Guest
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.time.clocks import ClockChoice
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from data.cluster.timers import TimerRepository
from data.session import Session
from data.store import Store
from rules.contract.series import TieBreak
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_HOST = Guest(1, place=0)
_INVITED = Guest(2, invited=True)


async def _insert(session: Session, people: int, **more: Any) -> Challenge:
    for person in range(1, people + 1):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    offer = await session.of(ChallengeRepository).get(
        await session.of(ChallengeRepository).add(challenge(1, **more))
    )
    assert offer is not None
    return offer


async def _save(session: Session, before: Challenge, after: Challenge) -> Challenge:
    await session.of(ChallengeRepository).save(before, after)
    copy = await session.of(ChallengeRepository).lock(before.id)
    assert copy is not None
    return copy


async def test_every_field_is_stored_and_loaded(store: Store) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_server(7, "")
        full = challenge(
            1,
            2,
            options={"size": "3"},
            role="first",
            place=Place(7, 5, "", 6, private=True),
            players=4,
            everyone=(_HOST, Guest(3, invited=True, place=1, party=1, word="ff"), _INVITED),
            closed=True,
            tie_break=TieBreak.PLIES,
            clock=ClockChoice(3, 3, 3, soft=True),
            rematch_of=8,
            counter_to=9,
            expires=NOON,
            rated=True,
            exploring=False,
            commitment="hash",
        )
        await _insert(session, 3)
        number = await session.of(ChallengeRepository).add(full, "secret")
        assert await session.of(ChallengeRepository).get(number) == replace(full, id=number)
        assert await session.of(ChallengeRepository).seed(number) == "secret"


async def test_every_changed_field_is_saved(store: Store) -> None:
    async with store.write() as session:
        challenge = await _insert(session, 2)
        terms = Terms(
            "any",
            {"size": "4"},
            "second",
            players=2,
            tie_break=TieBreak.NONE,
            clock=ClockChoice(7, 7, 7),
            rated=True,
            exploring=False,
        )
        changed = replace(challenge, terms=terms, closed=True, expires=NOON, revision=3)
        assert await _save(session, challenge, changed) == changed
        settled = changed.close(ChallengeStatus.DECLINED, reason="no-time")
        assert await _save(session, changed, settled) == settled
        accepted = settled.close(ChallengeStatus.ACCEPTED, accepted_by=2)
        assert await _save(session, settled, accepted) == accepted


async def test_only_changed_columns_are_written(store: Store) -> None:
    async with store.write() as session:
        challenge = await _insert(session, 1, rated=True)
        # Another writer changed another column.
        other = await _save(session, challenge, replace(challenge, closed=True))
        assert (await _save(session, challenge, replace(challenge, revision=1))) == replace(other, revision=1)


async def test_guests_are_ordered_by_joining_then_invitation(store: Store) -> None:
    guests = (
        Guest(5, invited=True),
        Guest(2, place=7, party=1),
        Guest(4, invited=True),
        Guest(3, invited=True, place=3),
        _HOST,
    )
    async with store.write() as session:
        challenge = await _insert(session, 5, everyone=guests)
        games = [new_match(challenge.id, 1, 3, number=number) for number in (1, 2)]
        first, _ = [await session.of(MatchRepository).add(game) for game in games]
        in_series = await session.of(ChallengeRepository).get(challenge.id)
    assert in_series == replace(challenge, match=first)
    assert [guest.person for guest in challenge.guests] == [1, 3, 2, 4, 5]
    assert challenge.guests[2] == Guest(2, place=7, party=1)


async def test_a_person_is_a_guest_only_once(store: Store) -> None:
    async with store.write() as session:
        table = await _insert(session, 2, everyone=(_HOST,))
        joined = table.with_player(2, None, None)
        for _ in range(2):
            # Saving the same change again, from the same earlier state, adds nobody.
            assert await _save(session, table, joined) == joined


async def test_guests_join_leave_decline_and_return(store: Store) -> None:
    async with store.write() as session:
        table = await _insert(session, 4, everyone=(_HOST, _INVITED))
        changes: tuple[Callable[[Challenge], Challenge], ...] = (
            lambda it: it.with_player(2, 1, "ff"),
            lambda it: it.with_player(3, None, None),
            lambda it: it.with_player(3, 0, "ee"),
            lambda it: it.without_player(2, ready=True),
            lambda it: it.without_player(3, ready=False),
            lambda it: it.with_player(2, None, None),
            lambda it: it.with_player(3, None, None),
            lambda it: it.without_player(3, ready=True),
            lambda it: it.with_player(3, None, None),
            lambda it: it.without(3),
            lambda it: it.without_player(2, ready=False),
            lambda it: it.with_decliner(2),
            lambda it: it.with_player(2, None, None),
        )
        for change in changes:
            changed = change(table)
            assert await _save(session, table, changed) == changed
            table = changed
    assert [guest.person for guest in table.guests] == [1, 2]
    assert table.decliners == table.left_ready == frozenset()


async def test_guests_find_only_open_challenges(store: Store) -> None:
    async with store.write() as session:
        first, second = [await _insert(session, 3, everyone=(_HOST, _INVITED)) for _ in range(2)]
        assert await session.of(ChallengeRepository).open_of(2) == (first, second)
        await session.of(ChallengeRepository).save(first, first.close(ChallengeStatus.ACCEPTED))
        for person in (1, 2):
            assert await session.of(ChallengeRepository).open_of(person) == (second,)
        assert await session.of(ChallengeRepository).open_of(3) == ()
        away = second.without_player(2, ready=True).without(2)
        await session.of(ChallengeRepository).save(second, away)
        assert await session.of(ChallengeRepository).open_of(2) == ()
        assert await session.of(ChallengeRepository).lock(404) is None


async def test_closing_deletes_the_dice_words(store: Store) -> None:
    async with store.write() as session:
        table = await _insert(session, 2, everyone=(_HOST, Guest(2, place=1, word="ff")))
        assert table.members[1].word == "ff"
        settled = await _save(session, table, table.close(ChallengeStatus.WITHDRAWN))
        assert [member.word for member in settled.members] == [None, None]


async def test_a_new_expiry_sets_its_timer(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        challenge = await _insert(session, 1, expires=NOON)
    async with store.write() as session:
        later = replace(challenge, expires=NOON + timedelta(days=1))
        await session.of(ChallengeRepository).save(challenge, later)
    async with store.write() as session:
        await session.of(ChallengeRepository).save(later, replace(later, revision=1))
        assert await session.of(TimerRepository).due(CHALLENGE_TIMER, NOON + timedelta(days=9), 9)
        settled = later.close(ChallengeStatus.DECLINED)
        await session.of(ChallengeRepository).save(later, settled)
        assert await session.of(TimerRepository).due(CHALLENGE_TIMER, NOON + timedelta(days=9), 9) == ()
        await session.of(ChallengeRepository).save(later, replace(later, expires=None))
    assert moments == [NOON, NOON + timedelta(days=1)]


async def test_open_challenges_by_place(store: Store) -> None:
    hall, thread = Place(7, 70, "en"), Place(7, 71, "en", 70)
    async with store.write() as session:
        for server in (7, 8):
            await session.of(PersonRepository).record_server(server, "en")
        challenges = session.of(ChallengeRepository)
        first = await _insert(session, 3, place=hall)
        lasting = await _insert(session, 3, place=thread, expires=NOON + timedelta(hours=1))
        for more in (
            {"place": hall, "opponent": 2},
            {"place": hall, "closed": True},
            {"place": replace(hall, private=True)},
            {"place": Place(8, 80, "en")},
            {"place": hall, "expires": NOON},
        ):
            await _insert(session, 3, **more)
        gone = await _insert(session, 3, place=Place(7, 75, "en"))
        await challenges.save(gone, gone.close(ChallengeStatus.EXPIRED))
        assert await challenges.open_in(7, NOON) == (lasting, first)
        assert [await challenges.is_open_in(channel) for channel in (70, 71, 75, 99)] == [
            True,
            True,
            False,
            False,
        ]
        assert [await challenges.count_open_by(person) for person in (1, 2)] == [7, 0]
        await challenges.set_message(first.id, 900)
        posted = await challenges.get(first.id)
        assert posted == replace(first, message=900)


async def test_the_newest_rematch_is_found(store: Store) -> None:
    async with store.write() as session:
        declined = await _insert(session, 1, rematch_of=8)
        await session.of(ChallengeRepository).save(declined, declined.close(ChallengeStatus.DECLINED))
        newest = await _insert(session, 1, rematch_of=8)
        await _insert(session, 1, rematch_of=9)
        assert await session.of(ChallengeRepository).rematch_of(8) == newest
        assert await session.of(ChallengeRepository).rematch_of(7) is None


async def test_a_challenge_uses_its_servers_current_language(store: Store) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_server(7, "en")
        in_server = await _insert(session, 1, place=Place(7, 70, "en"))
        direct = await _insert(session, 1, place=Place(None, 5, "fr"))
        await session.of(PersonRepository).record_server(7, "de")
        challenges = session.of(ChallengeRepository)
        assert [(await challenges.get(offer.id) or offer).place.locale for offer in (in_server, direct)] == [
            "de",
            "fr",
        ]
