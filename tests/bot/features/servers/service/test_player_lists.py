"""A server's lists of people and roles that may or may not play."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from bot.features.servers.service.player_lists import MAX_LISTED, Listing
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person, Place, RolesHeld
from bot.model.servers.server_rules import THREADS, AdminAction, Admission, PlayerList, ServerRules
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER, _ELSEWHERE = 7, 8
_MEMBERS, _GUESTS = 50, 51


def _seen_here(person: Person, *roles: int, server: int = _SERVER) -> Person:
    return replace(person, held=RolesHeld(server, frozenset({server, *roles})))


async def _put_on_list(
    world: World, listing: Listing, *people: Person, roles: Collection[int] = ()
) -> ServerRules:
    return await world.services.player_lists.add(world.by(CARA), _SERVER, listing, people, tuple(roles))


async def _challenge(world: World, host: Person, opponent: Person | None, place: Place = HALL) -> Challenge:
    return await world.services.invitations.challenge(
        world.by(host), Terms("counting", {}, "first"), place, () if opponent is None else [opponent]
    )


@pytest.mark.parametrize(
    ("rules", "roles", "admission"),
    [
        (ServerRules(), None, Admission.ADMITTED),
        (ServerRules(barred=PlayerList((1,))), {_MEMBERS}, Admission.BARRED),
        (ServerRules(barred=PlayerList((2,))), None, Admission.ADMITTED),
        (ServerRules(barred=PlayerList(roles=(_GUESTS,))), {_GUESTS}, Admission.BARRED),
        (ServerRules(barred=PlayerList(roles=(_GUESTS,))), {_MEMBERS}, Admission.ADMITTED),
        (ServerRules(barred=PlayerList(roles=(_GUESTS,))), None, Admission.UNKNOWN),
        (ServerRules(allowed=PlayerList(roles=(_MEMBERS,))), {_MEMBERS}, Admission.ADMITTED),
        (ServerRules(allowed=PlayerList(roles=(_MEMBERS,))), {_GUESTS}, Admission.NOT_ALLOWED),
        (ServerRules(allowed=PlayerList(roles=(_MEMBERS,))), None, Admission.UNKNOWN),
        (ServerRules(allowed=PlayerList((2,))), None, Admission.NOT_ALLOWED),
        (ServerRules(allowed=PlayerList((1,))), None, Admission.ADMITTED),
        (
            ServerRules(barred=PlayerList(roles=(_GUESTS,)), allowed=PlayerList((1,))),
            {_GUESTS},
            Admission.ADMITTED,
        ),
        (
            ServerRules(barred=PlayerList(roles=(_GUESTS,)), allowed=PlayerList(roles=(_MEMBERS,))),
            {_GUESTS, _MEMBERS},
            Admission.BARRED,
        ),
    ],
)
def test_a_person_entry_overrides_role_entries(
    rules: ServerRules, roles: set[int] | None, admission: Admission
) -> None:
    assert rules.admission(1, None if roles is None else frozenset(roles)) is admission


async def test_list_changes_are_stored_and_logged(world: World) -> None:
    rules = await _put_on_list(world, Listing.BARRED, ANNA, roles=(_GUESTS,))
    assert rules.barred == PlayerList((ANNA.id,), (_GUESTS,))
    rules = await _put_on_list(world, Listing.BARRED, ANNA, BEN)
    assert rules.barred == PlayerList((ANNA.id, BEN.id), (_GUESTS,))
    rules = await _put_on_list(world, Listing.ALLOWED, BEN, roles=(_GUESTS,))
    assert (rules.barred, rules.allowed) == (PlayerList((ANNA.id,)), PlayerList((BEN.id,), (_GUESTS,)))
    rules = await _put_on_list(world, Listing.NONE, ANNA, BEN, roles=(_GUESTS,))
    assert rules == ServerRules() == await world.services.servers.server(_SERVER)
    assert [(entry.what, entry.note) for entry in await world.services.servers.audit(_SERVER)] == [
        (AdminAction.PLAYERS, f"none person:{ANNA.id} person:{BEN.id} role:{_GUESTS}"),
        (AdminAction.PLAYERS, f"allowed person:{BEN.id} role:{_GUESTS}"),
        (AdminAction.PLAYERS, f"barred person:{ANNA.id} person:{BEN.id}"),
        (AdminAction.PLAYERS, f"barred person:{ANNA.id} role:{_GUESTS}"),
    ]
    assert (await world.services.people.names({ANNA.id}))[ANNA.id] == "Anna"


async def test_other_settings_do_not_change_the_lists(world: World) -> None:
    await _put_on_list(world, Listing.BARRED, ANNA)
    await world.services.servers.set_value(world.by(CARA), _SERVER, THREADS, False)
    rules = await world.services.servers.set_server(world.by(CARA), _SERVER, results=71)
    assert (rules.barred, rules[THREADS], rules.results) == (PlayerList((ANNA.id,)), False, 71)
    assert (await _put_on_list(world, Listing.ALLOWED, BEN)).results == 71


async def test_a_repeated_request_changes_nothing(world: World) -> None:
    request = world.by(CARA)
    for _ in range(2):
        rules = await world.services.player_lists.add(request, _SERVER, Listing.BARRED, [ANNA], [])
        assert rules.barred == PlayerList((ANNA.id,))
    assert len(await world.services.servers.audit(_SERVER)) == 1


async def test_a_list_is_limited_to_a_menu(world: World) -> None:
    await _put_on_list(world, Listing.BARRED, roles=range(100, 100 + MAX_LISTED))
    await expect_refusal(_put_on_list(world, Listing.BARRED, ANNA), "too-many-listed", limit=str(MAX_LISTED))
    await _put_on_list(world, Listing.ALLOWED, ANNA)
    await _put_on_list(world, Listing.ALLOWED, roles=range(200, 199 + MAX_LISTED))
    await expect_refusal(_put_on_list(world, Listing.ALLOWED, BEN), "too-many-listed", limit=str(MAX_LISTED))


async def test_a_barred_person_can_neither_challenge_nor_be_challenged(world: World) -> None:
    await _put_on_list(world, Listing.BARRED, ANNA)
    await expect_refusal(_challenge(world, ANNA, BEN), "player-barred")
    await expect_refusal(_challenge(world, ANNA, None), "player-barred")
    await expect_refusal(_challenge(world, BEN, ANNA), "opponent-barred", player=str(ANNA.id))
    await _challenge(world, ANNA, BEN, Place(_ELSEWHERE, 80, "de"))
    await _challenge(world, ANNA, BEN, Place(None, 9, "de"))


async def test_a_barred_person_can_neither_accept_nor_join(world: World) -> None:
    challenge, table = await world.challenge(opponent=None), await world.lobby(CARA)
    await _put_on_list(world, Listing.BARRED, BEN)
    await expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "player-barred")
    await expect_refusal(world.services.lobbies.join(world.by(BEN), table.id), "player-barred")
    await expect_refusal(world.services.invitations.accept(world.by(BEN), table.id), "player-barred")
    assert (await world.services.challenges.get(challenge.id)).status is ChallengeStatus.OPEN
    await world.services.lobbies.join(world.by(DORA), table.id)


async def test_challenges_of_a_barred_person_cannot_be_accepted(world: World) -> None:
    challenge, table = await world.challenge(opponent=None), await world.lobby(BEN)
    await _put_on_list(world, Listing.BARRED, ANNA)
    details = {"player": str(ANNA.id)}
    await expect_refusal(
        world.services.invitations.accept(world.by(BEN), challenge.id), "opponent-barred", **details
    )
    await expect_refusal(world.services.lobbies.join(world.by(CARA), table.id), "opponent-barred", **details)
    await expect_refusal(world.services.lobbies.start(world.by(ANNA), table.id), "player-barred")
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)


async def test_challenges_of_a_barred_person_are_hidden_and_frozen(world: World) -> None:
    challenge, table = await world.challenge(opponent=None), await world.lobby(BEN)
    await _challenge(world, CARA, None)
    await _put_on_list(world, Listing.BARRED, ANNA)
    assert {entry.challenger for entry in await world.services.challenges.open_in(_SERVER)} == {CARA.id}
    for entry in (challenge, table):
        await expect_refusal(
            world.services.term_changes.change(world.by(ANNA), entry.id, entry.terms), "player-barred"
        )
    await _put_on_list(world, Listing.NONE, ANNA)
    open_challenges = {entry.id for entry in await world.services.challenges.open_in(_SERVER)}
    assert {challenge.id, table.id} < open_challenges


async def test_a_challenger_with_unknown_roles_is_listed(world: World) -> None:
    await _put_on_list(world, Listing.ALLOWED, roles=(_MEMBERS,))
    challenge = await _challenge(world, _seen_here(ANNA, _MEMBERS), None)
    assert [entry.id for entry in await world.services.challenges.open_in(_SERVER)] == [challenge.id]


async def test_new_terms_do_not_admit_a_barred_person(world: World) -> None:
    challenge, table = await world.challenge(opponent=None), await world.lobby(BEN, players=3)
    shorter = {"goal": "4", "again": "off"}
    changes = world.services.term_changes
    await changes.change(
        world.by(ANNA), challenge.id, replace(challenge.terms, options=shorter, role="random")
    )
    await changes.change(world.by(ANNA), table.id, replace(table.terms, players=2))
    await _put_on_list(world, Listing.BARRED, BEN)
    await expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id, 1), "player-barred")
    await expect_refusal(world.services.lobbies.join(world.by(BEN), table.id, revision=1), "player-barred")
    outdated = {"challenge": str(challenge.id)}
    await expect_refusal(
        world.services.invitations.accept(world.by(CARA), challenge.id), "terms-changed", **outdated
    )
    await world.services.invitations.accept(world.by(CARA), challenge.id, 1)
    started = await world.services.lobbies.join(world.by(CARA), table.id, revision=1)
    assert started.status is ChallengeStatus.ACCEPTED


async def test_a_table_with_a_barred_member_cannot_start(world: World) -> None:
    table = await world.lobby(BEN)
    await _put_on_list(world, Listing.BARRED, BEN)
    await expect_refusal(
        world.services.lobbies.start(world.by(ANNA), table.id), "opponent-barred", player=str(BEN.id)
    )
    await world.services.lobbies.leave(world.by(BEN), table.id)


async def test_running_games_continue_after_a_bar(world: World) -> None:
    match = await world.match(goal="4")
    await _put_on_list(world, Listing.BARRED, ANNA, BEN)
    for person, move in ((ANNA, "take 2"), (BEN, "take 2")):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    assert (await world.services.matches.get(match.id)).outcome is not None
    await expect_refusal(world.services.rematches.rematch(world.by(ANNA), match.id), "player-barred")


async def test_a_barred_person_cannot_accept_a_rematch(world: World) -> None:
    match = await world.match(goal="4")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.services.rematches.rematch(world.by(ANNA), match.id)
    await _put_on_list(world, Listing.BARRED, BEN)
    await expect_refusal(world.services.rematches.rematch(world.by(BEN), match.id), "player-barred")


async def test_a_barred_person_cannot_make_a_counter_offer(world: World) -> None:
    challenge = await world.challenge(opponent=BEN)
    await _put_on_list(world, Listing.BARRED, BEN)
    await expect_refusal(
        world.services.counter_offers.counter(
            world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="second")
        ),
        "player-barred",
    )


async def test_roles_are_checked_where_they_are_held(world: World) -> None:
    await _put_on_list(world, Listing.ALLOWED, roles=(_MEMBERS,))
    member, guest = _seen_here(ANNA, _MEMBERS), _seen_here(BEN, _GUESTS)
    await expect_refusal(_challenge(world, guest, None), "player-not-allowed")
    await expect_refusal(_challenge(world, member, guest), "opponent-barred", player=str(BEN.id))
    challenge = await _challenge(world, member, BEN)
    await expect_refusal(
        world.services.invitations.accept(world.by(guest), challenge.id), "player-not-allowed"
    )
    elsewhere = _seen_here(BEN, _MEMBERS, server=_ELSEWHERE)
    await expect_refusal(
        world.services.invitations.accept(world.by(elsewhere), challenge.id), "player-elsewhere"
    )
    await expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "player-elsewhere")
    accepted = await world.services.invitations.accept(world.by(_seen_here(BEN, _MEMBERS)), challenge.id)
    assert accepted.match is not None


async def test_the_everyone_role_counts_as_a_role(world: World) -> None:
    await _put_on_list(world, Listing.BARRED, roles=(_SERVER,))
    await expect_refusal(_challenge(world, _seen_here(ANNA, _MEMBERS), None), "player-barred")
    await _put_on_list(world, Listing.ALLOWED, ANNA)
    await _challenge(world, _seen_here(ANNA, _MEMBERS), None)


async def test_the_home_forum_is_allowed_for_new_games(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, channels=(71,), forum=72)
    await expect_refusal(_challenge(world, ANNA, BEN), "channel-not-allowed", channels="71")
    await _challenge(world, ANNA, BEN, Place(_SERVER, 7001, "de", parent=72))
    (entry,) = await world.services.servers.audit(_SERVER)
    assert entry.note == "channels=71, forum=72"
    await world.services.servers.set_server(world.by(CARA), _SERVER, forum=None)
    assert (await world.services.servers.audit(_SERVER))[0].note == "forum=none"


async def test_listing_a_person_records_their_name(world: World) -> None:
    newcomer = Person(1_100_000_000_000_000_555, "Nora", "")
    assert newcomer.id not in await world.services.people.names({newcomer.id})
    await world.services.player_lists.add(world.by(CARA), 7, Listing.BARRED, [newcomer], [])
    assert (await world.services.people.names({newcomer.id}))[newcomer.id] == "Nora"
    renamed = replace(newcomer, name="Nora B.")
    await world.services.player_lists.add(world.by(CARA), 7, Listing.ALLOWED, [renamed], [])
    assert (await world.services.people.names({newcomer.id}))[newcomer.id] == "Nora B."


async def test_a_listed_person_s_own_name_replaces_the_admins(world: World) -> None:
    async def set_german(person: Person) -> None:
        await world.services.settings.set_preferences(world.by(person), language="de")

    await set_german(BEN)
    with_nick = replace(BEN, name="Benny")
    await world.services.player_lists.add(world.by(CARA), 7, Listing.BARRED, [with_nick], [])
    assert (await world.services.people.names({BEN.id}))[BEN.id] == "Benny"
    await set_german(BEN)
    assert (await world.services.people.names({BEN.id}))[BEN.id] == "Ben"
