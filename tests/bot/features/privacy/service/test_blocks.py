"""Blocks: a blocked person can start nothing with the blocker, and learns no more than that."""

import json
from dataclasses import replace

from bot.features.privacy.service.blocks import MAX_BLOCKED
from bot.features.ratings.projections import recount_ratings
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchEnded, OfferAnswered, PlyPlayed
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.repositories.ratings import RatingRepository
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.rated import begin, lose, play
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import kinds

pytest_plugins = ("tests.bot.support.worlds",)


async def _block(world: World, blocker: Person = ANNA, blocked: Person = BEN) -> None:
    await world.services.blocks.block(world.by(blocker), blocked)


async def _play_rated_crowd(world: World, turns: int = 3) -> Match:
    """Return a rated game of Anna, Ben and Cara after `turns` turns."""
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("gathering", {}, "red", players=3, rated=True), HALL
    )
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    await world.open(lobby.match)
    match = await world.services.matches.get(lobby.match)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    for _ in range(turns):
        assert match.mover is not None
        await world.services.turns.take_turn(world.by(people[match.mover]), match.id, "take")
        match = await world.services.matches.get(match.id)
    return match


async def test_a_block_prevents_new_games_between_the_two(world: World) -> None:
    annas_challenge = await world.challenge(opponent=None)
    bens_challenge = await world.services.invitations.challenge(
        world.by(BEN), Terms("counting", {}, "first"), HALL
    )
    await _block(world)
    invitations = world.services.invitations
    await expect_refusal(
        invitations.challenge(world.by(BEN), Terms("counting", {}, "first"), HALL, [ANNA]),
        "takes-no-challenges",
        player=str(ANNA.id),
    )
    await expect_refusal(
        invitations.accept(world.by(BEN), annas_challenge.id), "takes-no-challenges", player=str(ANNA.id)
    )
    await expect_refusal(
        invitations.challenge(world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN]),
        "blocked-by-you",
        player=str(BEN.id),
    )
    await expect_refusal(
        invitations.accept(world.by(ANNA), bens_challenge.id), "blocked-by-you", player=str(BEN.id)
    )
    await invitations.accept(world.by(CARA), annas_challenge.id)
    await world.services.blocks.unblock(world.by(ANNA), BEN.id)
    await invitations.accept(world.by(ANNA), bens_challenge.id)


async def test_blocked_people_cannot_join_the_same_table(world: World) -> None:
    await _block(world)
    lobby = await world.lobby(CARA)
    await expect_refusal(
        world.services.lobbies.join(world.by(BEN), lobby.id), "takes-no-challenges", player=str(ANNA.id)
    )
    caras_table = await world.services.invitations.challenge(world.by(CARA), Terms("gathering", {}), HALL)
    await world.services.lobbies.join(world.by(BEN), caras_table.id)
    await expect_refusal(
        world.services.lobbies.join(world.by(ANNA), caras_table.id), "blocked-by-you", player=str(BEN.id)
    )


async def test_blocking_ends_shared_challenges_and_tables(world: World) -> None:
    annas_challenge = await world.challenge(opponent=BEN)
    bens_challenge = await world.services.invitations.challenge(
        world.by(BEN), Terms("counting", {}, "first"), HALL, [ANNA]
    )
    annas_table = await world.lobby(BEN, CARA)
    caras_table = await world.services.invitations.challenge(world.by(CARA), Terms("gathering", {}), HALL)
    for person in (ANNA, BEN):
        await world.services.lobbies.join(world.by(person), caras_table.id)
    await _block(world)
    get_challenge = world.services.challenges.get
    assert (await get_challenge(annas_challenge.id)).status is ChallengeStatus.WITHDRAWN
    assert (await get_challenge(bens_challenge.id)).status is ChallengeStatus.DECLINED
    assert [member.person for member in (await get_challenge(annas_table.id)).members] == [ANNA.id, CARA.id]
    assert [member.person for member in (await get_challenge(caras_table.id)).members] == [CARA.id, BEN.id]


async def test_running_games_keep_turns_but_drop_offers(world: World) -> None:
    match = await world.match()
    turns, offers = world.services.turns, world.services.offers
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    await turns.take_turn(world.by(BEN), match.id, "take 2")
    await offers.offer(world.by(BEN), match.id, OfferKind.DRAW)
    await world.deliver_all()
    await _block(world)
    assert OfferAnswered in kinds(await world.deliver_all())
    assert (await world.services.matches.get(match.id)).offers == ()
    await turns.take_turn(world.by(ANNA), match.id, "take 2")
    await expect_refusal(
        offers.offer(world.by(BEN), match.id, OfferKind.DRAW), "takes-no-challenges", player=str(ANNA.id)
    )
    await world.deliver_all()
    await turns.take_turn(world.by(BEN), match.id, "take 2", offer_draw=True)
    assert kinds(await world.deliver_all()) == [PlyPlayed]
    assert (await world.services.matches.get(match.id)).offers == ()
    await offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)


