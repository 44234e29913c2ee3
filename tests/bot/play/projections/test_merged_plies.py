from dataclasses import replace

from bot.play.domain.events import Event, MatchEnded, MatchHeader, OfferMade, PlyPlayed
from bot.play.domain.match.log_entry import Automatic
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.players import HumanPlayer
from bot.play.domain.preferences import Preferences, Tell
from bot.play.projections.merged_plies import told_together
from rules.contract import Outcome

_MATCH = MatchHeader(7, 3, 70, (HumanPlayer(1001), HumanPlayer(1002)), (Preferences(), Preferences()))
_OWN = PlyPlayed(_MATCH, 4, 5, 0, "a1", before=0, turn=1, tell=Tell.THREAD, by=0, timed=True)
_REPLY = PlyPlayed(
    _MATCH, 5, 6, 1, "b1", before=1, turn=0, tell=Tell.BOTH, by=0, automatic=Automatic.CONDITIONAL
)
_BOTH = replace(_REPLY, since=4, seat=0, move="a1", before=0, timed=True)


def test_a_ply_and_what_follows_by_itself_are_one() -> None:
    assert told_together([_OWN, _REPLY]) == [_BOTH]


def test_what_happens_between_them_comes_after_both() -> None:
    offered = OfferMade(_MATCH, 5, OfferKind.DRAW, 0, with_move=True)
    assert told_together([_OWN, offered, _REPLY]) == [_BOTH, offered]


def test_plies_that_people_played_stay_apart() -> None:
    left = replace(_REPLY, automatic=None, left=True)
    assert told_together([_OWN, left]) == [_OWN, left]


def test_replies_in_another_match_stay_apart() -> None:
    elsewhere: list[Event] = [_OWN, replace(_REPLY, match=replace(_MATCH, id=8))]
    assert told_together(elsewhere) == elsewhere


def test_an_end_by_the_reply_tells_of_both() -> None:
    last = replace(_REPLY, turn=None, ends_match=True)
    ended = MatchEnded(_MATCH, 6, Outcome((1,), "goal"), last, 0, frozenset(), None)
    both = replace(_BOTH, turn=None, ends_match=True)
    assert told_together([_OWN, last, ended]) == [both, replace(ended, last=both, timed=True)]
