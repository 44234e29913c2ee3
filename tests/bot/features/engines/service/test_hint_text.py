"""Hint texts: first a clue, then the move with its reasons."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.engines.domain import MoveReasons, reasons_for
from bot.features.engines.service.hint_text import first_part, whole
from bot.features.engines.service.hints import Hint
from bot.locale import Texts
from bot.model.people.players import HumanPlayer
from engines import Fact, GameValue, Milestone, PositionFacts
from rules.contract import State
from tests.bot.support.matches_in_memory import match_of

pytest_plugins = ("tests.bot.chat.approved",)

MORRIS, TAFL = rules.GAMES["nine-mens-morris"], rules.GAMES["hnefatafl"]
QUIET = MoveReasons((), wins=False)


def hint(state: State, text: str, reasons: MoveReasons | None = None, keepers: tuple[str, ...] = ()) -> Hint:
    match = replace(match_of(HumanPlayer(1), HumanPlayer(2)), key=state.game.key, options=state.options)
    move = state.parse(text)
    proved = PositionFacts(Fact(GameValue.WON, 5), keepers, 12, Milestone.MAN_FALLS) if keepers else None
    return Hint(match, state, move, 0, reasons or reasons_for(state, move), proved)


def hints() -> dict[str, Hint]:
    mill = MORRIS.new()
    for text in ("a1", "d6", "a4", "d5"):
        mill = mill.play(mill.parse(text))
    brandubh = TAFL.new({"board": "brandubh-7"})
    return {
        "a quiet move of a piece": hint(brandubh, "d1-c1"),
        "a quiet man is set": hint(mill, "g7", QUIET),
        "a man is taken": hint(mill, "a7xd6"),
        "a man is taken, which wins at once": hint(
            mill, "a7xd6", replace(reasons_for(mill, mill.parse("a7xd6")), wins=True)
        ),
        "it stops a win": hint(mill, "g7", replace(QUIET, stops=True)),
        "it threatens a win": hint(mill, "g7", replace(QUIET, threatens=True)),
        "it takes, stops and threatens": hint(
            mill, "a7xd5", replace(reasons_for(mill, mill.parse("a7xd5")), stops=True, threatens=True)
        ),
        "it keeps the win": hint(mill, "g7", QUIET, keepers=("g7", "g1")),
        "others keep the win": hint(mill, "g7", QUIET, keepers=("g1", "d1")),
    }


@pytest.mark.parametrize("code", ["en", "de"])
def test_hints_in_words(approved: SnapshotAssertion, code: str) -> None:
    t = Texts.load().language(code)
    lines = [
        f"{name}:\n  {first_part(hint, t)}\n  " + whole(hint, t).replace("\n", "\n  ")
        for name, hint in hints().items()
    ]
    assert "\n".join([*lines, ""]) == approved(name=code)
