"""Buttons and menus of the guide: rows, icons, order."""

import pytest
from discord import ui

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages import phone_height
from bot.chat.core.words import move_labels
from bot.chat.parts.moves import guide_page, move_picker, move_tree
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import MoveChoice, pack
from bot.chat.parts.moves.move_picker import START, PickerStep, read_step
from bot.locale import Language, Texts
from render import Gallery, View
from rules.contract.capabilities import calls_of
from tests.bot.chat.parts.moves.guide_layouts import (
    EN,
    MIRRORED,
    buttons,
    first,
    labels,
    layout,
    moves_on,
    options,
    rows,
)
from tests.bot.chat.playing import sampling_step, some_positions
from tests.bot.support.positions import position


@pytest.mark.parametrize(
    ("number", "length", "sizes"),
    [(7, 2, [4, 3]), (9, 5, [3, 3, 3]), (5, 10, [2, 2, 1]), (3, 30, [1, 1, 1]), (0, 0, [])],
)
def test_buttons_form_rows_of_similar_length(number: int, length: int, sizes: list[int]) -> None:
    choices = [MoveChoice("x" * length, f"fp:x:{at}", "") for at in range(number)]
    below = pack(choices)
    assert [len(row) for row in below] == sizes
    assert [choice for row in below for choice in row] == choices


def test_a_long_label_gets_its_own_row() -> None:
    choices = [MoveChoice(name, f"fp:x:{name}", "") for name in (*"abcde", "Take over the other ball (swap)")]
    assert [len(row) for row in pack(choices)] == [4, 1, 1]


def with_icons() -> Language:
    texts = Texts.load()
    roles = ((key, role) for key, game in rules.GAMES.items() for role in game.roles(max(game.seats)))
    names = [*(f"{key}.{role}" for key, role in roles), "hnefatafl.defenders.king"]
    texts.icons.publish(
        {name: f"<:{name.rpartition('.')[2]}:{number}>" for number, name in enumerate(names, 10**17)}
    )
    return texts.language("en")


def emojis(view: ui.LayoutView) -> set[str]:
    """Return the names of the emojis on buttons and in menus."""
    icons = [button.emoji for button in buttons(view)]
    icons += [option.emoji for option in options(view)]
    return {emoji.name for emoji in icons if emoji is not None}


@pytest.mark.parametrize("key", rules.GAMES)
def test_choices_of_pieces_show_the_piece_to_move(key: str) -> None:
    t, state = with_icons(), rules.GAMES[key].new()
    while state.is_chance:
        state = state.play(state.chances()[0][0])
    assert state.turn is not None
    view = layout(state, first(state), t)
    assert emojis(view) <= {state.game.roles(state.players)[state.turn]}
    assert emojis(view) or not options(view), "a menu has room"
    assert emojis(layout(state, first(state))) == set()


def test_only_the_kings_button_shows_the_king() -> None:
    # Brandubh, four moves into a game: the king has left the throne.
    state = rules.GAMES["hnefatafl"].from_position(
        "3a3/3a3/3d3/aad1daa/3k3/3d3/2aa3 d", {"board": "brandubh-7"}
    )
    view = layout(state, START, with_icons())
    shown = {button.label: button.emoji.name for button in buttons(view) if button.emoji is not None}
    assert {label for label, name in shown.items() if name == "king"} == {"d3"}
    assert {name for label, name in shown.items() if label != "d3"} == {"defenders"}


def test_targets_show_no_piece_icon() -> None:
    state = rules.GAMES["hnefatafl"].new()
    moving = state.legal_moves()[0].path[0]
    assert emojis(layout(state, START.on(moving), with_icons())) == set()


@pytest.mark.parametrize("key", rules.GAMES)
def test_icons_need_at_most_three_rows_on_a_phone(key: str) -> None:
    t = with_icons()
    for state in some_positions(key, sampling_step(key)):
        here, step = position(state), first(state)
        if not guide_page.offered_moves(state, step):
            continue
        plain, decorated = (guide_page.step_layout(here, step, MIRRORED, language) for language in (EN, t))
        if emojis(decorated) and buttons(decorated):
            three = 3 * (phone_height.BUTTON + phone_height.GAP)
            menus = sum(isinstance(row.children[0], ui.Select) for row in rows(decorated))
            most = max(phone_height.height(rows(plain), 1), three + menus * phone_height.MENU)
            assert phone_height.height(rows(decorated), 1) <= most + phone_height.GAP
        else:
            assert labels(plain) == labels(decorated)


