import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import MAX_COMPONENTS
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.core.words import move_labels, scoreboards
from bot.chat.parts.moves import guide_page, move_picker, move_tree
from bot.chat.parts.moves.happened import Before
from bot.chat.parts.moves.move_picker import START, PickerStep
from bot.locale import Language
from bot.model.match.match import MatchPosition
from render import Trail, View
from rules.contract import State
from rules.contract.capabilities import calls_of
from tests.bot.chat.page_text import page_text
from tests.bot.chat.parts.moves.guide_layouts import (
    DE,
    EN,
    MIRRORED,
    TEXTS,
    buttons,
    components,
    every_page,
    first,
    labels,
    layout,
    moves_on,
    options,
    rows,
)
from tests.bot.chat.playing import random_game, sampling_step, some_positions
from tests.bot.support.positions import position
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LARGE = 10**9
"""A match number large enough for custom_ids of maximum length."""


@pytest.mark.parametrize("key", rules.GAMES)
@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
def test_every_page_keeps_within_discords_limits(key: str, t: Language) -> None:
    for state in some_positions(key, 3 * sampling_step(key)):
        for step in every_page(state, first(state)):
            view = layout(state, step, t)
            assert components(view) <= MAX_COMPONENTS
            assert t("button.undo") in labels(view)
            assert not [row for row in rows(view) if len(row.children) > 5]
            page_buttons = buttons(view)
            ids = [str(button.custom_id) for button in page_buttons]
            assert len(set(ids)) == len(ids)
            assert max(map(len, ids)) <= custom_ids.LONGEST
            ways = guide_page.choices_at(state, step)
            assert len(page_buttons) + len(options(view)) >= len(ways) + (step != first(state)), (
                "none was left out"
            )
            names = guide_page.labels(state, ways, step, t)
            assert len(set(names)) == len(names)
            assert not [name for name in labels(view) if not (0 < len(name) <= move_labels.SHOWN)]


@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
def test_pages_of_a_move(approved: SnapshotAssertion, t: Language) -> None:
    brandubh = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    conhex = rules.GAMES["conhex"].new()
    hounds = rules.GAMES["hounds-and-jackals"].from_position(
        "hounds 1 2 3 5 6; jackals 1 2 3 4 5; turn jackals"
    )
    for name, state, step in (
        ("which-man", brandubh, START),
        ("where-to", brandubh, START.on("d7")),
        ("which-node", conhex, START),
        ("only-move", hounds, START),
    ):
        view = guide_page.step_layout(position(state), step, Picture(b"", "words"), t)
        assert page_text(view) == approved(name=f"{name}-{t.code}")


def test_a_page_shows_earlier_events_around_its_picture(approved: SnapshotAssertion) -> None:
    here = position(rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}))
    sentence = "A sentence that is too long to stand beside a button in three lines on a phone."
    undo = layouts.button("Undo", "fp:undo:1:2:3")
    for name, step, more in (("first", START, 3), ("later", START.on("d7"), 4)):
        foot = tuple(layouts.button(f"More {number}", f"fp:more:{number}") for number in range(more))
        before = Before(("Earlier.", sentence), undo, ("Below the title.",), foot)
        view = guide_page.step_layout(here, step, Picture(b"", "words"), EN, before=before)
        assert page_text(view) == approved(name=f"happened-{name}")


@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
def test_questions_and_labels_of_steps(approved: SnapshotAssertion, t: Language) -> None:
    """At the beginning and in a late position of random games."""
    lines = []
    for key, variant, plies in (
        ("hnefatafl", {"board": "alea-evangelii-19"}, 1),
        ("conhex", {"balls": "1", "swap": "off"}, 12),
        ("nine-mens-morris", {}, 40),
        ("fox-and-hens", {"missed_capture": "enforced"}, 30),
        ("ludus-latrunculorum", {}, 40),
        ("hounds-and-jackals", {}, 20),
        ("catch-the-hat", {}, 30),
    ):
        states = list(random_game(key, variant, 2, plies))
        for state in dict.fromkeys((states[0], states[-1])):
            if state.is_chance or state.outcome is not None:
                continue
            for step in dict.fromkeys(every_page(state, first(state))):
                ways = guide_page.choices_at(state, step)
                asked = guide_page.question(state, ways, step, t)
                labels = guide_page.labels(state, ways, step, t)
                lines.append(f"{key} {move_picker.write_step(step)}: {asked}\n  {' | '.join(labels)}")
    assert "\n".join(lines) == approved(name=f"labels-{t.code}")


