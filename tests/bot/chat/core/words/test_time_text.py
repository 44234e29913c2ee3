from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.words import time_text
from bot.locale import Language, Texts
from bot.model.challenges.terms import Terms
from bot.model.match.match import MatchPosition, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.players import HumanPlayer
from bot.model.time.clocks import NO_CLOCK, ClockChoice, read_clock
from tests.bot.chat import samples

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
DAY = 24 * 3600 * 1_000_000
MATCH = replace(samples.MATCH, status=MatchStatus.FINISHED, turn=None)
ENGLISH, GERMAN = TEXTS.language("en"), TEXTS.language("de")


@pytest.mark.parametrize(
    ("clock", "english", "german"),
    [
        ("none", "No clock", "Ohne Bedenkzeit"),
        ("1d", "1 day per move; running out of time loses", "1 Tag pro Zug; wer überzieht, verliert"),
        (
            "3d soft",
            "3 days per move; running out of time loses if the opponent claims it",
            "3 Tage pro Zug; wer überzieht, verliert auf Reklamation",
        ),
        (
            "10d+1d/14d",
            "10 days, 1 more per move, at most 14; running out of time loses",
            "10 Tage, pro Zug 1 dazu, höchstens 14; wer überzieht, verliert",
        ),
    ],
)
def test_clock_names(clock: str, english: str, german: str) -> None:
    assert time_text.clock_name(read_clock(clock), ENGLISH) == english
    assert time_text.clock_name(read_clock(clock), GERMAN) == german


@pytest.mark.parametrize("first", [NO_CLOCK, ClockChoice(5, 5, 5), ClockChoice(9, 2, 11, soft=True)])
def test_the_first_clock_is_offered_once_and_first(first: ClockChoice) -> None:
    choices = time_text.clock_choices(first)
    assert choices[0] == first
    assert len(set(choices)) == len(choices) <= 25
    assert NO_CLOCK in choices
    for language in (ENGLISH, GERMAN):
        assert not [clock for clock in choices if len(time_text.clock_name(clock, language)) > 100]


def test_typing_filters_clocks_by_name_and_text() -> None:
    assert [text for _, text in time_text.suggest(NO_CLOCK, "14d", ENGLISH)] == [
        "14d",
        "14d soft",
        "10d+1d/14d",
        "10d+1d/14d soft",
        "14d+1d/21d",
        "14d+1d/21d soft",
    ]
    assert time_text.suggest(NO_CLOCK, "7 TAGE pro", GERMAN)[0][1] == "7d"
    assert time_text.suggest(NO_CLOCK, "never", ENGLISH) == []


@pytest.mark.parametrize(
    ("time", "english"),
    [
        (timedelta(), "nothing"),
        (timedelta(seconds=59), "nothing"),
        (timedelta(seconds=-5), "nothing"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=5, minutes=2), "5 hours 2 minutes"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=23, minutes=59), "23 hours 59 minutes"),
        (timedelta(days=9, hours=23, minutes=59), "10 days"),
        (timedelta(days=2, minutes=29), "2 days"),
        (timedelta(days=2, hours=4, minutes=40), "2 days 5 hours"),
    ],
)
def test_durations_in_words(time: timedelta, english: str) -> None:
    assert time_text.duration(time, ENGLISH) == english


@pytest.mark.parametrize(
    ("plies", "length", "dice", "english", "german"),
    [
        (
            1,
            timedelta(seconds=40),
            False,
            "⏱️ 1 move · less than a minute",
            "⏱️ 1 Zug · weniger als eine Minute",
        ),
        (
            43,
            timedelta(days=6, hours=2),
            False,
            "⏱️ 43 moves · 6 days 2 hours",
            "⏱️ 43 Züge · 6 Tage 2 Stunden",
        ),
        (210, timedelta(days=9), True, "⏱️ 210 moves and rolls · 9 days", "⏱️ 210 Züge und Würfe · 9 Tage"),
    ],
)
def test_match_length_in_words(plies: int, length: timedelta, dice: bool, english: str, german: str) -> None:
    match = replace(
        MATCH, plies=plies, updated=MATCH.created + length, commitment="00" * 32 if dice else None
    )
    assert time_text.length(match, ENGLISH) == english
    assert time_text.length(match, GERMAN) == german


def _standings(t: Language) -> Iterator[str]:
    now = samples.NOW
    away = {2: now + timedelta(days=3), 9: now + timedelta(days=4)}
    timing = Timing(now, ((5 * DAY, 0, 0), (2 * DAY, 0, 1)), deadline=now + timedelta(days=2))
    running = replace(samples.MATCH, turn=1, timing=timing)
    bank = replace(running, clock=ClockChoice(10, 1, 14))
    late = replace(timing, claimable=True)
    three = replace(
        bank,
        players=tuple(map(HumanPlayer, (1, 2, 3))),
        timing=replace(timing, times=(*timing.times, (3 * DAY, 0, 0))),
        departures=((0, 4),),
    )
    state = rules.GAMES["conhex"].new()
    matches = {
        "per move": replace(running, clock=ClockChoice(3, 3, 3)),
        "bank": bank,
        "late": replace(running, timing=late),
        "several": three,
        "several, late": replace(three, timing=replace(three.timing, claimable=True)),
        "no clock": replace(running, timing=Timing(now)),
        "paused": replace(running, timing=replace(timing, paused=now)),
        "no turn": replace(bank, turn=None),
    }
    for name, match in matches.items():
        yield f"=== {name}\n{time_text.standing(MatchPosition(match, state, away=away), t)}"
    for match in (running, three):
        yield time_text.claim_name(match, t)
    ended = replace(samples.MATCH, plies=31, updated=samples.MATCH.created + timedelta(days=2, hours=5))
    for match in (ended, replace(ended, commitment="c0ffee"), replace(ended, updated=ended.created)):
        yield time_text.length(match, t)
    yield f"clock: {time_text.clock_line(Terms('conhex', {}, clock=ClockChoice(3, 3, 3)), t)}"
    yield f"clock: {time_text.clock_line(Terms('conhex', {}), t)}"
    yield from (time_text.clock_name(clock, t) for clock in time_text.common_clocks(ClockChoice(9, 2, 11)))
    yield f"suggested: {', '.join(text for _, text in time_text.suggest(ClockChoice(5, 5, 5), '', t))}"


def test_time_in_words(approved: SnapshotAssertion) -> None:
    for language in (ENGLISH, GERMAN):
        assert "\n".join((*_standings(language), "")) == approved(name=language.code)
