"""The first roll waits for the match's opening message, but not for ever."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.matches.service.openings import MAX_WAIT
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.model.challenges.challenge import Challenge
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade, DiceRolled, MatchRestored, MatchStarted
from bot.model.match.beacon import Beacon, BeaconSource, Origin, digest_of
from bot.model.match.dice import Seed
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, ManualOutbox, SeededDice, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)

_POSTED = MessageRef(71, 1440000000000000777)
_CARD = 1440000000000000555
_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA)}


async def _open_table(world: World, **options: str) -> Challenge:
    world.chance = SeededDice("openings")
    world.services = world.other_services()
    return await world.lobby(role="red", options=options, players=3)


async def _start_table(world: World, table: Challenge, *words: str) -> Match:
    """Join as Ben and Cara with the given words, which starts the match."""
    for person, word in zip((BEN, CARA), (*words, None, None), strict=False):
        table = await world.services.invitations.accept(world.by(person), table.id, 0, word)
    assert table.match is not None
    return await world.services.matches.get(table.match)


async def _claim_next(world: World, kind: type[DomainEvent]) -> Notice:
    """Deliver all notices before the next of a kind; return that one, claimed but not delivered."""
    while notices := await world.outbox.claim(1):
        (notice,) = notices
        if notice.kind is kind:
            return notice
        await world.outbox.exchange([Delivered(notice.id, None)], 0)
    raise AssertionError(f"no {kind}")


async def _post(world: World, notice: Notice, ref: MessageRef = _POSTED) -> Match:
    """Deliver a notice as a message, and roll for its match."""
    await world.outbox.exchange([Delivered(notice.id, ref)], 0)
    assert notice.match is not None
    await world.services.openings.roll(notice.match)
    return await world.services.matches.get(notice.match)


async def _finish(world: World, match: Match) -> Match:
    for person in (BEN, CARA):
        match = await world.services.resignations.resign(world.by(person), match.id)
    assert match.status is MatchStatus.FINISHED
    return match


async def test_the_first_roll_derives_from_the_opening_message(world: World) -> None:
    table = await _open_table(world)
    match = await _start_table(world, table)
    assert table.commitment is not None
    assert match.commitment == table.commitment, "it is published before anybody agrees"
    assert (match.plies, match.turn, match.beacon, match.seed) == (0, None, None, None)
    await world.services.openings.roll(match.id)
    await world.services.openings.roll_waiting()
    assert (await world.services.matches.get(match.id)).plies == 0, "the message is still awaited"
    match_after = await _post(world, await _claim_next(world, MatchStarted))
    assert (match_after.plies, match_after.turn, match_after.beacon) == (
        1,
        0,
        Beacon(Origin.OPENING, _POSTED),
    )
    finished = await _finish(world, match_after)
    assert finished.seed is not None
    assert Seed.from_hex(finished.seed).short_commitment == table.commitment
    first = world.games["gathering"].new(match.options, 3)
    mixed_seed = Seed.from_hex(finished.seed).mix(Beacon(Origin.OPENING, _POSTED))
    (roll, *_) = await world.services.matches.plies(match.id, 0, 1)
    assert roll.text == mixed_seed.roll(match.id, 1, first.chances()).text
    assert (await world.services.matches.verify(match.id)).correct


async def test_a_commitment_survives_changed_terms_but_is_not_shared(world: World) -> None:
    table = await _open_table(world)
    challenge = await world.services.term_changes.change(
        world.by(ANNA), table.id, replace(table.terms, options={"goal": "12"}, role="red", players=3)
    )
    assert (challenge.revision, challenge.commitment) == (1, table.commitment)
    assert (await world.lobby(role="red")).commitment != table.commitment
    assert (await world.challenge()).commitment is None, "a game without dice"


async def test_the_first_player_is_pinged_once(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start_notice = await _claim_next(world, MatchStarted)
    assert set(start_notice.calls) == {ANNA.id, BEN.id, CARA.id}
    await _post(world, start_notice)
    first = event_of(await _claim_next(world, DiceRolled), DiceRolled)
    assert (first.match, first.since, first.plies, first.pings) == (match.id, 0, 1, False)


async def test_a_delayed_first_roll_pings_the_first_player(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.BOTH)
    await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    world.time.pass_by(timedelta(minutes=20))
    await _post(world, start)
    notices = [notice for notice in await world.deliver_all() if notice.kind is DiceRolled]
    assert {notice.recipient for notice in notices} == {None, ANNA.id}
    assert not [notice for notice in notices if not event_of(notice, DiceRolled).pings]


async def test_the_first_turn_s_clock_starts_with_the_roll(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    assert match.deadline is None
    start = await _claim_next(world, MatchStarted)
    world.time.pass_by(timedelta(minutes=30))
    assert (await _post(world, start)).turn_began == world.time.now


async def test_before_the_roll_players_can_leave_but_not_move(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    await expect_refusal(world.services.turns.take_turn(world.by(ANNA), match.id, "take"), "dice-awaited")
    start = await _claim_next(world, MatchStarted)
    result = await world.services.resignations.resign(world.by(ANNA), match.id)
    assert (result.status, result.plies, result.turn) == (MatchStatus.RUNNING, 1, None)
    match_after = await _post(world, start)
    assert (match_after.plies, match_after.turn) == (2, 1)
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    assert finished.status is MatchStatus.FINISHED
    assert (await world.services.matches.verify(match.id)).correct


async def test_a_match_ended_before_its_first_roll_has_no_rolls(world: World) -> None:
    match = await _finish(world, await _start_table(world, await _open_table(world)))
    assert match.seed is not None
    record = await world.services.exports.of(match.id)
    assert record.dice is None
    await _post(world, await _claim_next(world, MatchStarted))
    assert (await world.services.matches.get(match.id)).status is MatchStatus.FINISHED
    verified = await world.services.matches.verify(match.id)
    assert (verified.rolls, verified.correct) == ((), True)


async def test_an_interrupted_roll_is_made_by_the_next_process(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    await world.outbox.exchange([Delivered(start.id, _POSTED)], 0)
    await world.other_services().openings.roll_waiting()
    match_after = await world.services.matches.get(match.id)
    assert (match_after.plies, match_after.beacon) == (1, Beacon(Origin.OPENING, _POSTED))


@pytest.mark.both_databases
async def test_concurrent_processes_roll_once(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    await world.outbox.exchange([Delivered(start.id, _POSTED)], 0)
    await asyncio.gather(*(world.other_services().openings.roll(match.id) for _ in range(4)))
    await asyncio.gather(*(world.other_services().openings.roll_waiting() for _ in range(4)))
    assert (await world.services.matches.get(match.id)).plies == 1
    roll_notices = [notice for notice in await world.deliver_all() if notice.kind is DiceRolled]
    assert len(roll_notices) == 1


async def test_a_second_message_does_not_change_the_beacon(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    match_after = await _post(world, start)
    assert await _post(world, start, MessageRef(71, 1)) == match_after
    async with world.store.write() as session:
        await session.of(MatchRepository).set_beacon(match.id, BeaconSource(Origin.NOTHING))
    assert (await world.services.matches.get(match.id)).beacon == match_after.beacon


@pytest.mark.parametrize("message", [_CARD, None])
async def test_an_unpostable_start_falls_back_to_the_card_or_no_beacon(
    world: World, message: int | None
) -> None:
    table = await _open_table(world)
    if message is not None:
        card = await _claim_next(world, ChallengeMade)
        await world.outbox.exchange([Delivered(card.id, MessageRef(HALL.channel, message))], 0)
    match = await _start_table(world, table)
    start = await _claim_next(world, MatchStarted)
    await world.outbox.miss(start.id, "nowhere")
    await world.services.openings.roll(match.id)
    match_after = await world.services.matches.get(match.id)
    card_of = None if message is None else MessageRef(HALL.channel, message)
    origin = Origin.NOTHING if message is None else Origin.CARD
    assert (match_after.plies, match_after.beacon) == (1, Beacon(origin, card_of))
    finished = await _finish(world, match_after)
    assert (await world.services.matches.verify(finished.id)).correct
    dice = (await world.services.exports.of(finished.id)).dice
    assert dice is not None
    assert dice.message == str(message or 0)


async def test_the_first_direct_message_becomes_the_beacon(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    await world.outbox.reroute(start.id, "closed")
    await world.services.openings.roll(match.id)
    assert (await world.services.matches.get(match.id)).plies == 0
    direct_notices = [notice for notice in await world.outbox.claim() if notice.kind is MatchStarted]
    assert {notice.recipient for notice in direct_notices} == {ANNA.id, BEN.id, CARA.id}
    await world.outbox.miss(direct_notices[0].id, "refused")
    await world.services.openings.roll(match.id)
    assert (await world.services.matches.get(match.id)).plies == 0, "two direct messages may still arrive"
    match_after = await _post(world, direct_notices[1])
    assert match_after.beacon == Beacon(Origin.OPENING, _POSTED)
    assert (await _post(world, direct_notices[2], MessageRef(73, 1))).beacon == match_after.beacon


async def test_the_roll_does_not_wait_for_days(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    start = await _claim_next(world, MatchStarted)
    for _ in range(4):
        await world.services.openings.roll_waiting()
        assert (await world.services.matches.get(match.id)).plies == 0
        await world.outbox.postpone(start.id, "Discord is away")
        world.time.pass_by(MAX_WAIT / 4)
        start = await _claim_next(world, MatchStarted)
    await world.services.openings.roll_waiting()
    match_after = await world.services.matches.get(match.id)
    assert (match_after.plies, match_after.beacon) == (1, Beacon(Origin.NOTHING))
    after_late_post = await _post(world, start)
    assert (after_late_post.plies, after_late_post.beacon) == (1, match_after.beacon), "the roll stays"


async def test_a_process_returning_after_days_posts_before_rolling(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    world.time.pass_by(timedelta(days=2))
    world.services = world.other_services()
    await world.services.openings.roll_waiting()
    assert (await world.services.matches.get(match.id)).plies == 0
    match_after = await _post(world, await _claim_next(world, MatchStarted))
    assert match_after.beacon == Beacon(Origin.OPENING, _POSTED)


async def test_a_word_enters_the_dice_and_only_its_digest_is_stored(world: World) -> None:
    match = await _start_table(world, await _open_table(world), "  Pomeranze ", "zwölf Boxkämpfer")
    words = [digest_of("Pomeranze"), digest_of("zwölf Boxkämpfer")]
    assert match.words is not None
    assert sorted(match.words) == sorted(words)
    seats = {BEN.id: words[0], CARA.id: words[1]}
    assert match.words == tuple(seats[person] for person in match.people if person in seats)
    finished = await _finish(world, await _post(world, await _claim_next(world, MatchStarted)))
    assert finished.beacon == Beacon(Origin.OPENING, _POSTED, match.words)
    assert (await world.services.matches.verify(match.id)).correct
    for person in (ANNA, BEN, CARA):
        text = (await world.services.personal_exports.of(person)).decode()
        assert "Pomeranze" not in text
        assert digest_of("Pomeranze") not in text, "the digest belongs to the game"


@pytest.mark.parametrize(
    ("word", "reason"), [("", "word-empty"), (" \t", "word-empty"), ("x" * 101, "word-too-long")]
)
async def test_invalid_words_are_refused(world: World, word: str, reason: str) -> None:
    table = await _open_table(world)
    await expect_refusal(world.services.invitations.accept(world.by(BEN), table.id, 0, word), reason)


async def test_a_word_without_dice_is_refused(world: World) -> None:
    challenge = await world.challenge()
    await expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id, 0, "word"), "word-without-dice"
    )


async def test_a_table_word_can_be_changed_and_leaves_with_its_owner(world: World) -> None:
    table = await _open_table(world)
    await world.services.invitations.accept(world.by(BEN), table.id)
    await world.services.invitations.accept(world.by(BEN), table.id, 0, "one")
    await world.services.invitations.accept(world.by(BEN), table.id, 0, "two")
    await world.services.invitations.accept(world.by(ANNA), table.id, 0, "host")
    await world.services.lobbies.leave(world.by(BEN), table.id)
    match = await _start_table(world, table)
    assert match.words == (digest_of("host"),)


async def test_secrets_stay_hidden_until_the_end(world: World) -> None:
    table = await _open_table(world)
    match = await _start_table(world, table)
    start = await _claim_next(world, MatchStarted)
    contents = [await world.services.challenges.get(table.id), match, start]
    match_after = await _post(world, start)
    contents += [match_after, *await world.deliver_all(), await world.services.matches.position(match.id)]
    exports = [(await world.services.personal_exports.of(person)).decode() for person in (ANNA, BEN, CARA)]
    async with world.store.read() as session:
        contents += [
            await session.of(ChallengeRepository).get(table.id),
            await session.of(MatchRepository).get(match.id),
        ]
        key, secret = (
            await session.of(MatchRepository).seed(match.id),
            await session.of(MatchRepository).secret_of(match.id),
        )
    assert key is not None
    assert secret is not None
    for text in (*map(repr, contents), *exports):
        assert key not in text
        assert secret not in text
    finished = await _finish(world, match_after)
    assert finished.seed == secret


async def test_a_whole_game_with_words_and_take_backs_is_verified(world: World) -> None:
    match = await _start_table(world, await _open_table(world, goal="12"), "Pomeranze")
    match = await _post(world, await _claim_next(world, MatchStarted))
    draw = random.Random(5)
    while match.status is MatchStatus.RUNNING:
        assert match.mover is not None
        move = draw.choice(["take", "take", "leave"])
        turn = await world.services.turns.take_turn(world.by(_PEOPLE[match.mover]), match.id, move)
        match = turn.match
    assert (await world.services.matches.verify(match.id)).correct


async def test_a_match_restored_before_its_roll_waits_for_its_start(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    await _claim_next(world, MatchStarted)
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    world.outbox = ManualOutbox(world.store, world.time, ROUTES, "after the restore")
    await world.services.openings.roll_waiting()
    assert (await world.services.matches.get(match.id)).plies == 0, "the start may have been posted"
    start = await _claim_next(world, MatchStarted)
    assert start.lost is not None
    match_after = await _post(world, start)
    assert (match_after.plies, match_after.beacon) == (1, Beacon(Origin.OPENING, _POSTED))


async def test_an_undecided_start_leaves_the_roll_to_the_restore_notice(world: World) -> None:
    match = await _start_table(world, await _open_table(world))
    await _claim_next(world, MatchStarted)
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    world.outbox = ManualOutbox(world.store, world.time, ROUTES, "after the restore")
    start = await _claim_next(world, MatchStarted)
    await world.outbox.leave_undecided(start.id)
    await world.services.openings.roll(match.id)
    assert (await world.services.matches.get(match.id)).plies == 0, "the restore notice is still pending"
    match_after = await _post(world, await _claim_next(world, MatchRestored))
    assert (match_after.plies, match_after.beacon) == (1, Beacon(Origin.OPENING, _POSTED))