async def test_the_blocker_can_abort_a_game_without_result(world: World) -> None:
    match = await world.match()
    await expect_refusal(world.services.blocked_games.end(world.by(ANNA), match.id), "not-blocked")
    await _block(world)
    assert [game.match.id for game in await world.services.blocked_games.of(ANNA.id)] == [match.id]
    assert await world.services.blocked_games.of(BEN.id) == ()
    await expect_refusal(world.services.blocked_games.end(world.by(BEN), match.id), "not-blocked")
    await expect_refusal(world.services.blocked_games.end(world.by(CARA), match.id), "not-your-game")
    final_match = await world.services.blocked_games.end(world.by(ANNA), match.id)
    assert (final_match.status, final_match.is_aborted) == (MatchStatus.FINISHED, True)
    assert MatchEnded in kinds(await world.deliver_all())


async def test_a_crowd_game_continues_unrated_for_the_leaving_blocker(world: World) -> None:
    match = await _play_rated_crowd(world, turns=2)
    await expect_refusal(world.services.blocked_games.end(world.by(ANNA), match.id), "not-blocked")
    await _block(world)
    assert [game.match.id for game in await world.services.blocked_games.of(ANNA.id)] == [match.id]
    assert await world.services.blocked_games.of(BEN.id) == ()
    await expect_refusal(world.services.blocked_games.end(world.by(BEN), match.id), "not-blocked")
    result = await world.services.blocked_games.end(world.by(ANNA), match.id)
    assert (result.status, result.retired) == (MatchStatus.RUNNING, (0,))
    assert await world.services.blocked_games.of(ANNA.id) == ()
    await expect_refusal(world.services.blocked_games.end(world.by(ANNA), match.id), "you-left")
    await world.services.resignations.resign(world.by(BEN), match.id)
    final_match = await world.services.matches.get(match.id)
    assert (final_match.status, final_match.outcome and final_match.outcome.winners) == (
        MatchStatus.FINISHED,
        (2,),
    )
    for _ in range(2):
        async with world.store.read() as session:
            values = {
                change.player: change.value
                for change in await session.of(RatingRepository).changes_of(match.id)
                if change.scope == 7
            }
        assert values.keys() == {BEN.id, CARA.id}
        assert values[BEN.id] < 1500 < values[CARA.id]
        async with world.store.write() as session:
            assert await recount_ratings(session, world.games["gathering"]) == 1


async def test_with_two_left_only_the_earlier_resignation_is_rated(world: World) -> None:
    match = await _play_rated_crowd(world, turns=1)
    await _block(world)
    await world.services.resignations.resign(world.by(CARA), match.id)
    await world.services.blocked_games.end(world.by(ANNA), match.id)
    async with world.store.read() as session:
        players = {change.player for change in await session.of(RatingRepository).changes_of(match.id)}
    assert players == {BEN.id, CARA.id}, "Cara, who had resigned before, has lost to Ben"


async def test_blocking_a_leaver_does_not_allow_an_unrated_exit(world: World) -> None:
    match = await _play_rated_crowd(world)
    await _block(world)
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await world.services.blocked_games.of(ANNA.id) == ()
    await expect_refusal(world.services.blocked_games.end(world.by(ANNA), match.id), "not-blocked")


async def test_offers_to_all_lapse_and_are_refused_while_the_blocker_plays(world: World) -> None:
    """They need the blocker's consent; other players' offers stay."""
    match = await _play_rated_crowd(world, turns=2)
    offers = world.services.offers
    await offers.offer(world.by(BEN), match.id, OfferKind.ABORT)
    await offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await _block(world)
    open_offers = (await world.services.matches.get(match.id)).offers
    assert [(entry.what, entry.by) for entry in open_offers] == [(OfferKind.TAKE_BACK, 0)]
    await world.services.turns.take_turn(world.by(CARA), match.id, "take")
    for _ in range(2):
        match = await world.services.matches.get(match.id)
        (player,) = [person for person in (ANNA, BEN, CARA) if person.id == match.mover]
        await world.services.turns.take_turn(world.by(player), match.id, "take")
    attempt = offers.offer(world.by(BEN), match.id, OfferKind.TAKE_BACK)
    await expect_refusal(attempt, "takes-no-challenges", player=str(ANNA.id))
    await world.services.blocked_games.end(world.by(ANNA), match.id, resigning=True)


