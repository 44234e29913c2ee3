"""Pages of turning points of every kind, overviews for spectators, and `/review`."""

from dataclasses import dataclass, field, replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.pictures import Picture, Pictures
from bot.features.offers.buttons import more_buttons
from bot.features.reviews import buttons as review_buttons
from bot.features.reviews.domain import Review, ReviewedPly, TurnKind
from bot.features.reviews.pages import overview_page, progress_page, turning_page
from bot.features.trial import script
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.people.players import HumanPlayer
from engines import Fact, GameValue, MoveWorth, PlyVerdict
from engines.contract import estimated
from render import ReviewChart, ReviewMark, View
from rules.contract import Outcome, State
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.features.reviews.test_review_buttons import BLUNDERS, with_engines
from tests.bot.features.reviews.test_reviews import ReviewEngines, play_match
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, World
from tests.bot.support.matches_in_memory import match_of
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

KEY = "nine-mens-morris"
WON, DRAWN, LOST = (
    MoveWorth(chance, fact=Fact(result, 6))
    for chance, result in ((1.0, GameValue.WON), (0.5, GameValue.DRAWN), (0.0, GameValue.LOST))
)
MISTAKES = {
    "a grave mistake by estimate": (estimated(0.71), estimated(0.24), ()),
    "a slip by estimate": (estimated(0.61), estimated(0.42), ()),
    "a missed win": (MoveWorth(1.0, 5), estimated(0.4), ()),
    "a loss from an even game": (estimated(0.55), MoveWorth(0.0, -4), ()),
    "a win given away": (MoveWorth(1.0, 3), MoveWorth(0.0, -2), ()),
    "a proved draw given away, one move kept it": (DRAWN, LOST, ("d7",)),
    "a proved draw given away, three moves kept it": (DRAWN, LOST, ("d7", "a1", "g1")),
    "a proved draw given away, four moves kept it": (DRAWN, LOST, ("d7", "a1", "g1", "d1")),
    "a proved draw given away, five moves kept it": (DRAWN, LOST, ("d7", "a4", "g1", "a1", "d1")),
    "a proved win missed, one move kept it": (WON, DRAWN, ("d7",)),
    "a proved win missed, two moves kept it": (WON, DRAWN, ("d7", "g1")),
    "a proved win missed, many moves kept it": (WON, LOST, ("d7", "f6", "a1", "d1", "g1", "a4")),
}


@dataclass(frozen=True, slots=True)
class RecordingPictures(Pictures):
    """Records the views instead of drawing them."""

    views: list[View] = field(default_factory=list)
    curves: list[ReviewChart] = field(default_factory=list)

    async def picture(self, state: State, t: Language, view: View) -> Picture:
        del state
        self.views.append(view)
        return Picture(b"", t.code)

    async def review(self, chart: ReviewChart, words: str) -> Picture:
        self.curves.append(chart)
        return Picture(b"", words)


def match() -> Match:
    base = match_of(HumanPlayer(ANNA.id), HumanPlayer(BEN.id))
    return replace(base, key=KEY, options=GAMES[KEY].new().options, plies=9, names={ANNA.id: "Anna"})


@pytest.mark.parametrize("code", ["en", "de"])
async def test_each_kind_of_mistake_has_a_page(approved: SnapshotAssertion, code: str) -> None:
    t, state, texts = TEXTS.language(code), GAMES[KEY].new(), list[str]()
    for text in ("a7", "b6", "g7", "d6"):
        state = state.play(state.parse(text))
    kinds = set[TurnKind]()
    for name, (best, worth, keepers) in MISTAKES.items():
        verdict = PlyVerdict("d7xb6", best, worth, (best.chance, 1 - best.chance), keepers)
        keeper_texts = tuple(f"{text}xb6" if text == "d7" else text for text in keepers)
        verdict = replace(verdict, keepers=keeper_texts)
        review = Review(match(), (ReviewedPly(5, 0, "f6", 2, verdict),))
        kinds |= {point.kind for point in review.turning_points}
        position = MatchPosition(match(), state)
        page, _ = await turning_page(Pictures(GALLERY), review, 0, position, CARA.id, t, engines=True)
        lines = page_text(page).splitlines()
        texts.append("\n".join([f"{name}:", *(line for line in lines if not line.startswith("["))]))
    assert kinds == set(TurnKind)
    assert "\n\n".join([*texts, ""]) == approved(name=code)


