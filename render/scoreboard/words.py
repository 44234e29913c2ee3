"""The scoreboard in words, preceding the game's own words on the position."""

from collections.abc import Iterator

from render.contract.alt_text import Sentence, Translate, plain, sharing_brackets
from render.contract.scoreboard import Scoreboard


def sentences(shown: Scoreboard, turn: int | None, t: Translate, *, over: bool) -> Iterator[Sentence]:
    """Yield the players, the move number and the turn, or the result; then time and series."""
    players = (
        sharing_brackets(t, "scoreboard.player", "name", player.called, side=player.side)
        for player in shown.players
    )
    yield plain(t("scoreboard.players", players=", ".join(players)))
    if shown.heading:
        yield _ending_sentence(shown.heading)
    if over or shown.result:
        yield plain(t("scoreboard.over"))
        yield from map(_ending_sentence, shown.result)
    elif turn is not None:
        yield plain(t("scoreboard.turn", player=shown.players[turn].called))
    if shown.deadline:
        yield plain(shown.deadline)
    points = [f"{player.called} {player.points}" for player in shown.players if player.points]
    if points:
        yield plain(t("scoreboard.series", points=", ".join(points)))


def _ending_sentence(text: str) -> Sentence:
    """Return a text as a sentence, with a full stop unless it ends with a punctuation mark."""
    return plain(text if text.endswith((".", "!", "?", "…")) else f"{text}.")
