from dataclasses import replace

from bot.features.matches.service.notices.merged_plies import merged_plies
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.event import MatchEvent
from bot.model.events.events import MatchEnded, OfferMade, PlyPlayed
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import PingPlace
from rules.contract import Outcome
from tests.bot.support.matches_in_memory import match_of

_MATCH = match_of(HumanPlayer(1001), HumanPlayer(1002))
_OWN = PlyPlayed(_MATCH.id, 4, 5, 0, "a1", before=0, turn=1, tell=PingPlace.THREAD, by=0, timed=True)
_REPLY = PlyPlayed(
    _MATCH.id, 5, 6, 1, "b1", before=1, turn=0, tell=PingPlace.BOTH, by=0, automatic=Automatic.CONDITIONAL
)
_BOTH = replace(_REPLY, since=4, seat=0, move="a1", before=0, timed=True)


def _merge(*events: MatchEvent) -> list[MatchEvent]:
    matches = [replace(_MATCH, id=event.match) for event in events]
    recorded = [RecordedInMatch(event, match) for event, match in zip(events, matches, strict=True)]
    merged = [ply for ply in merged_plies(recorded) if isinstance(ply, RecordedInMatch)]
    assert not [ply for ply in merged if ply.match.id != ply.event.match]
    return [ply.event for ply in merged]


def test_a_ply_and_its_automatic_reply_are_merged() -> None:
    assert _merge(_OWN, _REPLY) == [_BOTH]


def test_events_between_merged_plies_come_after_them() -> None:
    offer = OfferMade(_MATCH.id, 5, OfferKind.DRAW, 0, with_move=True)
    assert _merge(_OWN, offer, _REPLY) == [_BOTH, offer]


def test_plies_by_people_are_not_merged() -> None:
    event = replace(_REPLY, automatic=None, left=True)
    assert _merge(_OWN, event) == [_OWN, event]


def test_replies_in_another_match_are_not_merged() -> None:
    other_match_reply = replace(_REPLY, match=8)
    assert _merge(_OWN, other_match_reply) == [_OWN, other_match_reply]


def test_an_end_by_the_reply_covers_both_plies() -> None:
    last = replace(_REPLY, turn=None, ends_match=True)
    event = MatchEnded(_MATCH.id, 6, Outcome((1,), "goal"), last, 0, frozenset(), None)
    both = replace(_BOTH, turn=None, ends_match=True)
    assert _merge(_OWN, last, event) == [both, replace(event, last=both, timed=True)]