async def test_an_immediate_win_is_not_called_forced() -> None:
    """The script's last move lets the king escape; a longer win would be called forced."""
    t, state = TEXTS.language("en"), script.position(GAMES, 5)
    verdict = PlyVerdict("d1-g1", MoveWorth(1.0, 1), estimated(0.4), (0.0, 1.0))
    missed_match = replace(match(), key=script.GAME, options=state.options, plies=6)
    other_move = next(str(move) for move in state.legal_moves() if str(move) != "d1-g1")
    review = Review(missed_match, (ReviewedPly(6, state.turn, other_move, 2, verdict),))
    position = MatchPosition(missed_match, state)
    pictures = RecordingPictures(GALLERY)
    for reader in (BEN, CARA):
        page, _ = await turning_page(pictures, review, 0, position, reader.id, t, engines=True)
        assert "**d1-g1** wins the game" in page_text(page)
    assert [(view.seat, view.chosen, view.targets) for view in pictures.views] == [
        (seat, ("d1",), ("g1",)) for seat in (1, None)
    ]


async def test_buttons_of_a_turning_point() -> None:
    t, verdict = TEXTS.language("en"), PlyVerdict("a7", estimated(0.8), estimated(0.2), (0.8, 0.2))
    plies = tuple(
        ReviewedPly(number, (number - 1) % 2, "d7" if number == 1 else "d6", 2, verdict)
        for number in (1, 2, 3)
    )
    review = Review(match(), plies)
    position = MatchPosition(match(), GAMES[KEY].new())

    async def ids(number: int, *, engines: bool, shown_review: Review = review) -> list[str]:
        page, _ = await turning_page(
            Pictures(GALLERY), shown_review, number, position, ANNA.id, t, engines=engines
        )
        lines = [line for line in page_text(page).splitlines() if "button] " in line]
        return [line.rpartition("(")[2].removesuffix(")") for line in lines if not line.endswith("off")]

    assert await ids(0, engines=True) == [
        "fp:practice-from:7:0", "fp:explore:7:0:1", "fp:review:7", "fp:review-at:7:1"
    ]  # fmt: skip
    assert await ids(1, engines=False) == [
        "fp:explore:7:1:1", "fp:review-at:7:0", "fp:review:7", "fp:review-at:7:2"
    ]  # fmt: skip
    assert (await ids(2, engines=True))[-2:] == ["fp:review-at:7:1", "fp:review:7"]
    with_leaver = replace(review, match=replace(match(), departures=((1, 2),)))
    assert (await ids(0, engines=True, shown_review=with_leaver))[0] == "fp:practice-from:7:0"
    assert (await ids(1, engines=True, shown_review=with_leaver))[0] == "fp:explore:7:1:1", (
        "a player had left by then"
    )


@pytest.mark.parametrize("code", ["en", "de"])
async def test_overview_and_progress_pages(approved: SnapshotAssertion, code: str) -> None:
    t, even = TEXTS.language(code), PlyVerdict("d7", estimated(0.5), estimated(0.5), (0.6, 0.4))
    plies = tuple(ReviewedPly(number, (number - 1) % 2, "d7", 1, even) for number in (1, 2, 3))
    won = replace(match(), outcome=Outcome((1,), "no-moves"))
    drawn = replace(match(), outcome=Outcome((), "no-mill"))
    pages = [progress_page(Review(match(), plies[:2]), t)]
    pages.append(progress_page(Review(replace(match(), plies=3), plies), t))
    for finished, reader in ((won, CARA), (won, ANNA), (drawn, CARA)):
        pages.append(
            (await overview_page(Pictures(GALLERY), Review(finished, plies), GAMES, reader.id, t))[0]
        )
    assert "\n".join(map(page_text, pages)) == approved(name=code)


