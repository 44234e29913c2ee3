"""Invariants of the public message after every ply."""

from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, picture_of

ROLES = {
    "conhex": ("red", "blue"),
    "hnefatafl": ("attackers", "defenders"),
    "ludus-latrunculorum": ("black", "white"),
}


async def check_board(match: Match, key: str, ply: int, move: str, previous: ShownMessage) -> ShownMessage:
    """Check the board after a ply that did not end the game, and that the previous one is closed."""
    mover, following = (ply - 1) % 2, ply % 2
    board = await match.board(ply)
    await check_text(match, mover, move, board)
    call = f"{match.players[following].mention}, your turn ({ROLES[key][following]})."
    assert call in board.text
    assert list(board.buttons) == ["Move", "Board", "More"]
    assert board.pinged == [match.players[following].id]
    await match.wait_until_stripped(previous)
    return board


async def check_last_board(
    match: Match, ply: int, move: str, previous: ShownMessage, winner: int
) -> ShownMessage:
    """Check the board after the ply that ended the game."""
    board = await match.board(ply)
    await check_text(match, (ply - 1) % 2, move, board)
    assert board.headline.endswith(f"{match.players[winner].name} wins"), board.headline
    assert "your turn" not in board.text
    assert list(board.buttons) == ["Rematch", "Board", "More", "Review", "Replay", "Export"]
    assert board.pinged == [match.players[ply % 2].id], "the opponent is notified"
    mention = match.players[ply % 2].mention
    line = f"-# {mention}"
    assert (line in board.text) != (mention in board.text.replace(line, "")), (
        "the opponent's name is either in the text or in a mention below"
    )
    await match.wait_until_stripped(previous)
    return board


async def check_text(match: Match, mover: int, move: str, board: ShownMessage) -> None:
    """Check the mover and the move in the text, and the picture with its alt text."""
    assert f"{match.players[mover].name}: {move}" in board.headline
    _, _, body = board.text.partition("\n")
    assert "**" not in body, "only the headline names the move"
    picture = await picture_of(match.line, board)
    # A finished game has more text, and its picture may be narrower.
    assert (640 if "🏁" in board.text else 800) <= picture.width <= 800


async def check_pings(match: Match, plies: int) -> None:
    """Check that each ply was posted once and pinged the other player once: for their turn or the end."""
    assert len(await match.boards()) == plies + 1
    assert match.pings() == match.calls(plies)
