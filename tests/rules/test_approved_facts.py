"""What each game says of itself: choices, sides, boards, least lengths and words, kept beside the tests."""

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from rules import GAMES
from rules.contract.capabilities import (
    draws_by_agreement,
    first_game_options,
    leaves_to_chance,
    named_boards,
    one_sided,
    parties_of,
    series_of,
)
from rules.contract.vocabulary import Declared


def facts(key: str) -> Iterator[str]:
    game = GAMES[key]
    yield f"{game.key}, number {game.order} in lists, {game.seats} players"
    for option in game.options:
        with_ = f", only with {option.only_with}" if option.only_with else ""
        more = " or others" if option.open_ended else ""
        yield f"{option.key}: {', '.join(option.values)}{more}, usually {option.default}{with_}"
    for players in game.seats:
        least = game.least_plies(players) if hasattr(game, "least_plies") else {}
        start = game.new(players=players)
        yield f"{players}: {', '.join(game.roles(players))}; least plies {dict(least)}; {parties_of(start)}"
        yield f"    {start.position}"
    for choice in named_boards(game):
        yield f"{dict(choice)}: {game.new(choice).position}"
    yield f"series: {series_of(game)}"
    yield f"first game: {dict(first_game_options(game))}"
    yield f"draws by agreement: {draws_by_agreement(game)}; one-sided: {one_sided(game)}"
    yield f"chance: {leaves_to_chance(game)}"
    words: dict[str, tuple[Declared, ...]] = {
        name: getattr(game.vocabulary, name) for name in game.vocabulary.__slots__
    }
    for name, declared in words.items():
        yield f"{name}:"
        yield from (f"    {word} {' '.join(sorted(word.details))}".rstrip() for word in declared)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_says_of_itself_what_it_did(key: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts(key)) == snapshot
