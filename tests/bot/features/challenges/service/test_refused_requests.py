"""Rare refusals of challenges, tables and rematches: series, computers, deleted people."""

from dataclasses import replace

import pytest

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.challenges.terms import CHOICE_ROLE, Terms
from bot.model.people.person import Person
from bot.model.people.privacy import GRACE
from rules.contract.series import TieBreak
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice, games_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ACCOUNT = Person(999, "Fern", "")
COUNTING = Terms("counting", {}, "first")


async def test_unsupported_series_are_refused(world: World) -> None:
    ask = world.services.invitations.challenge
    series = Terms("openers", {}, "first", tie_break=TieBreak.PLIES)
    await expect_refusal(ask(world.by(ANNA), series, HALL, [BEN]), "unknown-tie-break", tie_break="plies")
    assert (await ask(world.by(ANNA), replace(series, tie_break=TieBreak.NONE), HALL, [BEN])).open
    table = Terms("gathering", {}, tie_break=TieBreak.NONE)
    await expect_refusal(ask(world.by(ANNA), table, HALL), "no-series", game="gathering")


async def test_the_computer_plays_no_series_and_offers_no_choice(world: World) -> None:
    ask = world.services.invitations.challenge
    engine = replace(COUNTING, against_engine=True)
    series = replace(engine, tie_break=TieBreak.NONE)
    await expect_refusal(ask(world.by(ANNA), series, HALL, [ACCOUNT]), "engine-no-series")
    choice = replace(engine, role=CHOICE_ROLE)
    await expect_refusal(ask(world.by(ANNA), choice, HALL, [ACCOUNT]), "engine-no-choice")
    rated = await ask(world.by(ANNA), replace(engine, rated=True), HALL, [ACCOUNT])
    assert not rated.terms.rated
    with pytest.raises(ValueError, match="level 0"):
        await games_of(world, FirstMoveEngines(world)).accept(world.by(ANNA), rated.id, 0)
    await expect_refusal(world.services.engine_games.accept(world.by(ANNA), rated.id, 1), "no-engines")


async def test_a_full_table_takes_no_engines(world: World) -> None:
    """Anna's table is full; Cara's, opened before it, is not."""
    games = games_of(world, FirstMoveEngines(world))
    theirs = await world.services.invitations.challenge(world.by(CARA), Terms("gathering", {}), HALL)
    table = await world.lobby(BEN, CARA, DORA, Person(5, "E", ""), Person(6, "F", ""))
    await expect_refusal(games.fill(world.by(ANNA), table.id, 1), "lobby-full")
    await expect_refusal(games.fill(world.by(ANNA), theirs.id, 1), "not-the-host")
    filled = await games.fill(world.by(CARA), theirs.id, 1)
    assert filled.status is ChallengeStatus.ACCEPTED
    assert (await world.services.challenges.get(table.id)).open


async def test_practice_and_deleted_opponents_have_no_rematch(world: World) -> None:
    rematch = world.services.rematches.rematch
    practice = await begin_practice(world, FirstMoveEngines(world))
    await world.services.resignations.resign(world.by(ANNA), practice.id)
    await expect_refusal(rematch(world.by(ANNA), practice.id), "practice-rematch")
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.services.deletions.ask(world.by(BEN))
    await pass_by(world, GRACE)
    await expect_refusal(rematch(world.by(ANNA), match.id), "opponent-gone")
    assert await world.services.challenges.open_of(ANNA.id) == ()


async def test_a_deleted_person_cannot_be_challenged(world: World) -> None:
    deleted_person = Person(-5, "", "")
    await expect_refusal(
        world.services.invitations.challenge(world.by(ANNA), COUNTING, HALL, [deleted_person]),
        "opponent-gone",
    )
    assert await world.services.challenges.open_of(ANNA.id) == ()


async def test_only_declined_challenges_are_renewed_by_their_players(world: World) -> None:
    reoffer = world.services.counter_offers.reoffer
    table = await world.lobby(invited=[BEN])
    challenge = await world.challenge()
    await expect_refusal(reoffer(world.by(BEN), table.id, table.terms), "lobby-not-countered")
    await expect_refusal(reoffer(world.by(BEN), challenge.id, challenge.terms), "not-declined")
    await expect_refusal(reoffer(world.by(CARA), challenge.id, challenge.terms), "not-your-challenge")
    await expect_refusal(reoffer(world.by(BEN), 404, challenge.terms), "unknown-challenge")
    await world.services.invitations.decline(world.by(BEN), challenge.id, "other-options")
    renewed = await reoffer(world.by(BEN), challenge.id, replace(challenge.terms, role="first"))
    assert (renewed.challenger, renewed.opponent, renewed.terms.role) == (BEN.id, ANNA.id, "first")
    own = await reoffer(world.by(ANNA), challenge.id, challenge.terms)
    assert (own.challenger, own.opponent) == (ANNA.id, BEN.id)


async def test_engine_challenges_keep_their_terms(world: World) -> None:
    terms = replace(COUNTING, against_engine=True)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [ACCOUNT])
    changing = world.services.term_changes.change(
        world.by(ANNA), challenge.id, replace(terms, options={"goal": "4"})
    )
    await expect_refusal(changing, "not-yours-to-change")
