"""Changes of an open challenge's terms; nobody is bound by terms they have not seen."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.features.challenges.service.challenge_answers import LIFETIME
from bot.model.challenges.challenge import Challenge, Member
from bot.model.events.events import ChallengeChanged, TermsChanged
from bot.model.people.person import Person
from bot.model.people.preferences import PingPlace
from bot.model.time.clocks import NO_CLOCK, read_clock
from rules.contract import InvalidOption
from rules.contract.series import TieBreak
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

SHORT = {"goal": "4", "again": "off"}


async def change(world: World, challenge: Challenge, by: Person = ANNA, **changes: Any) -> Challenge:
    """Change the given terms only."""
    terms = replace(challenge.terms, **changes)
    return await world.services.term_changes.change(world.by(by), challenge.id, terms)


async def test_all_terms_can_be_changed(world: World) -> None:
    challenge = await world.challenge()
    series, clock = TieBreak.PLIES, read_clock("3d")
    changed = await change(world, challenge, options=SHORT, role="second", clock=clock, tie_break=series)
    assert (changed.terms.options, changed.terms.role, changed.terms.clock, changed.terms.tie_break) == (
        SHORT,
        "second",
        clock,
        series,
    )
    assert (changed.id, changed.revision, changed.opponent) == (challenge.id, 1, BEN.id)
    assert await world.services.challenges.get(challenge.id) == changed
    back = await change(world, changed, clock=NO_CLOCK, tie_break=None)
    assert (back.terms.clock, back.terms.tie_break, back.revision) == (NO_CLOCK, None, 2)


async def test_a_match_starts_on_the_accepted_terms(world: World) -> None:
    challenge = await world.challenge()
    changed = await change(world, challenge, options=SHORT, role="second")
    await expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id),
        "terms-changed",
        challenge=str(challenge.id),
    )
    await expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id, 2),
        "terms-changed",
        challenge=str(challenge.id),
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id, changed.revision)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    assert (match.options, match.people) == (SHORT, (BEN.id, ANNA.id))


async def test_changed_terms_notify_the_challenged_player(world: World) -> None:
    challenge = await world.challenge()
    await world.deliver_all()
    await change(world, challenge, options=SHORT)
    card, word = await world.deliver_all()
    assert (card.kind, challenge_of(card)) == (ChallengeChanged, challenge.id)
    assert (word.kind, challenge_of(word), word.calls) == (TermsChanged, challenge.id, (BEN.id,))
    assert word.recipient is None


@pytest.mark.parametrize(
    ("tell", "recipients"),
    [(PingPlace.DIRECT, {BEN.id}), (PingPlace.BOTH, {None, BEN.id}), (PingPlace.NONE, set())],
)
async def test_a_terms_notice_follows_the_reader_s_preferences(
    world: World, tell: PingPlace, recipients: set[int | None]
) -> None:
    challenge = await world.challenge()
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    await world.deliver_all()
    await change(world, challenge, options=SHORT)
    words = [notice for notice in await world.deliver_all() if notice.kind is TermsChanged]
    assert {notice.recipient for notice in words} == recipients
    assert len(words) == len(recipients)


async def test_changing_an_open_challenge_notifies_nobody(world: World) -> None:
    challenge = await world.challenge(opponent=None)
    await world.deliver_all()
    await change(world, challenge, options=SHORT)
    assert [notice.kind for notice in await world.deliver_all()] == [ChallengeChanged]


async def test_the_same_terms_change_nothing(world: World) -> None:
    challenge = await world.challenge()
    await world.deliver_all()
    assert await change(world, challenge) == challenge
    assert await world.deliver_all() == []


async def test_only_the_challenger_changes_terms_while_open(world: World) -> None:
    challenge = await world.challenge()
    for person in (BEN, CARA):
        await expect_refusal(change(world, challenge, person, options=SHORT), "not-yours-to-change")
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    await expect_refusal(change(world, challenge, options=SHORT), "challenge-closed", status="withdrawn")
    late = await world.challenge()
    world.time.pass_by(timedelta(days=14))
    await expect_refusal(change(world, late, options=SHORT), "challenge-expired")


async def test_invalid_terms_leave_a_challenge_unchanged(world: World) -> None:
    challenge = await world.challenge()
    with pytest.raises(InvalidOption):
        await change(world, challenge, options={"goal": "4", "gaol": "4"})
    await expect_refusal(
        change(world, challenge, role="third"), "unknown-role", role="third", allowed="first, second, random"
    )
    assert await world.services.challenges.get(challenge.id) == challenge


async def test_term_changes_are_limited(world: World) -> None:
    challenge = await world.challenge()
    for number in range(10):
        challenge = await change(world, challenge, options={**SHORT, "goal": str(5 + number)})
    await expect_refusal(change(world, challenge, options=SHORT), "too-many-changes", limit="10")
    assert (await world.services.challenges.get(challenge.id)).revision == 10


async def test_the_same_request_changes_once(world: World) -> None:
    challenge = await world.challenge()
    request = world.by(ANNA)
    for services in (world.services, world.other_services()):
        changed = await services.term_changes.change(
            request, challenge.id, replace(challenge.terms, options=SHORT, role="first", clock=NO_CLOCK)
        )
        assert changed.revision == 1


async def test_changed_terms_do_not_make_a_rematch_expire(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    for person in (CARA, BEN):
        await world.services.resignations.resign(world.by(person), match.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    await world.services.lobbies.join(world.by(BEN), rematch.id)
    assert (await change(world, rematch, rated=True)).expires is None


async def test_changed_terms_keep_a_challenge_s_expiry(world: World) -> None:
    """Only guests of a table get more of it: they join it again."""
    challenge, lobby = await world.challenge(), await world.lobby(BEN)
    world.time.pass_by(timedelta(days=2))
    changed = await change(world, challenge, clock=read_clock("5d"))
    assert changed.expires == challenge.expires
    changed = await change(world, lobby, clock=read_clock("5d"))
    assert changed.expires == world.time.now + LIFETIME


async def test_changed_terms_reset_team_choices(world: World) -> None:
    lobby = await world.lobby(players=4, options={"mode": "teams"})
    for person in (ANNA, BEN):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id, 1)
    assert (await change(world, lobby, rated=True)).members == (Member(ANNA.id),)


async def test_changed_terms_ask_joined_guests_again(world: World) -> None:
    lobby = await world.lobby(BEN, CARA, players=4)
    assert lobby.expires is None
    await world.deliver_all()
    changed = await change(world, lobby, players=2)
    assert (changed.members, set(changed.invitees)) == ((Member(ANNA.id),), {BEN.id, CARA.id})
    assert changed.expires == world.time.now + timedelta(days=14)
    (word,) = [notice for notice in await world.deliver_all() if notice.kind is TermsChanged]
    assert set(word.calls) == {BEN.id, CARA.id}
    await expect_refusal(
        world.services.lobbies.join(world.by(BEN), lobby.id), "terms-changed", challenge=str(lobby.id)
    )
    joined = await world.services.lobbies.join(world.by(BEN), lobby.id, revision=changed.revision)
    assert [member.person for member in joined.members] == [ANNA.id, BEN.id]
    assert joined.match is not None, "the smaller table is full"


async def test_changed_rematch_terms_need_a_new_agreement(world: World) -> None:
    match = await world.match(goal="4")
    for person, text in ((ANNA, "take 2"), (BEN, "take 2")):
        await world.services.turns.take_turn(world.by(person), match.id, text)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    await change(world, rematch, options={"goal": "10", "again": "off"})
    await expect_refusal(
        world.services.rematches.rematch(world.by(BEN), match.id), "terms-changed", challenge=str(rematch.id)
    )


async def test_changed_terms_are_sent_directly_if_the_channel_is_gone(world: World) -> None:
    challenge = await world.challenge()
    await world.deliver_all()
    await change(world, challenge, options=SHORT)
    (card,) = await world.outbox.claim()
    await world.outbox.deliver_as(card.id, None)
    (word,) = await world.outbox.claim()
    assert (word.kind, word.recipient) == (TermsChanged, None)
    await world.outbox.reroute(word.id, "10003")
    (direct,) = await world.outbox.claim()
    assert (direct.kind, direct.recipient) == (TermsChanged, BEN.id)


async def test_rated_is_negotiated_like_other_terms(world: World) -> None:
    challenge = await world.challenge()
    assert not challenge.terms.rated
    rated = await change(world, challenge, rated=True)
    assert (rated.terms.rated, rated.revision) == (True, 1)
    same = await change(world, rated, role=rated.terms.role)
    assert (same.terms.rated, same.revision) == (True, 1)
    accept = world.services.invitations.accept
    await expect_refusal(accept(world.by(BEN), challenge.id), "terms-changed", challenge=str(challenge.id))
    accepted = await accept(world.by(BEN), challenge.id, 1)
    assert accepted.match is not None
    await expect_refusal(change(world, accepted, rated=False), "challenge-closed", status="accepted")
    assert (await world.services.matches.get(accepted.match)).rated


async def test_counter_offers_and_rematches_keep_rated_by_default(world: World) -> None:
    challenge = await change(world, await world.challenge(), rated=True)
    offer = await world.services.counter_offers.counter(
        world.by(BEN), challenge.id, replace(challenge.terms, options=SHORT, role="first")
    )
    assert offer.terms.rated
    unrated = await world.services.counter_offers.counter(
        world.by(ANNA), offer.id, replace(offer.terms, options=SHORT, role="first", rated=False)
    )
    assert not unrated.terms.rated
    rated = await world.services.counter_offers.counter(
        world.by(BEN), unrated.id, replace(unrated.terms, options=SHORT, role="first", rated=True)
    )
    accepted = await world.services.invitations.accept(world.by(ANNA), rated.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    assert (await world.services.rematches.rematch(world.by(ANNA), accepted.match)).terms.rated


async def test_exploring_is_negotiated_like_other_terms(world: World) -> None:
    challenge = await world.challenge()
    assert challenge.terms.exploring
    without = await change(world, challenge, exploring=False)
    assert (without.terms.exploring, without.revision) == (False, 1)
    same = await change(world, without, role=without.terms.role)
    assert (same.terms.exploring, same.revision) == (False, 1)
    accept = world.services.invitations.accept
    await expect_refusal(accept(world.by(BEN), challenge.id), "terms-changed", challenge=str(challenge.id))
    accepted = await accept(world.by(BEN), challenge.id, 1)
    assert accepted.match is not None
    await expect_refusal(change(world, accepted, exploring=True), "challenge-closed", status="accepted")
    running = await world.services.matches.get(accepted.match)
    assert (running.exploring, running.is_explorable) == (False, False)
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    match = await world.services.matches.get(accepted.match)
    assert (match.exploring, match.is_explorable) == (False, True)


async def test_counter_offers_and_rematches_keep_the_exploring_ban(world: World) -> None:
    challenge = await change(world, await world.challenge(), exploring=False)
    offer = await world.services.counter_offers.counter(
        world.by(BEN), challenge.id, replace(challenge.terms, options=SHORT, role="first")
    )
    assert not offer.terms.exploring
    allowed = await world.services.counter_offers.counter(
        world.by(ANNA), offer.id, replace(offer.terms, options=SHORT, role="first", exploring=True)
    )
    assert allowed.terms.exploring
    without = await world.services.counter_offers.counter(
        world.by(BEN), allowed.id, replace(allowed.terms, options=SHORT, role="first", exploring=False)
    )
    accepted = await world.services.invitations.accept(world.by(ANNA), without.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    assert not (await world.services.rematches.rematch(world.by(ANNA), accepted.match)).terms.exploring
