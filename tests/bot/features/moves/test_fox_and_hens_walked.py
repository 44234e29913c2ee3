"""Walkthroughs of Fox and Hens: claims in every variant, and nothing that betrays a missed capture."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.locale import LANGUAGES, Texts
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from render import View
from rules.games.fox_and_hens import FoxState
from tests.bot.chat.walks import Walk, begin, set_language
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import play
from tests.galleries import DRAWN_GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

in_one_database = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
in_english = pytest.mark.parametrize("language", ["en"])
in_german = pytest.mark.parametrize("language", ["de"])
KEY = "fox-and-hens"
TEXTS = Texts.load()
ONE_MISSED = ("b4-b5", "e5-e6")
BOTH_MISSED = ("a4-a5", "c5-d6", "d4-d5", "d6-c5")
HENS_WIN = (
    "f4-f5", "c5-d5", "claim e5", "d4-c5", "d5xb5", "place e5", "b4-c5", "e5-d4", "claim b5", "g3-f4",
    "d4-e5", "claim e5",
)  # fmt: skip
RIGHT = ("b4-b5", "c5-c6")
WRONG = ("b4-a5", "c5-d6", "a5-b5", "d6-c6")
"""Two lines to the same position: a fox has missed a capture only in the first."""


async def reach(world: World, moves: Sequence[str], options: Mapping[str, str] = {}) -> Match:
    """Start a game, Anna with the hens, and play the moves."""
    match = await begin(world, Terms(KEY, dict(options), "hens"))
    for move in moves:
        mover = (ANNA, BEN)[(await world.services.matches.get(match.id)).turn or 0]
        await world.services.turns.take_turn(world.by(mover), match.id, move)
    return await world.services.matches.get(match.id)


def without_steps(text: str, match: Match, last: str) -> str:
    """Replace the last move and the move and message numbers, which differ between the two lines."""
    text = re.sub(rf"(?<=:{match.id}:){match.plies}(?=\D)", "P", text.replace(last, "step"))
    text = re.sub(r" m\d+$|(?<=fp:more:1:)\d+", "", text, flags=re.MULTILINE)
    text = re.sub(rf"(?<=Move ){match.plies}(?=\.)|(?<=-# ){match.plies}(?= moves)", "P", text)
    return text.replace(f"Move {match.plies + 1}.", "Move P+1.")


@in_one_database
@in_german
async def test_boards_up_to_the_last_claim(world: World, language: str, approved: SnapshotAssertion) -> None:
    """All boards up to the last claim, which ends the game."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await begin(world, Terms(KEY, {}, "hens"))
    await walk.deliver()
    for move in HENS_WIN:
        mover = (ANNA, BEN)[(await world.services.matches.get(match.id)).turn or 0]
        await world.services.turns.take_turn(world.by(mover), match.id, move)
        await walk.deliver()
    assert walk.text == approved(name=language)