async def test_a_rated_game_both_have_moved_in_is_resigned(world: World) -> None:
    """Otherwise a losing player could block, abort and unblock without a loss."""
    match = await begin(world)
    await _block(world)
    await play(world, match)
    assert [game.resigning for game in await world.services.blocked_games.of(ANNA.id)] == [False]
    await play(world, await world.services.matches.get(match.id))
    assert [game.resigning for game in await world.services.blocked_games.of(ANNA.id)] == [True]
    # The panel with the offer to abort predates that move.
    await expect_refusal(
        world.services.blocked_games.end(world.by(ANNA), match.id), "would-resign", number=str(match.id)
    )
    final_match = await world.services.blocked_games.end(world.by(ANNA), match.id, resigning=True)
    assert (final_match.resigned, final_match.outcome and final_match.outcome.winners) == (0, (1,))
    async with world.store.read() as session:
        (anna,) = await session.of(RatingRepository).of(ANNA.id, [7])
    assert anna.value < 1500
    await world.services.result_corrections.correct(
        world.by(CARA), match.id, None, "was insulted", server=HALL.server or 0
    )
    async with world.store.read() as session:
        assert await session.of(RatingRepository).of(ANNA.id, [7]) == (), "an admin can annul the result"


async def test_leaving_the_next_game_does_not_void_a_series(world: World) -> None:
    first = await begin(world, series=True)
    await lose(world, first, ANNA)
    await _block(world)
    (exit_option,) = await world.services.blocked_games.of(ANNA.id)
    assert (exit_option.match.number, exit_option.match.plies, exit_option.resigning) == (2, 0, True)
    await expect_refusal(
        world.services.blocked_games.end(world.by(ANNA), exit_option.match.id),
        "would-resign",
        number=str(exit_option.match.id),
    )
    await world.services.blocked_games.end(world.by(ANNA), exit_option.match.id, resigning=True)
    assert (await world.services.matches.series(first.challenge)).winner == BEN.id


async def test_leaving_a_rated_crowd_game_is_a_loss_once_all_have_moved(world: World) -> None:
    match = await _play_rated_crowd(world)
    await _block(world)
    result = await world.services.blocked_games.end(world.by(ANNA), match.id, resigning=True)
    assert (result.status, result.retired) == (MatchStatus.RUNNING, (0,))
    await world.services.resignations.resign(world.by(BEN), match.id)
    async with world.store.read() as session:
        values = {
            change.player: change.value
            for change in await session.of(RatingRepository).changes_of(match.id)
            if change.scope == 7
        }
    assert values[ANNA.id] < 1500 < values[CARA.id]


async def test_a_blocked_person_cannot_take_over_a_seat(world: World) -> None:
    match = await world.match()
    await _block(world, ANNA, CARA)
    substitution = await world.services.substitutions.offer(world.by(BEN), match.id)
    await expect_refusal(
        world.services.substitutions.accept(world.by(CARA), substitution.id),
        "takes-no-challenges",
        player=str(ANNA.id),
    )
    await world.services.substitutions.accept(world.by(DORA), substitution.id)


async def test_invalid_blocks_are_refused(world: World) -> None:
    await expect_refusal(_block(world, ANNA, ANNA), "block-yourself")
    for number in range(MAX_BLOCKED):
        await _block(world, ANNA, Person(5000 + number, f"P{number}", "en"))
    await expect_refusal(_block(world), "too-many-blocked", limit=str(MAX_BLOCKED))
    await _block(world, ANNA, Person(5000, "P0", "en"))
    assert len(await world.services.blocks.of(ANNA.id)) == MAX_BLOCKED
    await expect_refusal(world.services.blocks.unblock(world.by(ANNA), BEN.id), "not-blocked")


async def test_a_blocked_person_s_own_name_replaces_the_blockers(world: World) -> None:
    for name in ("Benny", "Ben"):
        await world.services.settings.set_preferences(world.by(BEN), language="de")
        if name == "Benny":
            await _block(world, ANNA, replace(BEN, name=name))
        assert await world.services.people.names({BEN.id}) == {BEN.id: name}


async def test_blocks_are_exported_only_to_the_blocker(world: World) -> None:
    await _block(world)
    exports = world.services.personal_exports
    annas_export = json.loads(await exports.of(ANNA))["kept"]
    assert [row["blocked"] for row in annas_export["blocks"]] == [BEN.id]
    bens_export = await exports.of(BEN)
    assert b'"blocks"' not in bens_export
    assert str(ANNA.id).encode() not in bens_export
