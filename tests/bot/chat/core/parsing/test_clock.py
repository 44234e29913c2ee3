import pytest

from bot.chat.core.parsing.clock import offered_clock, read_typed_clock
from bot.chat.core.words import time_text
from bot.locale import Texts
from bot.model.refusal import Refusal
from bot.model.time.clocks import DAYS_PER_MOVE, ClockChoice, read_clock

TEXTS = Texts.load()
UNUSUAL = (ClockChoice(9, 0, 9), ClockChoice(60, 60, 60, soft=True), ClockChoice(1, 0, 1))


@pytest.mark.parametrize("first", UNUSUAL)
@pytest.mark.parametrize("language", TEXTS.languages)
def test_every_suggested_clock_text_is_read(language: str, first: ClockChoice) -> None:
    t = TEXTS.language(language)
    for clock in time_text.clock_choices(first):
        assert read_typed_clock(time_text.clock_name(clock, t), TEXTS) == clock
        assert read_typed_clock(time_text.clock_name(clock, t).upper(), TEXTS) == clock
        assert read_typed_clock(f" {clock} ", TEXTS) == clock


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("3 Tage", "3d"),
        ("3 days", "3d"),
        ("3d", "3d"),
        ("3 D", "3d"),
        ("3T", "3d"),
        ("3", "3d"),
        ("1 Tag", "1d"),
        ("1 day", "1d"),
        ("3 days per move", "3d"),
        ("3 days/move", "3d"),
        ("5 Tage je Zug", "5d"),
        ("1 week", "7d"),
        ("2 Wochen", "14d"),
        ("3 Tage weich", "3d soft"),
        ("3d (soft)", "3d soft"),
        ("soft 3 days", "3d soft"),
        ("3 days hard", "3d"),
        ("10 d + 1 d", "10d+1d/14d"),
        ("10d+1d", "10d+1d/14d"),
        ("10 + 1", "10d+1d/14d"),
        ("10 Tage + 1 Tag", "10d+1d/14d"),
        ("10 days plus 1", "10d+1d/14d"),
        ("10 T + 1 T, höchstens 20 T", "10d+1d/20d"),
        ("10 days + 1 per move, max. 20", "10d+1d/20d"),
        ("2 weeks + 1 day soft", "14d+1d/21d soft"),
        ("8d+1d", "8d+1d/12d"),
        ("50d+1d", "50d+1d/60d"),
        ("1d+2d", "1d+2d/2d"),
        ("none", "none"),
        ("None", "none"),
        ("no clock", "none"),
        ("keine", "none"),
        ("Keine Bedenkzeit", "none"),
        ("ohne", "none"),
        ("without a clock", "none"),
    ],
)
def test_typed_clocks_are_read(typed: str, clock: str) -> None:
    assert read_typed_clock(typed, TEXTS) == read_clock(clock)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "tomorrow",
        "days",
        "11 days",
        "0 days",
        "3 5",
        "3 hours",
        "10 + 1 + 2 + 3",
        "+3",
        "none 3 days",
        "none soft",
        "soft",
        "3 days?",
        "@everyone",
        "٣ days",
        "-" * 5000,
        "9" * 5000,
    ],
)
def test_an_unreadable_clock_names_the_allowed_days(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_typed_clock(typed, TEXTS)
    assert refused.value.reason == "unknown-clock"
    allowed = ", ".join(map(str, DAYS_PER_MOVE))
    assert dict(refused.value.details) == {"clock": typed.strip()[:40], "allowed": allowed}


@pytest.mark.parametrize("typed", ["61d + 1d", "0 + 1", "10d+1d/9d", "10 + 20 max 15"])
def test_an_invalid_time_bank_has_its_own_refusal(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_typed_clock(typed, TEXTS)
    assert refused.value.reason == "clock-bank"
    assert offered_clock(typed, TEXTS) is None


def test_a_clock_typed_in_another_language_is_suggested() -> None:
    english = TEXTS.language("en")
    for typed, first in (("3 Tage", "3d"), ("20 d + 2 d", "20d+2d/30d")):
        suggested = time_text.suggest(ClockChoice(), typed, english, offered_clock(typed, TEXTS))
        assert suggested[0] == (time_text.clock_name(read_clock(first), english), first)
