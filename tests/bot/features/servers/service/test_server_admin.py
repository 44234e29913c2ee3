"""Actions of a server's moderators."""

import pytest

from bot.app import bare_app
from bot.features.servers.service.server_admin import OVERVIEW_KEPT
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.events.events import DeadlineMoved, DeadlinePassed, EndCause, EndKind
from bot.model.events.instructions import RedrawOverview
from bot.model.match.match import EndedBy, MatchStatus
from bot.model.people.person import MessageRef, Place
from bot.model.people.preferences import AUTO_VACATION
from bot.model.servers.server_rules import AdminAction, AuditEntry, ServerRules
from bot.model.settings import Owner, Setting
from bot.model.time.clocks import per_move
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.support.contents import cause_of, challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = 7


async def test_server_rules_are_stored_and_logged(world: World) -> None:
    assert await world.services.servers.server(_SERVER) == ServerRules()
    request = world.by(CARA)
    rules = await world.services.servers.set_server(
        request, _SERVER, clock=per_move(3), games=("counting", "conhex")
    )
    assert rules == ServerRules(games=("counting", "conhex"), clock=per_move(3))
    assert (
        rules
        == await world.services.servers.server(_SERVER)
        == await world.services.servers.set_server(request, _SERVER)
    )
    assert await world.services.servers.server(8) == ServerRules()
    world.time.pass_by(DAY)
    await world.services.servers.set_server(world.by(CARA), _SERVER, channels=(70, 71), games=())
    now = world.time.now
    assert await world.services.servers.audit(_SERVER) == (
        AuditEntry(now, CARA.id, AdminAction.RULES, None, "channels=70 71, games=all"),
        AuditEntry(now - DAY, CARA.id, AdminAction.RULES, None, "clock=3d, games=counting conhex"),
    )
    assert len(await world.services.servers.audit(_SERVER, limit=1)) == 1
    assert await world.services.servers.audit(8) == ()
    await expect_refusal(
        world.services.servers.set_server(world.by(CARA), _SERVER, games=("chess",)),
        "no-such-game",
        game="chess",
    )


@pytest.mark.parametrize("setting", bare_app(GAMES).features.settings(Owner.SERVER), ids=lambda it: it.key)
async def test_switches_are_stored_and_logged(world: World, setting: Setting[bool]) -> None:
    assert (await world.services.servers.server(_SERVER))[setting] is setting.default
    other, request = not setting.default, world.by(CARA)
    rules = await world.services.servers.set_value(request, _SERVER, setting, other)
    assert rules[setting] is other
    assert await world.services.servers.set_value(request, _SERVER, setting, setting.default) == rules, (
        "a repeated request"
    )
    assert await world.services.servers.server(_SERVER) == rules
    (entry,) = await world.services.servers.audit(_SERVER)
    assert (entry.what, entry.note) == (AdminAction.RULES, f"{setting.key}={other}")


async def test_server_rules_apply_to_new_challenges(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, channels=(70, 71))
    running_challenge = await world.challenge()
    assert running_challenge.place == HALL

    async def challenge(place: Place) -> None:
        await world.services.invitations.challenge(
            world.by(ANNA), Terms("counting", {}, "first"), place, [BEN]
        )

    await expect_refusal(challenge(Place(7, 72, "de")), "channel-not-allowed", channels="70, 71")
    await challenge(Place(7, 7001, "de", parent=71))
    await challenge(Place(None, 72, "de"))
    await challenge(Place(8, 72, "de"))
    await world.services.servers.set_server(world.by(CARA), _SERVER, games=("conhex",))
    await expect_refusal(challenge(HALL), "game-not-allowed", games="conhex")
    accepted = await world.services.invitations.accept(world.by(BEN), running_challenge.id)
    assert accepted.match is not None