@pytest.mark.parametrize(
    ("name", "hens", "foxes", "piece"),
    [
        ("many ways", "a4 b3 b4 b5 c1 c2 c4 d1 d2 d4 e1 e2 e3 f3 f4 g4", "d3 g5", "g5"),
        ("one way", "a5 b4 c2 c3 c5 c6 d2 d4 d6 e4 e5 f5 g4 g5", "d7", ""),
        ("onward", "a4 b3 b4 b5 c2 c4 c6 c7 d3 d4 e4 f5 g4", "d5 e5", ""),
        ("after the piece", "a4 a5 c1 d1 d2 d3 d4 d5 e1 e2 e4 e6 f3 g4 g5", "b5 c3", "c3"),
    ],
)
def test_labels_of_long_captures_are_short_and_unique(
    approved: SnapshotAssertion, name: str, hens: str, foxes: str, piece: str
) -> None:
    text = f"hens {hens}; foxes {foxes}; off {2 - len(foxes.split())}; turn foxes"
    step, names = START.on(piece) if piece else START, list[str]()
    for rule in ("enforced", "remove-fox"):
        state = rules.GAMES["fox-and-hens"].from_position(text, {"missed_capture": rule})
        ways = guide_page.choices_at(state, step)
        names += [rule, *guide_page.labels(state, ways, step, EN)]
    assert "\n".join(names) == approved(name=f"captures-{name.replace(' ', '-')}")


def test_the_fullest_page_stays_within_the_component_limit() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    fullest = max(
        (layout(state, step) for step in every_page(state, START)), key=lambda view: len(buttons(view))
    )
    assert components(fullest) <= MAX_COMPONENTS


class TestSaying:
    """Effects of moves on buttons and in menus."""

    KING = "3k3/7/7/7/7/7/3a3 d"

    def test_a_menu_describes_the_effect_of_a_move(self) -> None:
        options_chosen = {"board": "brandubh-7", "encirclement": "off"}
        state = rules.GAMES["hnefatafl"].from_position(self.KING, options_chosen)
        descriptions = {option.label: option.description for option in options(layout(state, START))}
        assert descriptions["d7 → a7"] == descriptions["d7 → g7"] == "wins, reaches the refuge"
        assert descriptions["d7 → b7"] is None

    def test_a_few_buttons_describe_effects_if_there_is_room(self) -> None:
        state = next(
            state
            for state in some_positions("hounds-and-jackals", 3)
            if len(state.legal_moves()) == 2 and any("," in name for name in labels(layout(state, START)))
        )
        assert len(moves_on(layout(state, START))) == 2

    def test_effects_shared_by_all_moves_are_omitted(self) -> None:
        state: State = rules.GAMES["conhex"].new({"balls": "1", "swap": "off"})
        for move in ("f6", "b5"):
            state = state.play(state.parse(move))
        steps = [way.step for way in move_tree.choices(state.legal_moves(), START)]
        assert not [
            (step, name) for step in steps for name in labels(layout(state, step)) if "moves a ball" in name
        ]


