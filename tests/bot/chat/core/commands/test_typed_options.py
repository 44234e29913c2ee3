import pytest

from bot.chat.core.commands.typed_options import (
    NamedOptions,
    TypedOption,
    complete,
    read_options,
)
from bot.model.refusal import Refusal

BOARD = TypedOption(
    NamedOptions.of("board", "Board", "Brett"),
    (NamedOptions.of("tablut-9", "Tablut 9x9"), NamedOptions.of("brandubh-7", "Brandubh 7x7")),
)
EDGE = TypedOption(
    NamedOptions.of("king_edge", "King's edge", "Rand des Königs"),
    (
        NamedOptions.of("corner", "Corner", "Ecke"),
        NamedOptions.of("any", "Any edge", "Jeder Rand"),
        NamedOptions.of("on", "On", "An"),
    ),
)
BALLS = TypedOption(
    NamedOptions.of("balls", "Balls", "Kugeln"), (NamedOptions.of("39", "39"),), open_ended=True
)
SWAP = TypedOption(
    NamedOptions.of("swap", "Swap"), (NamedOptions.of("on", "On", "An"), NamedOptions.of("off", "Off", "Aus"))
)
ALL = (BOARD, EDGE, BALLS, SWAP)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", {}),
        ("board=tablut-9", {"board": "tablut-9"}),
        ("board = tablut-9, king_edge=corner", {"board": "tablut-9", "king_edge": "corner"}),
        ("BOARD: Brandubh 7x7 king edge: Any edge", {"board": "brandubh-7", "king_edge": "any"}),
        ("brett=tablut 9 rand des königs=Ecke", {"board": "tablut-9", "king_edge": "corner"}),
        ("king-edge=jeder rand;swap=aus", {"king_edge": "any", "swap": "off"}),
        ("tablut-9", {"board": "tablut-9"}),
        ("tablut-9, Ecke", {"board": "tablut-9", "king_edge": "corner"}),
        ("corner board=tablut-9", {"king_edge": "corner", "board": "tablut-9"}),
        ("swap=off corner board=tablut-9", {"king_edge": "corner", "board": "tablut-9", "swap": "off"}),
        ("corner swap=off board=tablut-9", {"king_edge": "corner", "board": "tablut-9", "swap": "off"}),
        ("board=tablut-9, corner", {"board": "tablut-9", "king_edge": "corner"}),
        ("swap=off tablut-9", {"swap": "off", "board": "tablut-9"}),
        ("balls=37 swap=off", {"balls": "37", "swap": "off"}),
        ("swap=on, balls=37", {"balls": "37", "swap": "on"}),
        ("balls: 37 · Swap: Off", {"balls": "37", "swap": "off"}),
    ],
)
def test_typed_options_are_parsed(typed: str, expected: dict[str, str]) -> None:
    assert read_options(typed, ALL) == expected


@pytest.mark.parametrize(
    ("typed", "reason", "details"),
    [
        ("size=9", "unknown-option", {"option": "size"}),
        ("board=chess", "unknown-choice", {"option": "Board", "value": "chess"}),
        ("nonsense", "unknown-option", {"allowed": "Board, King's edge, Balls, Swap"}),
        ("on", "option-unclear", {"value": "on", "options": "King's edge=on, Swap=on"}),
        ("swap=on swap=off", "option-twice", {"option": "Swap"}),
        ("board=", "unknown-choice", {"option": "Board", "value": ""}),
        ("=", "unknown-option", {"option": ""}),
    ],
)
def test_refusals_name_the_invalid_part(typed: str, reason: str, details: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        read_options(typed, ALL)
    assert refused.value.reason == reason
    assert details.items() <= dict(refused.value.details).items()


def test_option_names_from_refusals_can_be_typed() -> None:
    assert read_options("King's edge=on, Swap=on", ALL) == {"king_edge": "on", "swap": "on"}


def test_empty_input_suggests_every_value() -> None:
    lines = [line for _, line in complete("", ALL)]
    assert lines == [
        "board=tablut-9", "board=brandubh-7", "king_edge=corner", "king_edge=any", "king_edge=on", "balls=39",
        "swap=on", "swap=off",
    ]  # fmt: skip
    assert complete("", ALL)[0][0] == "Board: Tablut 9x9"


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("brand", ["board=brandubh-7"]),
        ("board=", ["board=tablut-9", "board=brandubh-7"]),
        ("board=bra", ["board=brandubh-7"]),
        ("swap=off board", ["swap=off board=tablut-9", "swap=off board=brandubh-7"]),
        ("swap=off, king edge=eck", ["swap=off king_edge=corner"]),
        ("size=", []),
    ],
)
def test_suggestions_continue_the_typed_text(typed: str, lines: list[str]) -> None:
    assert [line for _, line in complete(typed, ALL)] == lines


def test_complete_input_is_suggested_before_its_continuations() -> None:
    first, *more = [line for _, line in complete("board=tablut-9", ALL)]
    assert first == "board=tablut-9"
    assert more[0] == "board=tablut-9 king_edge=corner"


def test_every_suggestion_parses() -> None:
    typed = ""
    for _ in ALL:
        name, typed = complete(typed, ALL)[-1]
        assert len(name) <= 100
        assert len(read_options(typed, ALL)) >= 1
    assert read_options(typed, ALL) == {
        "board": "brandubh-7",
        "king_edge": "on",
        "balls": "39",
        "swap": "off",
    }


def test_suggestions_stay_within_discords_limits() -> None:
    long = tuple(
        TypedOption(
            NamedOptions.of(f"option_{key}", f"Option {key}"),
            tuple(NamedOptions.of(f"{key}{n}" * 8, "x") for n in range(4)),
        )
        for key in "abcdefgh"
    )
    for typed in ("", "option_a=" + "a0" * 8, "option_a=" + "a0" * 8 + " option_b=" + "b1" * 8):
        choices = complete(typed, long)
        assert 0 < len(choices) <= 25
        assert not [(name, line) for name, line in choices if not (len(name) <= 100 and len(line) <= 100)]