async def test_an_admin_adjudicates_a_game(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    request = world.by(CARA)
    finished = await world.services.servers.adjudicate(
        request, match.id, (BEN.id,), "ran\x00 away", server=_SERVER
    )
    assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome((1,), "adjudication"))
    assert (finished.ended_by, finished.is_aborted, finished.deadline, finished.turn) == (
        EndedBy.ADJUDICATION,
        False,
        None,
        None,
    )
    assert finished == await world.services.matches.get(match.id)
    assert finished == await world.services.servers.adjudicate(request, match.id, (BEN.id,), "ran away")
    (end,) = await world.deliver_all()
    assert cause_of(end) == EndCause(EndKind.ADJUDICATED, admin=CARA.id, note="ran away")
    (entry,) = await world.services.servers.audit(_SERVER)
    assert (entry.what, entry.who, entry.match, entry.note) == (
        AdminAction.ADJUDICATION,
        CARA.id,
        match.id,
        "ran away",
    )
    await expect_refusal(world.services.servers.adjudicate(world.by(CARA), match.id, None, ""), "game-over")
    await expect_refusal(world.services.turns.take_turn(world.by(BEN), match.id, "take 1"), "game-over")
    assert kinds(await pass_by(world, 9 * DAY)) == []


async def test_a_game_is_drawn_or_annulled(world: World) -> None:
    result = await world.services.servers.adjudicate(world.by(CARA), (await world.match()).id, (), "enough")
    assert (result.outcome, result.is_aborted) == (Outcome((), "adjudication"), False)
    annulled = await world.services.servers.adjudicate(
        world.by(CARA), (await world.match()).id, None, "cheated"
    )
    assert (annulled.outcome, annulled.is_aborted) == (Outcome((), "annulled"), True)
    assert annulled.ended_by is EndedBy.ADJUDICATION
    assert [entry.what for entry in await world.services.servers.audit(_SERVER)] == [
        AdminAction.ANNULMENT,
        AdminAction.ADJUDICATION,
    ]


async def test_an_annulled_game_ends_its_series(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.servers.adjudicate(world.by(CARA), accepted.match, None, "")
    assert await world.services.matches.of(ANNA.id) == ()
    assert (await world.services.matches.series(challenge.id)).finished


async def test_invalid_adjudications_are_refused(world: World) -> None:
    world.limits = Limits(note_length=5)
    world.services = world.other_services()
    match = await world.match()

    async def judge(game: int, winners: tuple[int, ...] | None, note: str, server: int | None = None) -> None:
        await world.services.servers.adjudicate(world.by(CARA), game, winners, note, server=server)

    await expect_refusal(judge(match.id, (ANNA.id, CARA.id), ""), "unknown-winner", player=str(CARA.id))
    await expect_refusal(judge(match.id, None, "123456"), "note-too-long", limit="5")
    await expect_refusal(judge(match.id, None, "", server=8), "unknown-match")
    await expect_refusal(judge(404, None, ""), "unknown-match")
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    assert await world.services.servers.audit(_SERVER) == ()


async def test_an_overview_is_redrawn_on_changes(world: World) -> None:
    assert await world.services.servers.overview(70) is None
    await begin_timed(world, "3d")
    await world.deliver_all()
    overview_on = await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    assert (overview_on.message, overview_on.place) == (None, HALL)
    (first,) = await world.outbox.claim()
    assert (first.kind, first.event, first.match, challenge_of(first)) == (
        RedrawOverview,
        RedrawOverview(70),
        None,
        None,
    )
    assert await world.outbox.deliver_as(first.id, MessageRef(70, 500)) is None
    overview = await world.services.servers.overview(70)
    assert overview is not None
    assert (overview.message, [match.id for match in overview.matches]) == (500, [1])
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN, ANNA)
    notices = await world.deliver_all()
    assert kinds(notices).count(RedrawOverview) == 1
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert kinds(await world.deliver_all()).count(RedrawOverview) == 1
    overview = await world.services.servers.overview(70)
    assert overview is not None
    assert [match.id for match in overview.matches] == [1]
    overview_off = await world.services.servers.set_overview(world.by(CARA), HALL, on=False)
    assert overview_off.message == 500
    assert await world.services.servers.overview(70) is None
    await play(world, await world.services.matches.get(1), ANNA)
    assert RedrawOverview not in kinds(await world.deliver_all())
    notes = [(entry.what, entry.note) for entry in await world.services.servers.audit(_SERVER)]
    assert notes == [(OVERVIEW_KEPT, "off 70"), (OVERVIEW_KEPT, "on 70")]


