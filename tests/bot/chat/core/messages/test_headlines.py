"""The first lines of all public messages, as one approved text in both languages."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.messages import headlines
from bot.kernel.outbox.notices import Notice
from bot.locale import Language, Texts
from bot.model.challenges.challenge import Challenge, Guest
from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.events.events import (
    EndCause,
    EndKind,
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    UndoneText,
)
from bot.model.match.match import Match, MatchPosition, PlayedPly, SeriesRecord
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import PingPlace
from rules.contract import Outcome, State
from rules.contract.series import TieBreak
from tests.bot.chat import samples

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS: Final = Texts.load()
NAMES: Final = {1: "Anna", 2: "Ben", 3: "Cara", 4: "Dora", 9: "Xenia"}
CONHEX, HATS = rules.GAMES["conhex"], rules.GAMES["catch-the-hat"]
PAIR = replace(samples.MATCH, id=31, challenge=7)
TABLE = replace(PAIR, id=32, key=HATS.key, players=tuple(map(HumanPlayer, (1, 2, 3))))
NOW = samples.NOW
WON, TIED, DRAWN = Outcome((0,), "connected"), Outcome((0, 2), "most-hats"), Outcome((), "agreement")


def _notice(event: DomainEvent, ply: int = 0) -> Notice:
    return Notice(1, event, 7, 31, ply, None, 0, uncertain=False)


def _plies(state: State, *choices: int) -> tuple[PlayedPly, ...]:
    played = []
    for number, choice in enumerate(choices, start=1):
        seat, move = state.turn, state.legal_moves()[choice]
        state = state.play(move)
        played.append(PlayedPly(number, seat, move, move.text, state))
    return tuple(played)


def _boards(t: Language) -> Iterator[tuple[str, str]]:
    start = CONHEX.new()
    plies = _plies(start, 40, 12)
    at = MatchPosition(PAIR, plies[-1].state, names=NAMES)
    ply = PlyPlayed(31, 1, 2, 1, "F6", 1, 0, PingPlace.THREAD, 1)
    undone = (UndoneText(1, "F6"),)
    left = replace(TABLE, departures=((1, 4),))
    leaver = PlayedPly(4, 1, None, "retire 1", HATS.new(players=3))
    hats = MatchPosition(left, leaver.state, names=NAMES)
    cause = EndCause(EndKind.RESIGNED, 1)
    over = PAIR.end(WON, NOW)
    board = headlines.board
    yield "begins", board(_notice(MatchStarted(31, 0, 0, PingPlace.THREAD)), at, (), None, t)
    yield "ply", board(_notice(ply), at, plies, None, t)
    yield "no ply", board(_notice(ply), at, (), None, t)
    yield "leaves", board(_notice(ply), hats, (*plies[:1], leaver), None, t)
    gone = replace(hats, match=left.end(WON, NOW))
    yield "last leaver", board(_notice(ply), gone, (leaver,), WON, t)
    yield (
        "taken back",
        board(_notice(PliesTakenBack(31, 2, 1, 1, undone, False, 0, 1, PingPlace.BOTH)), at, (), None, t),
    )
    yield (
        "seat",
        board(_notice(SeatChanged(31, 2, 0, 1, 9, 2, PingPlace.NONE, PingPlace.BOTH)), at, plies, None, t),
    )
    restored = MatchRestored(31, 2, 0, PingPlace.THREAD)
    yield "restored", board(_notice(restored, 2), at, plies, None, t)
    yield "restored to the start", board(_notice(restored, 0), at, (), None, t)
    yield "restored to a round", board(_notice(restored, 2), replace(at, round=5), plies, None, t)
    ended = MatchEnded(31, 2, WON, cause, 1, frozenset(), 1)
    yield "end", board(_notice(ended), replace(at, match=over), plies, WON, t)
    corrected = replace(over, first_outcome=Outcome((1,), "connected"))
    change = ResultCorrected(31, 2, EndCause(EndKind.CORRECTED, admin=9))
    yield "corrected", board(_notice(change), replace(at, match=corrected), plies, WON, t)


def _results(t: Language) -> Iterator[tuple[str, str]]:
    def headline(match: Match, outcome: Outcome, resigned: int | None = None) -> str:
        return headlines.result(match.end(outcome, NOW, resigned), outcome, NAMES, t)

    yield "won", headline(PAIR, WON)
    yield "won by the other", headline(PAIR, Outcome((1,), "connected"))
    yield "won by two", headline(TABLE, TIED)
    yield "drawn", headline(PAIR, Outcome((), "no-moves"))
    yield "resigned", headline(PAIR, Outcome((0,), "resignation"), 1)
    yield "late", headline(PAIR, Outcome((1,), "timeout"))
    yield "several late", headline(TABLE, Outcome((1,), "timeout"))
    yield "agreed", headline(PAIR, DRAWN)
    yield "aborted", headline(PAIR, Outcome((), "aborted"))
    yield "annulled", headline(PAIR, Outcome((), "annulled"))
    yield "adjudicated", headline(PAIR, Outcome((1,), "adjudication"))
    yield "all others left", headline(replace(TABLE, departures=((1, 4), (2, 6))), WON)
    yield (
        "against an engine",
        headline(replace(PAIR, players=(EnginePlayer("conhex", 3), HumanPlayer(1))), WON),
    )
    yield "erased people", headline(replace(PAIR, players=(HumanPlayer(-4), HumanPlayer(77))), WON)


def _others(t: Language) -> Iterator[tuple[str, str]]:
    for what in OfferKind:
        yield f"offer: {what}", headlines.offer(PAIR, OpenOffer(what, 1, 2), NAMES, t)
    offered = Substitution(4, 31, 0, 1, 9, None, SubstitutionStatus.OPEN, 2, NOW, NOW + timedelta(days=7))
    yield "seat", headlines.seat(PAIR, offered, NAMES, t)
    challenge = Challenge(7, Terms("conhex", {}), 1, 2, PAIR.place, NOW)
    yield "challenge", headlines.challenge(challenge, NAMES, t)
    yield "open", headlines.challenge(replace(challenge, opponent=None), NAMES, t)
    engine = replace(challenge, terms=replace(challenge.terms, against_engine=True), opponent=100)
    yield "engine", headlines.challenge(engine, NAMES, t)
    guests = (Guest(1, place=0), Guest(2, place=1))
    yield "table", headlines.challenge(replace(challenge, opponent=None, everyone=guests), NAMES, t)
    for kind in ("challenge-declined", "terms-changed"):
        yield kind, headlines.to_challenger(kind, challenge, NAMES, 2, t)
    for kind in ("challenge-expired", "lobby-ready"):
        yield kind, headlines.to_challenger(kind, challenge, NAMES, None, t)
    for kind in ("reminder", "time-up", "stalled", "more-time"):
        yield kind, headlines.reminder(kind, PAIR, 1, NAMES, t)
    series = SeriesRecord(7, "conhex", (30, 31), 2, TieBreak.PLIES, (), 2, finished=True)
    yield "series", headlines.series(series, "ConHex", NAMES, t)
    yield "level series", headlines.series(replace(series, winner=None), "ConHex", NAMES, t)


def _all_headlines(t: Language) -> str:
    lines = (*_boards(t), *_results(t), *_others(t))
    return "".join(f"{name:<24}{line}\n" for name, line in lines)


def test_challenge_and_match_headlines(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        assert _all_headlines(TEXTS.language(code)) == approved(name=code)


def test_long_names_are_shortened_evenly() -> None:
    t = TEXTS.language("en")
    names = {1: "Annabel of the Long and Winding Road", 2: "Benedict Who Never Stops Talking"}
    challenge = Challenge(7, Terms("conhex", {}), 1, 2, PAIR.place, NOW)
    line = headlines.challenge(challenge, names, t)
    assert len(line) <= 96
    assert line.startswith("ConHex · Annabel of")
    assert "Benedict" in line