class TestOversight:
    """No hint of a capture under rules that punish oversights."""

    CHANCE = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"
    NONE = "hens a3 a4 b3 b4 c1 c2 c3 c4 e7; foxes b5 d6; off 0; turn foxes"

    @pytest.mark.parametrize("rule", ["remove-fox", "takeback"])
    @pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
    def test_moves_in_board_order_reveal_no_capture(self, rule: str, t: Language) -> None:
        state = rules.GAMES["fox-and-hens"].from_position(self.CHANCE, {"missed_capture": rule})
        captures = [move for move in state.legal_moves() if "x" in move.text]
        assert captures, "there is something to be overlooked"
        view = layout(state, START, t)
        ends = [re.split("[x-]", move) for move in moves_on(view)]
        names = [name.replace(" ", "") for name in labels(view) if "→" in name]
        assert names == [f"{way[0]}→{way[-1]}" for way in ends]
        assert ends == sorted(ends)
        assert len({button.style for button in buttons(view) if "→" in str(button.label)}) == 1

    def test_enforced_captures_are_shown(self) -> None:
        state = rules.GAMES["fox-and-hens"].from_position(self.CHANCE, {"missed_capture": "enforced"})
        assert any("catches" in name for name in labels(layout(state, START))), list(
            labels(layout(state, START))
        )

    def test_the_question_is_the_same_with_and_without_a_capture(self) -> None:
        pages = []
        for text in (self.CHANCE, self.NONE):
            state = rules.GAMES["fox-and-hens"].from_position(text)
            ways = guide_page.choices_at(state, START)
            pages.append({guide_page.question(state, ways, START, EN)})
        assert pages[0] == pages[1]


def question(state: State, language: str, *path: str) -> str:
    step = move_picker.PickerStep("", path)
    choice = move_picker.choose(state.legal_moves(), step)
    return guide_page.question_text(state.game.key, step, choice, TEXTS.language(language))


@pytest.mark.parametrize("balls", ["1", "unlimited"])
@pytest.mark.parametrize("swap", ["on", "off"])
def test_conhex_asks_where_to_place_a_ball(balls: str, swap: str) -> None:
    state: State = rules.GAMES["conhex"].new({"balls": balls, "swap": swap})
    for move in ("f6", "b5"):
        assert question(state, "en") == "Where do you place your ball?"
        assert question(state, "de") == "Wohin setzt du deine Kugel?"
        state = state.play(state.parse(move))


def test_the_question_depends_on_the_meaning_of_the_next_point() -> None:
    state: State = rules.GAMES["nine-mens-morris"].new()
    assert question(state, "en") == "Where do you set a man?"
    state = state.game.from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0")
    assert question(state, "de", "b4", "a4") == "Damit schließt du eine Mühle. Welchen Stein schlägst du?"
    assert question(state, "en", "b4") == "Where to?"


def test_a_label_names_the_captured_point() -> None:
    game = rules.GAMES["nine-mens-morris"]
    move = game.from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0").parse("b4-a4xg4")
    takes = "\N{MULTIPLICATION SIGN}"
    assert move_labels.move_label(game, move, 0, EN) == f"b4 → a4 {takes} g4"
    assert move_labels.move_label(game, move, 1, EN) == f"a4 {takes} g4"
    assert move_labels.move_label(game, move, 2, EN) == "g4"
    assert move_labels.move_label(game, move, 0, EN, whole=False) == "b4 → a4"


def test_a_general_question_is_used_as_fallback() -> None:
    state: State = rules.GAMES["hnefatafl"].new()
    assert question(state, "en") == TEXTS.language("en")("hnefatafl.ask.0")


def test_a_rejected_claim_is_not_offered_again() -> None:
    state: State = rules.GAMES["fox-and-hens"].new()
    while not calls_of(state):
        state = state.play(next(move for move in state.legal_moves() if not move.action))
    whole = move_tree.whole_way(next(move for move in state.legal_moves() if not move.action))
    assert guide_page.question(state, [whole], START, EN) != EN("panel.only"), "a call is possible, too"
    here = position(state)
    match_after = replace(here.match, unjustified=(here.match.plies, here.match.taken_back))
    for match, offered in ((here.match, True), (match_after, False), (replace(match_after, plies=1), True)):
        view = guide_page.step_layout(replace(here, match=match), first(state), MIRRORED, EN)
        assert ("Claim" in labels(view)) is offered
        ids = [str(button.custom_id) for button in buttons(view) if button.label == "Claim"]
        assert [custom_ids.read(custom_id).after(2) for custom_id in ids] == ["claim:"] * offered
        assert whole.move is not None
        piece = START.on(whole.move.path[0])
        assert "Claim" not in labels(guide_page.step_layout(replace(here, match=match), piece, MIRRORED, EN))


