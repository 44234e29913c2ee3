"""Proved results as sentences."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.engines.service.proved_text import hint_line, result_text
from bot.locale import Texts
from bot.model.people.players import HumanPlayer
from engines import Fact, GameValue, Milestone, PositionFacts
from tests.bot.support.matches_in_memory import match_of

pytest_plugins = ("tests.bot.chat.approved",)

T = Texts.load().language("en")
ANNA, BEN = 1, 2
MATCH = replace(match_of(HumanPlayer(ANNA), HumanPlayer(BEN)), key="nine-mens-morris", options={"men": "6"})


@pytest.mark.parametrize(("result", "winner"), [(GameValue.WON, ANNA), (GameValue.LOST, BEN)])
@pytest.mark.parametrize("plies", [0, 5])
def test_the_winner_of_a_proved_position_is_named(result: GameValue, winner: int, plies: int) -> None:
    """Anna is to move, then Ben in a position with the same result."""
    state = rules.GAMES[MATCH.key].new(MATCH.options)
    proved = PositionFacts(Fact(result, plies), ("a7",), 1, Milestone.MAN_FALLS)
    for actor in (ANNA, BEN):
        text = result_text(MATCH, state, proved, T)
        mentioned = [person for person in (ANNA, BEN) if f"<@{person}>" in text]
        assert mentioned == [winner if actor == ANNA else ANNA + BEN - winner], text
        state = state.play(state.legal_moves()[0])


STATE = rules.GAMES[MATCH.key].new(MATCH.options)
MANY, ONE, EVERY = ("a7", "d7", "g7"), ("a7",), tuple(str(move) for move in STATE.legal_moves())
POSITIONS = {
    "drawn, all moves keep it": PositionFacts(Fact(GameValue.DRAWN, 0), EVERY, len(EVERY), None),
    "drawn, three moves keep it": PositionFacts(Fact(GameValue.DRAWN, 0), MANY, 16, None),
    "drawn, one move keeps it": PositionFacts(Fact(GameValue.DRAWN, 0), ONE, 16, None),
    "won by three": PositionFacts(Fact(GameValue.WON, 7), MANY, 16, Milestone.MAN_FALLS),
    "won by one": PositionFacts(Fact(GameValue.WON, 1), ONE, 16, Milestone.PIECE_HOME),
    "won, when is unknown": PositionFacts(Fact(GameValue.WON, 9), ONE, 16, None),
    "lost": PositionFacts(Fact(GameValue.LOST, 4), EVERY, len(EVERY), Milestone.PIECE_HOME),
}


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_sentences_of_proved_positions(approved: SnapshotAssertion, code: str) -> None:
    t = Texts.load().language(code)
    lines = [
        f"{name}: {result_text(MATCH, STATE, proved, t)}\n  hint: {hint_line(proved, t)}"
        for name, proved in POSITIONS.items()
    ]
    assert "\n".join([*lines, ""]) == approved(name=code)