async def test_a_curve_is_drawn_for_the_reader_with_its_turning_points() -> None:
    t, pictures = TEXTS.language("en"), RecordingPictures(GALLERY)
    plies = tuple(
        ReviewedPly(number, seat, "d7", 2, PlyVerdict("a7", estimated(0.8), estimated(after), shares))
        for number, (seat, after, shares) in enumerate(
            [(0, 0.8, (0.8, 0.2)), (1, 0.2, (0.3, 0.7)), (0, 0.1, (0.9, 0.1))], 1
        )
    )
    for reader in (ANNA, BEN, CARA):
        await overview_page(pictures, Review(replace(match(), plies=3), plies), GAMES, reader.id, t)
    anna, ben, cara = pictures.curves
    assert anna.marks == [ReviewMark(1, "1"), ReviewMark(2, "2")]
    assert [anna.title, ben.title] == ["Anna (White)", "? (Black)"]
    assert (anna.since, anna.until) == ("Start", "Move 3")
    assert anna.chances == ((0, 0.8), (1, 0.3), (2, 0.9), (3, 0.1))
    assert ben.chances == ((0, 0.2), (1, 0.7), (2, 0.1), (3, 0.9))
    assert cara == anna, "a spectator sees the first seat's curve"


async def test_the_command_reviews_a_finished_game(world: World) -> None:
    running = await world.match("conhex")
    match = await play_match(world, texts=BLUNDERS)
    with_engines(world, ReviewEngines(world))
    presses = Presses(world, {**review_buttons.HANDLERS, **more_buttons.HANDLERS})
    review = command_of(presses.app, "review")
    *_, answer = await presses.command(BEN, review, game=str(match.id))
    assert f"Review of Nine Men's Morris · #{match.id}" in answer.text
    choices = await presses.suggestions(BEN, review, "game")
    assert [value for _, value in choices] == [str(match.id)], "only finished games"
    button = custom_ids.write("review", match.id)
    assert button in (await presses.answer_to(ANNA, custom_ids.write("more", match.id))).ids
    running_page = await presses.answer_to(ANNA, custom_ids.write("more", running.id))
    assert custom_ids.write("replay", running.id) in running_page.ids
    assert custom_ids.write("review", running.id) not in running_page.ids


async def overview_of(review: Review) -> list[str]:
    """Return the buttons of an overview: labels with their custom_ids."""
    page, _ = await overview_page(Pictures(GALLERY), review, GAMES, ANNA.id, TEXTS.language("en"))
    lines = page_text(page).splitlines()
    return [line.removeprefix("[button] ") for line in lines if line.startswith("[button]")]


async def test_only_fifteen_turning_points_have_buttons() -> None:
    missed = PlyVerdict("a7", MoveWorth(1.0, 1), estimated(0.5), (1.0, 0.0))
    plies = tuple(ReviewedPly(number, number % 2, "d7", 2, missed) for number in range(1, 21))
    review = Review(replace(match(), plies=20), plies)
    assert await overview_of(review) == [
        f"{number} · Move {number} (fp:review-at:7:{number - 1})" for number in range(1, 16)
    ]
    page, _ = await overview_page(Pictures(GALLERY), review, GAMES, ANNA.id, TEXTS.language("en"))
    assert "**20** · Move 20" in page_text(page)


async def test_with_dice_turning_points_have_round_numbers() -> None:
    slip = PlyVerdict("x", estimated(0.8), estimated(0.2), (0.8, 0.2))
    plies = tuple(
        ReviewedPly(number, None if seat is None else seat, "roll:1" if seat is None else "y", 2, verdict)
        for number, (seat, verdict) in enumerate(
            [(None, None), (0, None), (None, None), (1, slip), (None, None), (0, slip)], 1
        )
    )
    hats = replace(match(), key="catch-the-hat", options=GAMES["catch-the-hat"].new().options, plies=6)
    assert await overview_of(Review(hats, plies)) == [
        "1 · Round 1 (fp:review-at:7:0)",
        "2 · Round 2 (fp:review-at:7:1)",
    ]
