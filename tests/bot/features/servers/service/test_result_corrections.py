"""Effects of results corrected by a server's moderators."""

import pytest

from bot.features.ratings.service.recount import recount
from bot.model.challenges.terms import Terms
from bot.model.events.events import EndCause, EndKind, ResultCorrected
from bot.model.match.match import ANNULLED, CORRECTION, EndedBy, Match
from bot.model.people.person import Person
from bot.model.servers.server_rules import AdminAction
from bot.repositories.ratings import RatingRepository
from bot.repositories.tables.rating_tables import EVERYWHERE
from rules.contract import Outcome
from tests.bot.support.contents import cause_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

SERVER = 7


async def rated_match(world: World) -> int:
    """Return a rated match of Anna and Ben after Anna's first move."""
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", rated=True), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.turns.take_turn(world.by(ANNA), accepted.match, "take 1")
    return accepted.match


async def rated_win(world: World) -> Match:
    """Return a rated match that Anna won by Ben's resignation."""
    return await world.services.resignations.resign(world.by(BEN), await rated_match(world))


async def values(world: World) -> list[float]:
    """Return the ratings of Anna and Ben across all servers."""
    async with world.store.read() as session:
        rows = [await session.of(RatingRepository).of(person.id, [EVERYWHERE]) for person in (ANNA, BEN)]
    return [rating.value for person_ratings in rows for rating in person_ratings]


async def test_a_corrected_result_is_rated_as_if_reached(world: World) -> None:
    match = await rated_win(world)
    winner_value, loser_value = await values(world)
    await world.deliver_all()
    request = world.by(CARA)
    corrected = await world.services.result_corrections.correct(
        request, match.id, (BEN.id,), "the bot was away", server=SERVER
    )
    assert await values(world) == pytest.approx([loser_value, winner_value])
    assert (corrected.outcome, corrected.resigned) == (Outcome((1,), CORRECTION), None)
    assert corrected.first_outcome == match.outcome
    assert corrected.ended_by is EndedBy.CORRECTION
    assert corrected.updated == match.updated
    corrected_again = await world.services.result_corrections.correct(
        request, match.id, (BEN.id,), "the bot was away", server=SERVER
    )
    assert corrected_again == corrected
    (correction,) = [notice for notice in await world.deliver_all() if notice.kind is ResultCorrected]
    assert cause_of(correction) == EndCause(EndKind.CORRECTED, admin=CARA.id, note="the bot was away")
    assert set(correction.calls) == {ANNA.id, BEN.id}
    (entry,) = await world.services.servers.audit(SERVER)
    assert (entry.who, entry.what, entry.match) == (CARA.id, AdminAction.CORRECTION, match.id)
    assert (entry.winners, entry.note) == ((BEN.id,), "the bot was away")


async def test_a_void_result_is_unrated_and_can_be_restored(world: World) -> None:
    match = await rated_win(world)
    before = await values(world)
    voided = await world.services.result_corrections.correct(
        world.by(CARA), match.id, None, "they had agreed to it", server=SERVER
    )
    assert (voided.is_aborted, voided.outcome) == (True, Outcome((), ANNULLED))
    assert await values(world) == []
    (entry,) = await world.services.servers.audit(SERVER)
    assert (entry.what, entry.note) == (AdminAction.VOIDING, "they had agreed to it")
    restored = await world.services.result_corrections.correct(
        world.by(CARA), match.id, (ANNA.id,), "they had not", server=SERVER
    )
    assert restored.first_outcome == match.outcome
    assert await values(world) == before


