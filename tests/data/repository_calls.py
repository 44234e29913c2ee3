"""One call of each repository method, ordered so that each finds the rows it needs."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from bot.features.ratings.store.statistics import StatisticsRepository
from bot.features.records.store import ImportRepository
from bot.features.reviews.domain import ReviewedPly
from bot.features.reviews.store import ReviewRepository
from bot.features.servers.domain import Rhythm, Subscription
from bot.features.servers.store.subscriptions import SubscriptionRepository
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import Entrant, Tournament, TournamentSetup, TournamentStatus
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.model.challenges.challenge import ChallengeStatus, Guest
from bot.model.challenges.terms import Terms
from bot.model.match.beacon import BeaconSource, Origin
from bot.model.match.dice import Seed
from bot.model.match.dice_tree import DiceTree
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Counting
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.person_settings import PersonSettings
from bot.model.people.players import HumanPlayer
from bot.model.servers.server_rules import AdminAction, AuditEntry, ServerRules
from bot.model.time.clocks import read_clock
from bot.model.time.vacation import Day, Vacation
from bot.monitoring.figures import FigureRepository
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.blocks import BlockRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.outbox import NewNotice, RequestRecord
from bot.repositories.records.people import PersonRecord
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_TIMER
from bot.repositories.tables.outbox_tables import FIRST, PUBLIC
from data.cluster.timers import DueTimer, TimerRepository
from data.session import Session
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import new_match

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

_RATING = RatingRecord(7, "any", "", 1, 1500.0, 350.0, 0.06, 1, NOON, NOON, 1)
_CHANGE = RatingChangeRecord(1, 7, 1, "any", "", 1500.0, 350.0, 1600.0, 300.0, NOON)
_KINDS = frozenset({"ply", "start"})
_TIMER = DueTimer(GAME_TIMER, 1, NOON)
_SUBSCRIPTION = Subscription(7, "letter", 70, Rhythm(time(18), "Europe/Berlin", day=6), NOON)


async def _next_due(it: Session) -> None:
    await it.of(NoticeRepository).next_due(kinds=_KINDS)
    await it.of(NoticeRepository).next_due(priority=FIRST, kinds=_KINDS)


async def _save_challenge(it: Session) -> None:
    before = await it.of(ChallengeRepository).get(1)
    assert before is not None
    joined = replace(before.with_player(2, None, None), revision=1)
    await it.of(ChallengeRepository).save(before, joined)
    await it.of(ChallengeRepository).save(joined, joined.close(ChallengeStatus.ACCEPTED, accepted_by=2))


async def _save_match(it: Session) -> None:
    match = await it.of(MatchRepository).get(1)
    assert match is not None
    timed = replace(match, timing=Timing(NOON, ((1, 1, 0), (1, 1, 0)), due=NOON))
    result = timed.with_leaver(1, 1)
    final_match = result.end(Outcome((), "any"), NOON, resigned=0)
    corrected = final_match.correct(Outcome((0,), "any"))
    for before, after in ((match, timed), (timed, result), (result, final_match), (final_match, corrected)):
        await it.of(MatchRepository).save(before, after)


Call = Callable[[Session], Awaitable[object]]
CALLS: dict[str, Call] = {
    "PersonRepository.record_seen": lambda it: it.of(PersonRepository).record_seen(
        PersonRecord(1, "Al", "en")
    ),
    "PersonRepository.record_mentioned": lambda it: it.of(PersonRepository).record_mentioned(
        PersonRecord(2, "Bo", "en")
    ),
    "PersonRepository.record_server": lambda it: it.of(PersonRepository).record_server(7, "de"),
    "PersonRepository.get": lambda it: it.of(PersonRepository).get(1),
    "PersonRepository.names": lambda it: it.of(PersonRepository).names([1, 2]),
    "PersonRepository.names_ever": lambda it: it.of(PersonRepository).names_ever(1),
    "PersonRepository.readers": lambda it: it.of(PersonRepository).readers([1, 2], 7),
    "PersonRepository.languages": lambda it: it.of(PersonRepository).languages([1, 2]),
    "PersonRepository.server_locale": lambda it: it.of(PersonRepository).server_locale(7),
    "PersonRepository.language_of": lambda it: it.of(PersonRepository).language_of(7),
    "PersonRepository.speak": lambda it: it.of(PersonRepository).speak(7, "de"),
    "PersonRepository.lock": lambda it: it.of(PersonRepository).lock([1, 2]),
    "ImportRepository.add": lambda it: it.of(ImportRepository).add(
        person=1, key="any", names=("Al", "Bo"), body="{}", expires=NOON
    ),
    "ImportRepository.count_of": lambda it: it.of(ImportRepository).count_of(1, NOON),
    "ImportRepository.of": lambda it: it.of(ImportRepository).of(1, NOON),
    "ImportRepository.get": lambda it: it.of(ImportRepository).get(1, 1, NOON),
    "ImportRepository.delete": lambda it: it.of(ImportRepository).delete(1, 1),
    "ImportRepository.expire": lambda it: it.of(ImportRepository).expire(1, NOON),
    "RequestRepository.add": lambda it: it.of(RequestRepository).add(
        RequestRecord("r", 1, "turn", 1, 1), NOON
    ),
    "RequestRepository.latest": lambda it: it.of(RequestRepository).latest(1, 1, "turn", NOON),
    "RequestRepository.get": lambda it: it.of(RequestRepository).get("r"),
    "ChallengeRepository.add": lambda it: it.of(ChallengeRepository).add(
        challenge(1, 2, everyone=(Guest(1, place=0),))
    ),
    "ChallengeRepository.get": lambda it: it.of(ChallengeRepository).get(1),
    "ChallengeRepository.lock": lambda it: it.of(ChallengeRepository).lock(1),
    "ChallengeRepository.count_open_by": lambda it: it.of(ChallengeRepository).count_open_by(1),
    "ChallengeRepository.is_open_in": lambda it: it.of(ChallengeRepository).is_open_in(5),
    "ChallengeRepository.open_in": lambda it: it.of(ChallengeRepository).open_in(7, NOON),
    "ChallengeRepository.open_of": lambda it: it.of(ChallengeRepository).open_of(1),
    "ChallengeRepository.rematch_of": lambda it: it.of(ChallengeRepository).rematch_of(1),
    "ChallengeRepository.save": _save_challenge,
    "ChallengeRepository.seed": lambda it: it.of(ChallengeRepository).seed(1),
    "ChallengeRepository.set_message": lambda it: it.of(ChallengeRepository).set_message(1, 9),
    "MatchRepository.add": lambda it: it.of(MatchRepository).add(new_match(1, 1, 2, words=()), "00"),
    "MatchLogRepository.append": lambda it: it.of(MatchLogRepository).append(1, [LogEntry(1, 0, "a", NOON)]),
    "MatchRepository.get": lambda it: it.of(MatchRepository).get(1),
    "MatchRepository.get_with_settings": lambda it: it.of(MatchRepository).get_with_settings(1),
    "MatchRepository.lock": lambda it: it.of(MatchRepository).lock(1),
    "MatchLogRepository.plies": lambda it: it.of(MatchLogRepository).plies(1, 0, 9),
    "MatchRepository.of_challenge": lambda it: it.of(MatchRepository).of_challenge(1),
    "MatchRepository.seed": lambda it: it.of(MatchRepository).seed(1),
    "MatchRepository.set_seed": lambda it: it.of(MatchRepository).set_seed(1, "00", "ff"),
    "MatchRepository.secret_of": lambda it: it.of(MatchRepository).secret_of(1),
    "MatchRepository.set_beacon": lambda it: it.of(MatchRepository).set_beacon(
        1, BeaconSource(Origin.NOTHING)
    ),
    "MatchRepository.waiting_for_dice": lambda it: it.of(MatchRepository).waiting_for_dice(0, 9),
    "ReviewRepository.save": lambda it: it.of(ReviewRepository).save(1, 1, [ReviewedPly(1, 0, "a", 1, None)]),
    "ReviewRepository.of": lambda it: it.of(ReviewRepository).of(1, 1),
    "MatchLogRepository.cut": lambda it: it.of(MatchLogRepository).cut(1, 0, 1, NOON),
    "MatchLogRepository.undone": lambda it: it.of(MatchLogRepository).undone(1),
    "MatchLogRepository.was_undone": lambda it: it.of(MatchLogRepository).was_undone(1, 0, 1),
    "ConditionalMoveRepository.write": lambda it: it.of(ConditionalMoveRepository).write(1, {0: "plan"}),
    "ConditionalMoveRepository.of": lambda it: it.of(ConditionalMoveRepository).of(1),
    "MatchRepository.unrated_seats": lambda it: it.of(MatchRepository).unrated_seats(1),
    "MatchRepository.unrated_seats_of_kind": lambda it: it.of(MatchRepository).unrated_seats_of_kind("any"),
    "MatchRepository.leave_unrated": lambda it: it.of(MatchRepository).leave_unrated(1, 0),
    "MatchRepository.count": lambda it: it.of(MatchRepository).count({1: Counting.COUNTS}),
    "MatchRepository.running_of": lambda it: it.of(MatchRepository).running_of(1, 9),
    "MatchRepository.finished_matches": lambda it: it.of(MatchRepository).finished_matches(1, 9),
    "MatchRepository.practice_matches": lambda it: it.of(MatchRepository).practice_matches(1, 9),
    "MatchRepository.engines_turn": lambda it: it.of(MatchRepository).engines_turn(NOON, 9),
    "MatchRepository.finished_matches_between": lambda it: it.of(MatchRepository).finished_matches_between(
        1, 2, 9
    ),
    "MatchRepository.finished_dice_matches": lambda it: it.of(MatchRepository).finished_dice_matches(1, 9),
    "MatchRepository.save": _save_match,
    "MatchRepository.keep_times": lambda it: it.of(MatchRepository).keep_times({1: Timing(NOON)}),
    "MatchRepository.lock_running": lambda it: it.of(MatchRepository).lock_running((1,)),
    "MatchRepository.lock_played_by": lambda it: it.of(MatchRepository).lock_played_by(2),
    "MatchRepository.running_match_ids": lambda it: it.of(MatchRepository).running_match_ids(2),
    "MatchRepository.running_in_server": lambda it: it.of(MatchRepository).running_in_server(
        7, paused=True, after=0, limit=9
    ),
    "MatchRepository.threads_in": lambda it: it.of(MatchRepository).threads_in(7),
    "MatchRepository.servers_played_in": lambda it: it.of(MatchRepository).servers_played_in(),
    "MatchRepository.running_in": lambda it: it.of(MatchRepository).running_in(5),
    "MatchRepository.running_at": lambda it: it.of(MatchRepository).running_at(5),
    "MatchRepository.latest_at": lambda it: it.of(MatchRepository).latest_at(5),
    "MatchRepository.lock_in_thread": lambda it: it.of(MatchRepository).lock_in_thread(5),
    "MatchRepository.count_of": lambda it: it.of(MatchRepository).count_of(1),
    "MatchRepository.count_finished": lambda it: it.of(MatchRepository).count_finished(1),
    "MatchRepository.count_in": lambda it: it.of(MatchRepository).count_in(5),
    "MatchRepository.replace_board": lambda it: it.of(MatchRepository).replace_board(1, MessageRef(5, 9)),
    "MatchRepository.move_home": lambda it: it.of(MatchRepository).move_home(1, 6, 7),
    "MatchRepository.rated_matches": lambda it: it.of(MatchRepository).rated_matches("any"),
    "MatchRepository.finished_matches_in": lambda it: it.of(MatchRepository).finished_matches_in(7, 9),
    "RatingRepository.lock": lambda it: it.of(RatingRepository).lock(),
    "RatingRepository.save": lambda it: it.of(RatingRepository).save([_RATING], [_CHANGE]),
    "RatingRepository.of_people": lambda it: it.of(RatingRepository).of_people(7, "any", [1, 2]),
    "RatingRepository.of": lambda it: it.of(RatingRepository).of(1, [0, 7]),
    "RatingRepository.best": lambda it: it.of(RatingRepository).best(7, "any", "", now=NOON, limit=9),
    "RatingRepository.ends_of_same": lambda it: it.of(RatingRepository).ends_of_same("any", [1, 2], NOON),
    "RatingRepository.is_outdated": lambda it: it.of(RatingRepository).is_outdated("any", 1),
    "RatingRepository.schedule_formula_news": lambda it: it.of(RatingRepository).schedule_formula_news(
        "any", 1
    ),
    "RatingRepository.has_formula_news": lambda it: it.of(RatingRepository).has_formula_news(1, 1),
    "RatingRepository.record_formula_known": lambda it: it.of(RatingRepository).record_formula_known(1, 1),
    "RatingRepository.latest": lambda it: it.of(RatingRepository).latest("any", [1, 2]),
    "RatingRepository.changes_of": lambda it: it.of(RatingRepository).changes_of(1),
    "RatingRepository.of_aliases": lambda it: it.of(RatingRepository).of_aliases("any"),
    "RatingRepository.history": lambda it: it.of(RatingRepository).history(1, 7),
    "RatingRepository.replace": lambda it: it.of(RatingRepository).replace("any", [_RATING], [_CHANGE]),
    "StatisticsRepository.of_game": lambda it: it.of(StatisticsRepository).of_game("any"),
    "StatisticsRepository.against_engines": lambda it: it.of(StatisticsRepository).against_engines(1),
    "StatisticsRepository.of_player": lambda it: it.of(StatisticsRepository).of_player(1),
    "NoticeRepository.is_awaited": lambda it: it.of(NoticeRepository).is_awaited(1, 1, ("start",)),
    "NoticeRepository.add": lambda it: it.of(NoticeRepository).add(
        [NewNotice("ply", 1, PUBLIC, 1, 1, {})], NOON
    ),
    "NoticeRepository.hasten": lambda it: it.of(NoticeRepository).hasten("ply", 1, NOON),
    "NoticeRepository.streams_of": lambda it: it.of(NoticeRepository).streams_of("ply"),
    "NoticeRepository.deliver": lambda it: it.of(NoticeRepository).deliver(1),
    "NoticeRepository.next_due": _next_due,
    "NoticeRepository.prioritise": lambda it: it.of(NoticeRepository).prioritise(1),
    "NoticeRepository.claim": lambda it: it.of(NoticeRepository).claim("me", NOON, 9, kinds=_KINDS),
    "NoticeRepository.release_others": lambda it: it.of(NoticeRepository).release_others("me", [1, 2]),
    "NoticeRepository.get": lambda it: it.of(NoticeRepository).get(1),
    "NoticeRepository.lock_claimed": lambda it: it.of(NoticeRepository).lock_claimed(1, "me"),
    "NoticeRepository.postpone": lambda it: it.of(NoticeRepository).postpone(
        1, NOON, 1, "no", uncertain=True
    ),
    "NoticeRepository.drop_plies": lambda it: it.of(NoticeRepository).drop_plies(
        1, 1, ["PlyPlayed", "DiceRolled"], 0
    ),
    "ClaimRepository.take": lambda it: it.of(ClaimRepository).take(GAME_TIMER, [1, 2], "me"),
    "TimerRepository.set": lambda it: it.of(TimerRepository).set(GAME_TIMER, 1, NOON),
    "TimerRepository.set_all": lambda it: it.of(TimerRepository).set_all(GAME_TIMER, {2: NOON, 3: None}),
    "TimerRepository.next_due": lambda it: it.of(TimerRepository).next_due([GAME_TIMER, CHALLENGE_TIMER]),
    "TimerRepository.due": lambda it: it.of(TimerRepository).due(GAME_TIMER, NOON, 9),
    "TimerRepository.postpone": lambda it: it.of(TimerRepository).postpone(_TIMER, NOON, NOON),
    "TimerRepository.finish": lambda it: it.of(TimerRepository).finish([_TIMER]),
    "TimerRepository.cancel": lambda it: it.of(TimerRepository).cancel(GAME_TIMER, 1),
    "TimerRepository.cancel_all": lambda it: it.of(TimerRepository).cancel_all(GAME_TIMER, [1, 2]),
    "SubscriptionRepository.save": lambda it: it.of(SubscriptionRepository).save(_SUBSCRIPTION),
    "SubscriptionRepository.get": lambda it: it.of(SubscriptionRepository).get(7, "letter", lock=True),
    "SubscriptionRepository.leave_out": lambda it: it.of(SubscriptionRepository).leave_out(
        _SUBSCRIPTION, NOON
    ),
    "SubscriptionRepository.remove": lambda it: it.of(SubscriptionRepository).remove(7, "letter"),
    "ClaimRepository.release_all": lambda it: it.of(ClaimRepository).release_all("me"),
    "ClaimRepository.release_late": lambda it: it.of(ClaimRepository).release_late("other"),
    "ClaimRepository.release_dead": lambda it: it.of(ClaimRepository).release_dead(),
    "NoticeRepository.forget": lambda it: it.of(NoticeRepository).forget(9),
    "NoticeRepository.close": lambda it: it.of(NoticeRepository).close(1, "missed"),
    "NoticeRepository.show": lambda it: it.of(NoticeRepository).show(1, MessageRef(5, 9)),
    "NoticeRepository.shown_messages": lambda it: it.of(NoticeRepository).shown_messages(1, PUBLIC),
    "NoticeRepository.release_held": lambda it: it.of(NoticeRepository).release_held(1, NOON),
    "NoticeRepository.drop_held": lambda it: it.of(NoticeRepository).drop_held(1, 1, ("PlyPlayed",), NOON),
    "NoticeRepository.is_awaited_in": lambda it: it.of(NoticeRepository).is_awaited_in(1, "PlyPlayed"),
    "NoticeRepository.challenge_messages": lambda it: it.of(NoticeRepository).challenge_messages(1),
    "PersonSettingsRepository.speaker": lambda it: it.of(PersonSettingsRepository).speaker(1),
    "NoticeRepository.hand_out": lambda it: it.of(NoticeRepository).hand_out(1, kinds=_KINDS),
    "PersonSettingsRepository.save": lambda it: it.of(PersonSettingsRepository).save(
        1, PersonSettings(vacation=Vacation((Day(NOON, NOON, 2026, False),)))
    ),
    "PersonSettingsRepository.of": lambda it: it.of(PersonSettingsRepository).of([1, 2]),
    "ServerRulesRepository.save": lambda it: it.of(ServerRulesRepository).save(
        7, ServerRules((5,), ("any",))
    ),
    "ServerRulesRepository.of": lambda it: it.of(ServerRulesRepository).of(7),
    "ServerRepository.call_role": lambda it: it.of(ServerRepository).call_role(7, NOON, timedelta(hours=1)),
    "ServerRepository.overview_channels": lambda it: it.of(ServerRepository).overview_channels(1),
    "ServerRepository.save_overview": lambda it: it.of(ServerRepository).save_overview(5, 7, "en"),
    "ServerRepository.touch_overview": lambda it: it.of(ServerRepository).touch_overview(
        5, "overview", {}, NOON
    ),
    "ServerRepository.show_overview": lambda it: it.of(ServerRepository).show_overview(5, 9),
    "ServerRepository.overview": lambda it: it.of(ServerRepository).overview(5),
    "ServerRepository.forget_overview": lambda it: it.of(ServerRepository).forget_overview(5),
    "ServerRepository.leave": lambda it: it.of(ServerRepository).leave(7, NOON),
    "ServerRepository.is_gone": lambda it: it.of(ServerRepository).is_gone(7),
    "ServerRepository.without_bot": lambda it: it.of(ServerRepository).without_bot(),
    "ServerRepository.record_return": lambda it: it.of(ServerRepository).record_return(7),
    "ServerRepository.add_audit_entry": lambda it: it.of(ServerRepository).add_audit_entry(
        7, AuditEntry(NOON, 1, AdminAction.RULES, None, "")
    ),
    "TournamentRepository.add": lambda it: it.of(TournamentRepository).add(
        Tournament(
            0,
            TournamentSetup(
                "Cup", Terms("any", {}, clock=read_clock("3d")), Rules(Format.SWISS), 4, starts=NOON
            ),
            Place(7, 5, "en"),
            1,
            NOON,
        )
    ),
    "TournamentRepository.save_entrants": lambda it: it.of(TournamentRepository).save_entrants(
        1, [Entrant(1, HumanPlayer(1)), Entrant(2, HumanPlayer(2))]
    ),
    "TournamentRepository.save_entrant": lambda it: it.of(TournamentRepository).save_entrant(
        1, Entrant(1, HumanPlayer(1), cup=True)
    ),
    "TournamentRepository.add_games": lambda it: it.of(TournamentRepository).add_games(
        1, [Pairing(1, (1, 2))], {}
    ),
    "TournamentRepository.begin_game": lambda it: it.of(TournamentRepository).begin_game(1, 1),
    "TournamentRepository.decide": lambda it: it.of(TournamentRepository).decide(
        1, Pairing(1, (1, 2), (1.0, 0.0))
    ),
    "TournamentRepository.add_step": lambda it: it.of(TournamentRepository).add_step(
        1, Pairing(0, (1, 2), challenger=2), challenge=1, decided=NOON
    ),
    "TournamentRepository.decide_step": lambda it: it.of(TournamentRepository).decide_step(
        1, Pairing(1, (1, 2), (1.0, 0.0), challenger=2), NOON
    ),
    "TournamentRepository.drop_game": lambda it: it.of(TournamentRepository).drop_game(1),
    "TournamentRepository.get": lambda it: it.of(TournamentRepository).get(1),
    "TournamentRepository.lock": lambda it: it.of(TournamentRepository).lock(1),
    "TournamentRepository.game_of": lambda it: it.of(TournamentRepository).game_of(1),
    "TournamentRepository.set_message": lambda it: it.of(TournamentRepository).set_message(1, 9),
    "TournamentRepository.set_due": lambda it: it.of(TournamentRepository).set_due(1, NOON),
    "TournamentRepository.set_status": lambda it: it.of(TournamentRepository).set_status(
        1, TournamentStatus.FINISHED, None
    ),
    "TournamentRepository.end": lambda it: it.of(TournamentRepository).end(1, NOON),
    "TournamentRepository.list_ended": lambda it: it.of(TournamentRepository).list_ended(7, NOON, NOON, 5),
    "TournamentRepository.in_server": lambda it: it.of(TournamentRepository).in_server(
        7, tuple(TournamentStatus), 5
    ),
    "TournamentRepository.live": lambda it: it.of(TournamentRepository).live(),
    "TournamentRepository.tournaments_of": lambda it: it.of(TournamentRepository).tournaments_of(
        1, tuple(TournamentStatus)
    ),
    "TournamentRepository.cups": lambda it: it.of(TournamentRepository).cups(1),
    "TournamentRepository.count_losses_on_time": lambda it: it.of(TournamentRepository).count_losses_on_time(
        1, NOON
    ),
    "DiceTreeRepository.add": lambda it: it.of(DiceTreeRepository).add(
        1, DiceTree((Seed(b"\0" * 32), Seed(b"\1" * 32))), ahead=False
    ),
    "DiceTreeRepository.below": lambda it: it.of(DiceTreeRepository).below("0" * 44),
    "DiceTreeRepository.shown_tree": lambda it: it.of(DiceTreeRepository).shown_tree("0" * 44),
    "DiceTreeRepository.set_message": lambda it: it.of(DiceTreeRepository).set_message(1, 9),
    "DiceTreeRepository.hand_on": lambda it: it.of(DiceTreeRepository).hand_on(1, 2),
    "DiceTreeRepository.close": lambda it: it.of(DiceTreeRepository).close(1),
    "BlockRepository.add": lambda it: it.of(BlockRepository).add(1, 2, NOON),
    "BlockRepository.by": lambda it: it.of(BlockRepository).by(1),
    "BlockRepository.between": lambda it: it.of(BlockRepository).between(1, [2, 3]),
    "BlockRepository.remove": lambda it: it.of(BlockRepository).remove(1, 2),
    "ServerRepository.audit_entries": lambda it: it.of(ServerRepository).audit_entries(7, 9),
    "FigureRepository.due_notices": lambda it: it.of(FigureRepository).due_notices(NOON),
    "FigureRepository.claimed_notices": lambda it: it.of(FigureRepository).claimed_notices(),
    "FigureRepository.failing_notices": lambda it: it.of(FigureRepository).failing_notices(),
    "FigureRepository.missed_notices": lambda it: it.of(FigureRepository).missed_notices(),
    "FigureRepository.running_games": lambda it: it.of(FigureRepository).running_games(),
    "FigureRepository.overdue": lambda it: it.of(FigureRepository).overdue(NOON),
    "FigureRepository.alive": lambda it: it.of(FigureRepository).alive(),
    "FigureRepository.size": lambda it: it.of(FigureRepository).size(),
    "FigureRepository.revision": lambda it: it.of(FigureRepository).revision(),
}
