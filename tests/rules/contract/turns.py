"""A state machine for hypothesis: any game with any options, compared with its twin ply by ply."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove, InvalidOption, State
from rules.toolkit.perft import plies
from tests.repeats import repeats
from tests.rules.contract.cases import Case, Twin
from tests.rules.contract.manners import MANNERS

_MANNERS = ("anyhow", "repeating", "taking")


class Turns(RuleBasedStateMachine):
    """Play the same plies in both implementations of the rules and compare the results after each."""

    case: ClassVar[Case]
    state: State
    twin: Twin

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        game = self.case.game
        values = {option.key: self.case.drawn.get(option.key, option.values) for option in game.options}
        self.options: Mapping[str, str] = {
            key: data.draw(st.sampled_from(choices), label=key) for key, choices in values.items()
        }
        self.players = data.draw(st.sampled_from(game.seats), label="players")
        try:
            self.state = game.new(self.options, self.players)
        except InvalidOption:
            assume(False)
        self.twin = self.case.twin(self.state.options, self.players, "")
        self.log: list[str] = []
        self.typed = {str(ply): None for ply in plies(self.state)}
        self.before: State | None = None

    def turn_to(self, text: str) -> None:
        before, position = self.state, self.state.position
        self.state, self.twin = before.play(before.parse(text)), self.twin.after(text)
        assert before.position == position, "states are immutable"
        self.before = before
        self.log.append(text)
        self.typed[text] = None
        self.compare()

    def compare(self) -> None:
        assert self.state.position == self.twin.position()
        assert (None if self.state.outcome is None else self.state.outcome.winners) == self.twin.winners()
        texts = [str(ply) for ply in plies(self.state)]
        assert len(texts) == len(set(texts))
        assert set(texts) == set(self.twin.moves())
        self.case.holds(self.before, self.state, self.twin)

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(data.draw(st.sampled_from([str(ply) for ply in plies(self.state)])))

    @precondition(lambda self: self.state.outcome is None)
    @rule(seed=st.integers(0, 999), number=st.integers(2, 30), manner=st.sampled_from(_MANNERS))
    def several_plies(self, seed: int, number: int, manner: str) -> None:
        chance, earlier = Random(seed), {self.state.position}
        if self.before is not None:
            earlier.add(self.before.position)
        for _ in range(number):
            if self.state.outcome is not None:
                return
            self.turn_to(str(MANNERS[manner](self.state, plies(self.state), earlier, chance)))
            earlier.add(self.state.position)

    @precondition(lambda self: self.state.outcome is not None)
    @rule(data=st.data())
    def nothing_after_the_end(self, data: st.DataObject) -> None:
        assert (self.state.turn, plies(self.state)) == (None, ())
        with pytest.raises(IllegalMove) as refusal:
            self.state.parse(data.draw(st.sampled_from(list(self.typed))))
        assert refusal.value.reason == "game-over"

    @invariant()
    def texts_read_back(self) -> None:
        state = self.state
        read = self.case.game.from_position(state.position, self.options, self.players)
        assert (read, hash(read), read.position) == (state, hash(state), state.position)
        for ply in plies(state)[:: self.case.every]:
            assert state.parse(str(ply)) == ply

    def teardown(self) -> None:
        if not hasattr(self, "log"):
            return
        state: State = self.case.game.new(self.options, self.players)
        for text in self.log:
            state = state.play(state.parse(text))
        assert state == self.state
        assert (state.outcome, state.events, state.last) == (
            self.state.outcome,
            self.state.events,
            self.state.last,
        )


def turns_of(case: Case) -> type[Turns]:
    machine: type[Turns] = type(f"Turns of {case.game.key}", (Turns,), {"case": case})
    machine.TestCase.settings = settings(
        max_examples=repeats(5, 60),
        stateful_step_count=15,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return machine