class TestByAPlayer:
    """An admin corrects a game in which they played."""

    async def scopes(self, world: World) -> dict[int, list[float]]:
        """Return the ratings of Anna and Ben by scope."""
        async with world.store.read() as session:
            tables = [
                await session.of(RatingRepository).of(person.id, [EVERYWHERE, SERVER])
                for person in (ANNA, BEN)
            ]
        return {
            scope: [row.value for rows in tables for row in rows if row.scope == scope]
            for scope in (EVERYWHERE, SERVER)
        }

    async def correct(
        self, world: World, admin: Person, number: int, winners: tuple[int, ...] | None
    ) -> Match:
        correct = world.services.result_corrections.correct
        return await correct(world.by(admin), number, winners, "", server=SERVER)

    async def test_an_own_win_counts_only_in_the_server(self, world: World) -> None:
        match = await rated_win(world)
        before = await self.scopes(world)
        corrected = await self.correct(world, BEN, match.id, (BEN.id,))
        after = await self.scopes(world)
        assert after[EVERYWHERE] == before[EVERYWHERE]
        assert after[SERVER] == pytest.approx(before[SERVER][::-1])
        assert corrected.neutral_outcome == match.outcome
        (correction,) = [notice for notice in await world.deliver_all() if notice.kind is ResultCorrected]
        assert cause_of(correction).admin == BEN.id

    async def test_a_replaced_admin_keeps_their_loss_elsewhere(self, world: World) -> None:
        match = await rated_match(world)
        offer = await world.services.substitutions.offer(world.by(BEN), match)
        await world.services.substitutions.accept(world.by(CARA), offer.id)
        await world.services.resignations.resign(world.by(CARA), match)
        before = await self.scopes(world)
        _, loser_value = before[EVERYWHERE]
        assert loser_value < 1500, "leaving a seat loses"
        await self.correct(world, BEN, match, None)
        assert await self.scopes(world) == {EVERYWHERE: before[EVERYWHERE], SERVER: []}

    async def test_an_own_voided_loss_still_counts_overall(self, world: World) -> None:
        match = await rated_win(world)
        before = await self.scopes(world)
        await self.correct(world, BEN, match.id, None)
        assert await self.scopes(world) == {EVERYWHERE: before[EVERYWHERE], SERVER: []}

    async def test_later_results_build_on_the_corrected_ratings(self, world: World) -> None:
        first = await rated_win(world)
        await self.correct(world, BEN, first.id, (BEN.id,))
        await rated_win(world)
        by_scope = await self.scopes(world)
        assert by_scope[EVERYWHERE][0] > 1600
        assert by_scope[SERVER][0] < 1600
        await recount(world.store, world.games)
        assert await self.scopes(world) == by_scope

    async def test_another_admins_correction_counts_everywhere(self, world: World) -> None:
        match = await rated_win(world)
        before = await self.scopes(world)
        await self.correct(world, BEN, match.id, (BEN.id,))
        await self.correct(world, CARA, match.id, (ANNA.id,))
        assert await self.scopes(world) == before
        await self.correct(world, CARA, match.id, None)
        await self.correct(world, BEN, match.id, (BEN.id,))
        assert (await self.scopes(world))[EVERYWHERE] == []
        assert (await self.scopes(world))[SERVER] == pytest.approx(before[SERVER][::-1])


async def test_a_result_can_be_corrected_to_a_draw(world: World) -> None:
    match = await rated_win(world)
    result = await world.services.result_corrections.correct(
        world.by(CARA), match.id, (), "level", server=SERVER
    )
    assert (result.outcome, result.is_aborted) == (Outcome((), CORRECTION), False)
    assert await values(world) == pytest.approx([1500, 1500])
    (entry,) = await world.services.servers.audit(SERVER)
    assert (entry.what, entry.winners, entry.note) == (AdminAction.CORRECTION, (), "level")


async def test_a_correction_rerates_later_results(world: World) -> None:
    first = await rated_win(world)
    await rated_win(world)
    await world.services.result_corrections.correct(world.by(CARA), first.id, None, "no", server=SERVER)
    after = await values(world)
    async with world.store.read() as session:
        (change,) = await session.of(RatingRepository).history(ANNA.id, EVERYWHERE)
    assert (change.value_before, change.value) == (1500, after[0])


async def test_an_adjudicated_match_stays_unrated_after_a_correction(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", rated=True), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.turns.take_turn(world.by(ANNA), accepted.match, "take 1")
    await world.services.servers.adjudicate(world.by(CARA), accepted.match, (ANNA.id,), "")
    await world.services.result_corrections.correct(
        world.by(CARA), accepted.match, (BEN.id,), "no, Ben", server=SERVER
    )
    assert await values(world) == []


async def test_invalid_corrections_are_refused(world: World) -> None:
    correct = world.services.result_corrections.correct
    running_match = await world.match()
    await expect_refusal(correct(world.by(CARA), running_match.id, None, "", server=SERVER), "game-not-over")
    rated_game = await rated_win(world)
    await expect_refusal(correct(world.by(CARA), rated_game.id, None, "", server=8), "unknown-match")
    await expect_refusal(correct(world.by(CARA), 999, None, "", server=SERVER), "unknown-match")
    await expect_refusal(
        correct(world.by(CARA), rated_game.id, (ANNA.id,), "", server=SERVER), "result-stands"
    )
    await expect_refusal(
        correct(world.by(CARA), rated_game.id, (CARA.id,), "", server=SERVER),
        "unknown-winner",
        player=str(CARA.id),
    )
    limit = world.services.limits.note_length
    await expect_refusal(
        correct(world.by(CARA), rated_game.id, None, "x" * (limit + 1), server=SERVER),
        "note-too-long",
        limit=str(limit),
    )


async def test_the_log_keeps_earlier_verdicts(world: World) -> None:
    match = await world.match()
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "first", server=SERVER)
    correct = world.services.result_corrections.correct
    await correct(world.by(CARA), match.id, (), "second", server=SERVER)
    await correct(world.by(CARA), match.id, (ANNA.id,), "third", server=SERVER)
    log = [(entry.note, entry.winners) for entry in await world.services.servers.audit(SERVER)]
    assert log == [("third", (ANNA.id,)), ("second", ()), ("first", (BEN.id,))]