@in_one_database
@in_english
async def test_a_claim_by_button_and_by_text(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """After the button, the hens go on in the same panel; a bare `claim` finds the fox; one claim a turn."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, ONE_MISSED)
    await walk.posted.deliver()
    await walk.press(ANNA, "move", match.id, match.plies)
    await walk.click(ANNA, "fox-and-hens.action.claim")
    await walk.click(ANNA, "button.confirm")
    await walk.deliver()
    second = await reach(world, ONE_MISSED)
    await walk.command(ANNA, "move", move="claim", game=str(second.id))
    assert walk.text == approved(name=language)


@in_one_database
@in_german
async def test_refused_claims(world: World, language: str, approved: SnapshotAssertion) -> None:
    """A claim before a fox has moved, by the foxes, too late, and where captures cannot be missed."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, ())
    await walk.press(ANNA, "move", match.id, 0)
    await walk.command(ANNA, "move", move="claim", game=str(match.id))
    late_match = await reach(world, (*ONE_MISSED, "f4-f5"))
    for person in (ANNA, BEN):
        await walk.command(person, "move", move="claim", game=str(late_match.id))
    enforced = await reach(world, ("b4-b5",), {"missed_capture": "enforced"})
    await walk.press(BEN, "move", enforced.id, 1)
    await walk.command(BEN, "move", move="e5-e6", game=str(enforced.id))
    await walk.command(BEN, "move", move="c5xa5", game=str(enforced.id))
    await walk.press(ANNA, "move", enforced.id, 2)
    await walk.command(ANNA, "move", move="claim", game=str(enforced.id))
    assert walk.text == approved(name=language)


@in_one_database
@in_english
async def test_a_wrong_claim_costs_nothing(world: World, language: str, approved: SnapshotAssertion) -> None:
    """It stays private, is neither offered nor suggested again, and the panel still works."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, WRONG)
    await walk.posted.deliver()
    await walk.suggestions(ANNA, "move", "", "move", game=str(match.id))
    await walk.press(ANNA, "move", match.id, match.plies)
    await walk.click(ANNA, "fox-and-hens.action.claim")
    await walk.command(ANNA, "move", move="claim")
    await walk.command(ANNA, "move", move="claim e5")
    await walk.deliver()
    await walk.suggestions(ANNA, "move", "", "move", game=str(match.id))
    await walk.press(ANNA, "move", match.id, match.plies)
    await walk.click(ANNA, "f4")
    await walk.click(ANNA, "f5")
    await walk.click(ANNA, "button.confirm")
    assert walk.text == approved(name=language)


@in_one_database
@in_english
async def test_the_hens_choose_if_both_foxes_missed(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The hens choose which fox goes."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, BOTH_MISSED)
    await walk.posted.deliver()
    await walk.command(ANNA, "move", move="claim")
    await walk.press(ANNA, "move", match.id, match.plies)
    await walk.click(ANNA, "fox-and-hens.action.claim")
    await walk.click(ANNA, "e5")
    await walk.click(ANNA, "button.confirm")
    await walk.deliver()
    assert walk.text == approved(name=language)


@in_one_database
@in_german
async def test_the_foxes_choose_by_option(world: World, language: str, approved: SnapshotAssertion) -> None:
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, BOTH_MISSED, {"both_missed": "foxes-choose"})
    await walk.posted.deliver()
    await walk.command(ANNA, "move", move="claim")
    await walk.deliver()
    await walk.command(BEN, "move", move="c5-c6")
    await walk.press(BEN, "move", match.id, 5)
    await walk.click(BEN, "c5")
    await walk.click(BEN, "button.confirm")
    await walk.deliver()
    await walk.command(ANNA, "move", move="claim")
    assert walk.text == approved(name=language)


@in_one_database
@in_english
async def test_other_penalties_for_a_missed_capture(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The moved fox goes, both go, or the step is taken back and a capture is forced."""
    await set_language(world, language)
    walk = Walk(world, language)
    for moves, options in (
        (BOTH_MISSED, {"both_missed": "moved-fox"}),
        (BOTH_MISSED, {"both_missed": "hens-win"}),
        (BOTH_MISSED, {"both_missed": "takeback"}),
        (BOTH_MISSED, {"missed_capture": "takeback"}),
        (ONE_MISSED, {"missed_capture": "takeback"}),
    ):
        match = await reach(world, moves[:-1], options)
        await walk.command(BEN, "move", move=moves[-1], game=str(match.id))
        await walk.posted.deliver()
        await walk.command(ANNA, "move", move="claim", game=str(match.id))
        await walk.deliver()
        if "takeback" in options.values():
            await walk.command(BEN, "move", move=moves[-1], game=str(match.id))
            await walk.press(BEN, "move", match.id, len(moves) + 1)
    assert walk.text == approved(name=language)


@pytest.mark.parametrize("placed_by", ["foxes", "hens"])
@in_one_database
@in_english
async def test_a_fox_returns_outside_the_house(
    world: World, language: str, approved: SnapshotAssertion, placed_by: str
) -> None:
    """A fox returns outside the hen house, placed by the side that an option names."""
    await set_language(world, language)
    walk = Walk(world, language)
    match = await reach(world, HENS_WIN[:4], {"return_by": placed_by, "return_zone": "outside-house"})
    await walk.posted.deliver()
    await walk.command(BEN, "move", move=HENS_WIN[4])
    await walk.deliver()
    placer = BEN if placed_by == "foxes" else ANNA
    await walk.command(placer, "move", move="place d7")
    await walk.press(placer, "move", match.id, 5)
    await walk.click(placer, "d4")
    await walk.click(placer, "button.confirm")
    await walk.deliver()
    assert walk.text == approved(name=f"{placed_by}-{language}")


@in_one_database
@pytest.mark.parametrize("moves", [RIGHT, WRONG], ids=["right", "wrong"])
async def test_a_claim_cannot_be_detected_before_it_is_made(
    world: World, approved: SnapshotAssertion, moves: Sequence[str]
) -> None:
    """In the same position all players see the same, except for the last step."""
    await set_language(world, "en")
    walk = Walk(world)
    match = await reach(world, moves[:-1])
    await walk.posted.deliver()
    match = await play(world, match, BEN, move=moves[-1])
    board = (await walk.posted.deliver()).partition(" posts")[2].partition(" edits")[0]
    for person in (ANNA, BEN, CARA):
        await walk.press(person, "board", match.id, match.plies)
    await walk.press(ANNA, "move", match.id, match.plies)
    await walk.click(ANNA, "f4")
    await walk.press(ANNA, "more", match.id, match.plies)
    for typed in ("", "c", "claim", "claim c", "b"):
        await walk.suggestions(ANNA, "move", typed, "move", game=str(match.id))
    assert without_steps(board + walk.text, match, moves[-1]) == approved(name="same")


@pytest.mark.parametrize("moves", [RIGHT, BOTH_MISSED], ids=["one", "both"])
def test_pictures_and_words_hide_an_open_claim(moves: Sequence[str]) -> None:
    state = rules.GAMES[KEY].new()
    for move in moves:
        state = state.play(state.parse(move))
    assert isinstance(state, FoxState)
    without_claim = replace(state, miss=None, pending="")
    assert state != without_claim
    for view in (View(), View(seat=0), View(seat=1), View(seat=0, chosen=("f4",), targets=("f5",))):
        assert DRAWN_GALLERY.picture(state, view) == DRAWN_GALLERY.picture(without_claim, view)
        for language in LANGUAGES:
            t = TEXTS.language(language)
            assert DRAWN_GALLERY.words(state, t, view) == DRAWN_GALLERY.words(without_claim, t, view)
