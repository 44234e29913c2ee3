"""Steps through the private guided panel."""

import re
from collections.abc import Awaitable, Callable, Sequence

import rules
from bot.chat.core import custom_ids
from bot.chat.parts.moves import move_picker, move_tree
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Answer, ShownMessage

UPDATE = 7

Between = Callable[[], Awaitable[None]]


async def no_step() -> None:
    """A step without effect, the default between two steps."""


def moves_in(panel: ShownMessage) -> list[str]:
    """Return the distinct complete moves offered by a panel, in order."""
    return list(dict.fromkeys(press.after(2) for press in _presses_on(panel) if press.verb == "play"))


def onward(panel: ShownMessage, move: rules.Move) -> str:
    """Return the label of the button that leads to a move."""
    candidates = [
        (_nearness(custom_ids.read(custom_id), move), label) for label, custom_id in panel.buttons.items()
    ]
    nearness, label = max(candidates)
    assert nearness > 0, f"nothing leads to {move}"
    return label


async def step_towards(person: Person, panel: ShownMessage, move: rules.Move) -> Answer:
    """Continue towards a move: choose it or its piece in a menu, or press the leading button."""
    listed = [(_nearness(press, move), value) for value, press in _presses_in_menus(panel).items()]
    near, value = max(listed, default=(0, ""))
    return await (person.choose(panel, value) if near > 0 else person.press(panel, onward(panel, move)))


def _presses_on(panel: ShownMessage) -> list[custom_ids.Press]:
    return [
        *(custom_ids.read(custom_id) for custom_id in panel.buttons.values()),
        *_presses_in_menus(panel).values(),
    ]


def _presses_in_menus(panel: ShownMessage) -> dict[str, custom_ids.Press]:
    """Return the presses behind the values in a panel's menus."""
    verbs = {"m": "play", "s": "choose"}
    return {
        value: custom_ids.Press(verbs[value[0]], f"0:0:{value[1:]}")
        for value in panel.offered
        if value[0] in verbs
    }


def _nearness(press: custom_ids.Press, move: rules.Move) -> float:
    """Return a score for a button's progress towards a move; 0 if it leads elsewhere."""
    if press.verb == "play":
        text = press.after(2)
        points = tuple(re.split("[-x>]", text.rpartition(" ")[2]))
        return 100 if text == move.text or (not move.text and points == move.path) else 0
    if press.verb != "choose":
        return 0
    step = move_picker.read_step(press.after(2))
    leads = bool(move_tree.moves_after([move], step)) and step.action == move.action
    calls = bool(step.action) and not step.path and step.action == move.action
    return (1 + len(step.path) + 0.5 * bool(step.part)) * (leads or calls) * (not step.is_first)


async def prepare(
    person: Person, board: ShownMessage, points: Sequence[str], between: Between = no_step
) -> ShownMessage:
    """Press Move on a board and continue to a move over these points; return the panel with its result."""
    page = await person.press(board, "Move")
    panel = page.message
    assert panel.is_private
    move = rules.Move("", tuple(points))
    while "Confirm" not in panel.buttons:
        assert panel.pictures
        await between()
        answer = await step_towards(person, panel, move)
        assert answer.callback == UPDATE, "the panel is updated in place"
        panel = answer.message
    assert list(panel.buttons)[:2] == ["Confirm", "Back"]
    return panel


async def confirm(person: Person, panel: ShownMessage) -> Answer:
    return await person.press(panel, "Confirm")


async def choose_move(
    person: Person, board: ShownMessage, move: rules.Move, between: Between = no_step
) -> Answer:
    """Play a move using only buttons."""
    panel = await prepare(person, board, move.path, between)
    await between()
    return await confirm(person, panel)