class Viewed(Pictures):
    """Pictures that record their views."""

    async def picture(self, state: State, t: Language, view: View) -> Picture:
        del t
        VIEWS.append((state, view))
        return Picture(b"", "words")


VIEWS: list[tuple[State, View]] = []


class Trailed(Viewed):
    """Pictures of a match with earlier moves."""

    async def trail(self, position: MatchPosition) -> tuple[str, ...]:
        del position
        return ("d6",)

    async def trails(self, position: MatchPosition, seat: int | None = None) -> tuple[Trail, ...]:
        del position
        return () if seat is None else (Trail(seat, ("d7", "d6")),)


async def test_only_the_first_step_shows_earlier_moves() -> None:
    here = position(rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}))
    shown = []
    for step in (START, START.on("d7")):
        await guide_page.guide_page(Trailed(GALLERY), here, 0, step, EN)
        _, view = VIEWS[-1]
        shown.append((view.trail, view.trails))
    assert shown == [(("d6",), (Trail(0, ("d7", "d6")),)), ((), ())]


def test_a_call_is_offered_only_at_its_own_step() -> None:
    state: State = rules.GAMES["fox-and-hens"].new()
    dice = random.Random(0)
    while not (calls := {move for move in state.legal_moves() if move.action in calls_of(state)}):
        state = state.play(dice.choice(state.legal_moves()))
    (action,) = {move.action for move in calls}
    assert calls.isdisjoint(guide_page.offered_moves(state, first(state)))
    assert calls <= set(guide_page.offered_moves(state, PickerStep(action)))


@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
async def test_a_preview_shows_the_position_after_the_move(approved: SnapshotAssertion, t: Language) -> None:
    state: State = rules.GAMES["nine-mens-morris"].from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0")
    here = replace(position(state), names={1: "Anna", 2: "Ben"})
    move = state.parse("b4-a4xg4")
    view, _ = await guide_page.preview_page(Viewed(GALLERY), here, 1, move, t)
    after, shown = VIEWS[-1]
    assert after.position == state.play(move).position
    here_after = replace(here, state=after)
    assert shown == View(seat=1, scoreboard=scoreboards.scoreboard(here_after, here.match.plies + 1, t))
    assert shown.scoreboard != scoreboards.scoreboard(here_after, here.match.plies, t)
    assert page_text(view) == approved(name=f"preview-{t.code}")


async def test_a_preview_of_a_winning_move_shows_the_winner() -> None:
    state = rules.GAMES["hnefatafl"].from_position(TestSaying.KING, {"board": "brandubh-7"})
    assert state.turn is not None
    await guide_page.preview_page(Viewed(GALLERY), position(state), state.turn, state.parse("d7-a7"), EN)
    _, shown = VIEWS[-1]
    assert shown.scoreboard is not None
    assert shown.scoreboard.winners == (state.turn,)


async def test_a_preview_asks_between_picture_and_buttons() -> None:
    here = position(rules.GAMES["conhex"].new())
    view, _ = await guide_page.preview_page(Pictures(GALLERY), here, 0, here.state.legal_moves()[0], EN)
    (frame,) = view.children
    assert isinstance(frame, ui.Container)
    kinds = [type(block) for block in frame.children]
    after = kinds[kinds.index(ui.MediaGallery) + 1 :]
    assert after == [ui.TextDisplay, ui.ActionRow]
