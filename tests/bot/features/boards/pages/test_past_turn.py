"""Superseded boards: the line about the turn is removed."""

import pytest

from bot.features.boards.pages.past_turn import without_turn
from bot.locale import Texts

LANGUAGES = Texts.load().languages.values()
ENGLISH = (
    "ConHex #3 · Anna: a1\n"
    "<@1> (red): **a1**, conquers 2 cells\n"
    "-# mirrored for you\n"
    "<@2>, your turn (black).\n"
    "You must choose.\n"
    "⏳ Move by tomorrow."
)


def test_the_closing_turn_line_is_removed() -> None:
    assert without_turn(ENGLISH, LANGUAGES) == (
        "ConHex #3 · Anna: a1\n<@1> (red): **a1**, conquers 2 cells\n-# mirrored for you"
    )


@pytest.mark.parametrize(
    "call",
    [
        "<@2>, du bist am Zug (Schwarz).",
        "<@2>, you go first.",
        "<@2>, du beginnst.",
        "Lucius (level 3), your turn (black).",
    ],
)
def test_turn_lines_of_all_languages_and_players_are_removed(call: str) -> None:
    assert without_turn(f"Title · begins\nwords\n{call}", LANGUAGES) == "Title · begins\nwords"


@pytest.mark.parametrize(
    "time",
    [
        *(t("time.until", moment="<t:5:f>", left="<t:5:R>") for t in LANGUAGES),
        *(t("time.banks", times="<@1> 2, <@2> 3") for t in LANGUAGES),
        *(t(text, player="<@2>") for t in LANGUAGES for text in ("time.up", "time.up-several")),
        *(t("time.paused") for t in LANGUAGES),
        *(
            t(text, player="<@2>", until="<t:5:D>")
            for t in LANGUAGES
            for text in ("vacation.away", "vacation.away-paused")
        ),
    ],
)
def test_turn_times_are_removed_with_the_turn(time: str) -> None:
    text = f"Title\nwords\n<@2>, your turn (black).\n-# {time}"
    assert without_turn(text, LANGUAGES) == "Title\nwords"


def test_an_aside_after_the_turn_stays() -> None:
    aside = "-# I cannot write in <#4>, so this comes to you directly."
    assert without_turn(f"Title\nwords\n<@2>, your turn (black).\n{aside}", LANGUAGES) == (
        f"Title\nwords\n{aside}"
    )


def test_an_earlier_line_resembling_a_turn_stays() -> None:
    turn = "<@2>, your turn (black)."
    assert without_turn(f"Title\n{turn}\nwords\n{turn}\n-# aside", LANGUAGES) == (
        f"Title\n{turn}\nwords\n-# aside"
    )


@pytest.mark.parametrize(
    "content", ["", "Title · Ben", "Title · an end\n🏁 <@1> wins.", "Series · over\n<@1> wins the series."]
)
def test_other_messages_stay_unchanged(content: str) -> None:
    assert without_turn(content, LANGUAGES) == content
