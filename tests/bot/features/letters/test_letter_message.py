"""The weekly letter's message: games, and paragraphs of other features."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterPart, LetterSection
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.pictures import Pictures
from bot.features.letters.domain import FinestPly, MostWins
from bot.features.letters.messages import LetterParts, has_news, letter_message
from bot.features.letters.service import Week
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import MatchPosition, PlayedPly
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules import GAMES
from rules.contract import Outcome
from tests.bot.chat.page_text import message_text
from tests.bot.support.fakes import World
from tests.bot.support.matches_in_memory import match_of
from tests.bot.support.timed import DAY
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

T = Texts.load().language("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
QUIET = Week((), 0, None, None, None, None)


def letter_words(week: Week) -> str:
    """Return the words of a letter without a puzzle."""
    return letter_message(week, LetterParts(), 1, Pictures(GALLERY), T).body


async def part(*lines: str) -> LetterPart:
    return LetterPart(lines)


def paragraph(section: LetterSection, place: int, line: str) -> LetterParagraph:
    return LetterParagraph(section, place, lambda _: part(line))


async def test_feature_paragraphs_appear_in_their_sections() -> None:
    slot = Slot[LetterParagraph]()
    slot.publish(
        [
            paragraph(LetterSection.AHEAD, 20, "second"),
            paragraph(LetterSection.CLOSING, 10, "last"),
            paragraph(LetterSection.AHEAD, 10, "first"),
        ]
    )
    view: Any = None
    parts = await LetterParts.gather(slot, view)
    letter = letter_message(QUIET, parts, 1, Pictures(GALLERY), T)
    assert letter.body.endswith("first\nsecond")
    assert letter.closing == "last"
    assert not has_news(QUIET, parts)


async def test_a_contributed_result_is_news() -> None:
    slot = Slot[LetterParagraph]()
    slot.publish([paragraph(LetterSection.ENDED, 10, "a cup")])
    view: Any = None
    parts = await LetterParts.gather(slot, view)
    assert has_news(QUIET, parts)
    assert letter_message(QUIET, parts, 1, Pictures(GALLERY), T).body.endswith("a cup")


async def test_a_long_letter_keeps_the_puzzle_and_the_board(world: World) -> None:
    running = await world.match()
    position = await world.services.matches.display_position(running.id)
    anna, ben = (HumanPlayer(number) for number in (10**18 + 1, 10**18 + 2))
    place = Place(10**18 + 3, 10**18 + 4, "en")
    match = replace(running, outcome=Outcome((0,), "resignation"), players=(anna, ben), place=place)
    lines = dict.fromkeys((LetterSection.ENDED, LetterSection.AHEAD), ("W" * 120,) * 5)
    week = replace(QUIET, ended=(match,) * 20, board=position)
    parts = LetterParts({**lines, LetterSection.CLOSING: ("**Puzzle of the week**",)})
    letter = letter_message(week, parts, 1, Pictures(GALLERY), T)
    assert len(letter.body) > 2000
    text = letter.content
    assert len(text) <= 2000
    assert "**Puzzle of the week**" in text
    assert T("letter.longest", n=0, game="").splitlines()[0] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_a_letter(approved: SnapshotAssertion, language: str) -> None:
    t = Texts.load().language(language)
    public_match = replace(match_of(HumanPlayer(1), HumanPlayer(2)), place=Place(7, 70, "en"))
    ended = tuple(
        replace(public_match, id=number, outcome=Outcome(winners, "any"))
        for number, winners in enumerate(((0,), (1,), (), (0, 1)), start=7)
    )
    waiting = replace(public_match, id=20, board=MessageRef(70, 5), timing=Timing(since=NOON - 3 * DAY))
    week = Week(ended, 3, MostWins((1,), 2), waiting, None, None)
    parts = LetterParts(
        {
            LetterSection.ENDED: ("A cup.",),
            LetterSection.AHEAD: ("Ahead.",),
            LetterSection.CLOSING: ("Last.",),
        }
    )
    for name, contents, contributed in (("quiet", QUIET, LetterParts()), ("full", week, parts)):
        letter = letter_message(contents, contributed, 1, Pictures(GALLERY), t)
        assert message_text(letter) == approved(name=f"{name}-{language}")


async def test_a_finished_game_is_linked_once(world: World) -> None:
    match = await world.match()
    finished = replace(match, outcome=Outcome((0,), "resignation"), thread=7100)
    line = next(
        row for row in letter_words(replace(QUIET, ended=(finished,))).splitlines() if f"#{match.id}" in row
    )
    assert line.startswith("[")
    assert f"#{match.id}](https://discord.com/channels/7/7100): <@" in line
    assert line.count("/7100") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_finest_ply_is_shown_with_its_board(approved: SnapshotAssertion, language: str) -> None:
    t = Texts.load().language(language)
    game = GAMES["ludus-latrunculorum"]
    state, plies = game.new({}), 0
    chance = random.Random(4)
    while (captured := [event for event in state.events if event.kind == "capture"]) == []:
        assert state.turn is not None
        seat, move = state.turn, chance.choice(state.legal_moves())
        state, plies = state.play(move), plies + 1
    people = (HumanPlayer(1), HumanPlayer(2))
    match = replace(
        match_of(*people),
        id=31,
        key=game.key,
        place=Place(7, 70, "en"),
        plies=plies + 4,
        outcome=Outcome((0,), "resignation"),
        resigned=1,
    )
    ply = PlayedPly(plies, seat, move, move.text, state)
    finest = FinestPly(ply, len(captured), closes=False)
    board = MatchPosition(match, state, names={1: "Anna", 2: "Ben"})
    engines = replace(
        match, players=(EnginePlayer(game.key, 3), HumanPlayer(2)), id=32, place=Place(7, 71, "en")
    )
    games = tuple(replace(match, id=number) for number in range(40, 47))
    letters = {
        "finest": Week((match, engines), 0, MostWins((1, 2, 3), 3), None, finest, board),
        "longest": Week((match,), 0, MostWins((1, 2, 3, 4), 3), None, None, board),
        "full": Week((*games[:6],), 0, MostWins((2,), 1), None, None, None),
        "too-full": Week(games, 0, None, None, None, None),
    }
    for name, week in letters.items():
        letter = letter_message(week, LetterParts(), 1, Pictures(GALLERY), t)
        assert message_text(letter) == approved(name=f"{name}-{language}")