def test_piece_buttons_have_icons_if_three_rows_suffice() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    view = layout(state, START, with_icons())
    pieces = [button for button in buttons(view) if button.emoji is not None]
    assert len(pieces) == 8
    assert labels(layout(state, START)) == labels(view)


@pytest.mark.parametrize("key", rules.GAMES)
def test_up_to_nine_moves_fit_in_three_rows(key: str) -> None:
    for state in some_positions(key, sampling_step(key)):
        moves = guide_page.offered_moves(state, START)
        if first(state) != START or calls_of(state) or not 1 < len(moves) <= 9:
            continue
        view = guide_page.step_layout(position(state), START, MIRRORED, EN)
        assert sorted(moves_on(view)) == sorted(str(move) for move in moves)
        assert len(rows(view)) <= 3
        assert not options(view)


@pytest.mark.parametrize("key", rules.GAMES)
def test_ten_to_25_moves_get_a_menu_next_to_the_pieces(key: str) -> None:
    for state in some_positions(key, sampling_step(key)):
        moves = guide_page.offered_moves(state, START)
        view = layout(state, first(state))
        menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
        values = [{option.value for option in menu.options} for menu in menus]
        listed = {f"m{move}" for move in moves} in values
        assert listed is (10 <= len(moves) <= 25), len(moves)
        if listed and len({move.path[:1] for move in moves}) < len(moves):
            assert {step.path for step in map(read_step, onward(view))} & {move.path[:1] for move in moves}


def onward(view: ui.LayoutView) -> list[str]:
    """Return the steps to which a page's buttons and menus lead."""
    pressed = [custom_ids.read(str(button.custom_id)) for button in buttons(view)]
    choices = [option.value[1:] for option in options(view) if option.value.startswith("s")]
    return [press.after(2) for press in pressed if press.verb == "choose"] + choices


def test_moves_follow_board_order() -> None:
    state = rules.GAMES["hnefatafl"].from_position(
        "3k3/7/7/7/7/7/3a3 d", {"board": "brandubh-7", "encirclement": "off"}
    )
    order = BoardOrder.of(Gallery().layout(state, View(seat=state.turn)))
    view = guide_page.step_layout(position(state), START, MIRRORED, EN, order=order)
    targets = ["a7", "b7", "c7", "e7", "f7", "g7", "d6", "d5", "d4", "d3", "d2"]
    assert [option.label for option in options(view)] == [f"d7 → {target}" for target in targets]


def test_many_moves_are_grouped_in_menus_by_piece() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    step = PickerStep("", (), "c~a~a")
    view = layout(state, step)
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    pieces = [{option.value[1:].split("-")[0] for option in menu.options} for menu in menus]
    assert pieces == [{"a3"}, {"a6"}, {"a14"}, {"a17"}]
    texts = {move.text for move in move_tree.moves_after(state.legal_moves(), step)}
    assert {option.value for option in options(view)} == {f"m{text}" for text in texts}
    press = custom_ids.read(str(menus[0].custom_id))
    assert press.verb == "pick"
    assert move_picker.read_step(press.after(3)) == step


def test_in_catch_the_hat_a_hat_is_chosen_before_its_field() -> None:
    state = next(state for state in some_positions("catch-the-hat", 9) if move_labels.pieces_at_hand(state))
    ways = guide_page.choices_at(state, START)
    assert {way.step.path[0] for way in ways} == set(move_labels.pieces_at_hand(state))
    for way in ways:
        if way.move is None:
            onward = guide_page.choices_at(state, way.step)
            assert not [step for step in onward if not step.move]
            assert not [name for name in labels(layout(state, way.step)) if "→" in name.split(",")[0]]