async def test_an_overview_outdated_during_drawing_is_redrawn(world: World) -> None:
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    (first_notice,) = await world.outbox.claim()
    match = await world.match()
    await play(world, match, ANNA)
    assert RedrawOverview not in kinds(list(await world.outbox.claim()))
    await world.outbox.deliver_as(first_notice.id, MessageRef(70, 500))
    redrawn = [notice for notice in await world.outbox.claim() if notice.kind is RedrawOverview]
    assert len(redrawn) == 1
    await world.outbox.miss(redrawn[0].id, "gone")
    assert await world.outbox.take_missed(ANNA.id) == ()


async def test_an_overview_is_redrawn_when_a_match_gets_its_thread(world: World) -> None:
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    match = await world.match()
    await world.deliver_all()
    await world.services.match_places.move_home(match.id, 71)
    (notice,) = await world.deliver_all()
    assert notice.event == RedrawOverview(70)
    overview = await world.services.servers.overview(70)
    assert overview is not None
    assert [game.home for game in overview.matches] == [71]


async def test_a_passed_deadline_redraws_the_overview(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    await world.deliver_all()
    notices = kinds(await pass_by(world, DAY))
    assert set(notices[-3:]) == {DeadlinePassed, RedrawOverview, DeadlineMoved}


async def test_a_deleted_role_or_channel_is_removed_from_the_rules(world: World) -> None:
    admin = world.services.servers
    await admin.set_server(world.by(CARA), _SERVER, call_role=5, results=72)
    await admin.forget_role(_SERVER, 6)
    await admin.forget_results(_SERVER, 73)
    assert await admin.server(_SERVER) == ServerRules(call_role=5, results=72)
    await admin.forget_role(_SERVER, 5)
    assert await admin.server(_SERVER) == ServerRules(results=72)
    await admin.forget_results(_SERVER, 72)
    assert await admin.server(_SERVER) == ServerRules()


async def test_a_repeated_overview_request_changes_nothing(world: World) -> None:
    match, request = await world.match(), world.by(CARA)
    first = await world.services.servers.set_overview(request, HALL, on=True)
    assert [match_listed.id for match_listed in first.matches] == [match.id]
    assert await world.services.servers.set_overview(request, HALL, on=True) == first
    assert len(await world.services.servers.audit(_SERVER)) == 1
    direct_place = Place(None, 55, "de")
    await world.services.servers.set_overview(world.by(CARA), direct_place, on=True)
    overview = await world.services.servers.overview(55)
    assert overview is not None
    assert (overview.matches, overview.challenges) == ((), ())
    assert len(await world.services.servers.audit(_SERVER)) == 1


async def test_an_overview_lists_open_challenges(world: World) -> None:
    challenge = await world.challenge("conhex", opponent=None)
    await world.challenge("conhex", opponent=BEN)
    overview = await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    assert [challenge_listed.id for challenge_listed in overview.challenges] == [challenge.id]


async def test_the_audit_log_shows_the_server_s_latest_twenty_entries(world: World) -> None:
    for channel in range(71, 92):
        world.time.pass_by(DAY)
        await world.services.servers.set_server(world.by(CARA), _SERVER, results=channel)
    await world.services.servers.set_server(world.by(CARA), 8, results=99)
    log = await world.services.servers.audit(_SERVER)
    assert [entry.note for entry in log] == [f"results={channel}" for channel in range(91, 71, -1)]


async def test_rules_are_separate_for_each_server(world: World) -> None:
    admin = world.services.servers
    await admin.set_server(world.by(CARA), 8, call_role=5, results=72)
    await admin.set_server(world.by(CARA), _SERVER, call_role=5, results=72)
    await admin.forget_role(_SERVER, 5)
    await admin.forget_results(_SERVER, 72)
    assert await admin.server(_SERVER) == ServerRules()
    assert await admin.server(8) == ServerRules(call_role=5, results=72)
