"""Lookup of a match by number, by place, or by player."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.locale import Texts
from bot.model.agenda import Overview
from bot.model.match.match import Match
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import HumanPlayer
from bot.model.refusal import Refusal
from rules.contract import Outcome
from tests.bot.chat import samples
from tests.bot.chat.presses import UNUSED

ANNA, BEN = 1, 2
HALL, HERE = Place(7, 70, "en"), Place(7, 71, "en", parent=70)
NAMES = {1: "Anna", 2: "Ben", 3: "Cara"}


def match(
    number: int, place: Place = HALL, *, turn: int = 1, thread: int | None = None, **more: Any
) -> Match:
    return replace(samples.MATCH, id=number, place=place, turn=turn, thread=thread, **more)


@dataclass
class Kept:
    """The matches of all people, and the overview of a channel."""

    matches: Sequence[Match] = ()
    rolled: Sequence[Match] = ()
    listed: Sequence[Match] = ()
    finished: Sequence[Match] = ()
    latest: dict[int, Match] = field(default_factory=dict)

    async def get(self, number: int) -> Match:
        found = [each for each in (*self.matches, *self.finished) if each.id == number]
        if not found:
            raise Refusal("unknown-match")
        return found[0]

    async def of(self, person: int, *, running: bool = True, limit: int = 99) -> Sequence[Match]:
        return [each for each in (self.matches if running else self.finished) if person in each.people][
            :limit
        ]

    async def latest_at(self, channel: int) -> Match | None:
        return self.latest.get(channel)

    async def running_at(self, channel: int) -> Sequence[Match]:
        return [each for each in self.matches if each.home == channel]

    async def finished_dice_matches(self, _person: int, *, limit: int) -> Sequence[Match]:
        return self.rolled[:limit]

    async def finished_matches_in(self, _server: int) -> Sequence[Match]:
        return self.finished

    async def overview(self, channel: int) -> Overview | None:
        return Overview(None, tuple(self.listed), HALL) if channel == HALL.channel else None

    async def names(self, people: set[int]) -> dict[int, str]:
        return {person: NAMES[person] for person in people}


def lookup(kept: Kept) -> MatchLookup:
    port: Any = kept
    return MatchLookup(port, port, port)


def caller(person: int = ANNA, place: Place = HALL) -> InteractionContext:
    who = Person(person, "P", "en")
    t = Texts.load().language("en")
    return InteractionContext(
        UNUSED, who, place, Request("r", who), t, UNUSED, sees=lambda each: each.id < 90
    )


OTHERS = (HumanPlayer(2), HumanPlayer(3))


async def test_games_in_this_place_take_precedence() -> None:
    here, there = match(5), match(6, Place(7, 80, "en"), turn=0)
    both = lookup(Kept([here, there]))
    assert await both.intended_matches(caller(), "  ") == [here]
    assert await both.intended_matches(caller(place=Place(7, 99, "en")), None) == [here, there]
    away = caller(place=Place(None, 9, "en"))
    assert await both.intended_matches(away, None, to_move=True) == [there]
    with pytest.raises(Refusal) as refused:
        await both.which_match(away, None)
    assert (refused.value.reason, refused.value.details) == ("which-game", {"games": "5 conhex, 6 conhex"})
    waiting = lookup(Kept([here, match(7)]))
    assert len(await waiting.intended_matches(caller(), None, to_move=True)) == 2


async def test_a_thread_selects_its_own_game() -> None:
    own = match(5, thread=71, players=OTHERS)
    elsewhere = match(6, Place(7, 80, "en"))
    kept = Kept([own, elsewhere], latest={71: own, 70: match(8, players=OTHERS)})
    assert await lookup(kept).intended_matches(caller(place=HERE), None) == (own,)
    assert await lookup(kept).match_of_thread(caller(place=HERE)) == own
    assert await lookup(kept).match_of_thread(caller()) is None
    assert await lookup(kept).intended_matches(caller(), None) == [elsewhere]
    onlooker = caller(person=44)
    assert [each.id for each in await lookup(kept).intended_matches(onlooker, None)] == [8]
    with pytest.raises(Refusal, match="no-game"):
        await lookup(Kept()).intended_matches(caller(), None)


@pytest.mark.parametrize(("text", "number"), [("5", 5), (" #5 ", 5), ("#5 ConHex \u2013 Ben \u2013 over", 5)])
async def test_typed_game_numbers_are_read(text: str, number: int) -> None:
    assert (await lookup(Kept([match(5)])).which_match(caller(), text)).id == number


@pytest.mark.parametrize("text", ["five", "5b", "#", "92", "6", "1" * 19])
async def test_hidden_and_unknown_games_give_the_same_refusal(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        await lookup(Kept([match(5), match(92, players=OTHERS)])).which_match(caller(), text)
    assert refused.value.reason == "no-such-game"
    assert refused.value.details == {"game": text}


async def test_dice_default_to_the_threads_or_the_last_finished_game() -> None:
    dice, rolled = match(5, thread=71, commitment="c0ffee"), match(6)
    kept = Kept([dice, match(8)], rolled=[rolled, match(7)], latest={71: dice, 70: dice})
    assert await lookup(kept).match_with_dice(caller(place=HERE), None) == dice
    assert await lookup(kept).match_with_dice(caller(), None) == rolled
    assert (await lookup(kept).match_with_dice(caller(), "8")).id == 8
    plain = Kept([dice], rolled=[rolled], latest={71: replace(dice, commitment=None)})
    assert await lookup(plain).match_with_dice(caller(place=HERE), None) == rolled
    with pytest.raises(Refusal, match="no-game-with-dice"):
        await lookup(Kept()).match_with_dice(caller(), None)


async def test_an_admin_finds_the_games_of_their_server() -> None:
    here, listed = match(5, players=OTHERS), match(6, HERE, players=OTHERS)
    own, abroad = match(7, Place(7, 80, "en", private=True)), match(8, Place(9, 90, "en"))
    kept = Kept([here, own, abroad], listed=[listed, here])
    assert [each.id for each in await lookup(kept).running(caller())] == [5, 6, 7]
    over = [each.end(Outcome((0,), "x"), samples.NOW) for each in (here, own, abroad)]
    done = Kept(finished=over)
    assert [each.id for each in await lookup(done).finished_visible_matches(caller())] == [5, 7]
    assert await lookup(done).finished_visible_matches(caller(place=Place(None, 9, "en"))) == ()
    assert (await lookup(kept).match_here(caller(), "#7")).id == 7
    for text in ("8", "seven"):
        with pytest.raises(Refusal, match="no-such-game"):
            await lookup(kept).match_here(caller(), text)


async def test_suggestions_start_with_this_channel() -> None:
    here, elsewhere = match(5, players=OTHERS), match(6, Place(7, 80, "en"), key="hnefatafl")
    kept = Kept([elsewhere, here], finished=[match(9).end(Outcome((0,), "x"), samples.NOW)])
    both = await lookup(kept).suggest(caller(), "")
    assert [(choice.value, choice.name) for choice in both] == [
        ("5", "#5 ConHex \u2013 Ben, Cara \u2013 Cara to move"),
        ("6", "#6 Hnefatafl \u2013 Ben \u2013 Ben to move"),
    ]
    assert [choice.value for choice in await lookup(kept).suggest(caller(), " #6")] == ["6"]
    assert [choice.value for choice in await lookup(kept).suggest(caller(), "CONHEX")] == ["5"]
    assert [choice.value for choice in await lookup(kept).suggest(caller(), "", running=False)] == ["9"]

    def plays(each: Match, person: int) -> bool:
        return person in each.people

    assert [choice.value for choice in await lookup(kept).suggest(caller(), "", fits=plays)] == ["6"]
    many = Kept([match(number) for number in range(1, 40)])
    assert len(await lookup(many).suggest(caller(), "")) == 25
