"""Limits of board messages: listed plies, and buttons of pieces in a row."""

import pytest

import rules
from bot.chat.core import custom_ids
from bot.features.matches.service.match_queries import played_plies
from bot.model.events.events import MatchRestored
from bot.model.match.log_entry import LogEntry
from bot.model.people.preferences import PingPlace
from tests.bot.features.boards.messages.test_board_message import NOW, match_of, message_of, ply_event


@pytest.mark.parametrize(("plies", "first"), [(12, 1), (13, 2), (14, 3)])
def test_a_board_lists_its_last_twelve_plies(plies: int, first: int) -> None:
    state = rules.GAMES["conhex"].new({"swap": "off"})
    log = []
    current = state
    for number in range(1, plies + 1):
        text = str(current.legal_moves()[number * 3])
        log.append(LogEntry(number, (number + 1) % 2, text, NOW))
        current = current.play(current.parse(text))
    entries = played_plies(state, log)
    event = MatchRestored(5, plies, current.turn, PingPlace.THREAD)
    message = message_of(match_of(current, plies), current, event, "en", plies=entries)
    moves = [entry.text for entry in log]
    listed = [move for move in moves if f"**{move}**" in message.body]
    assert listed == moves[first - 1 :]
    assert ("…" in message.body.splitlines()) is (first > 1)


@pytest.mark.parametrize(
    ("men", "rows"), [("R1 R3 R5", [4]), ("R1 R3 R5 R7", [3, 2]), ("R1 R3 R5 R7 R9", [3, 3])]
)
def test_piece_buttons_split_into_two_rows_longer_first(men: str, rows: list[int]) -> None:
    places = "; ".join(f"{point} r" for point in men.split())
    home = ",".join("r" * (6 - len(men.split())))
    text = f"turn 0; die 1; H0 {home}; H2 g,g,g,g,g,g; {places}"
    state = rules.GAMES["catch-the-hat"].from_position(text, {}, 2)
    match = match_of(state, 1)
    message = message_of(match, state, ply_event(match, 1), "en")
    verbs = [[custom_ids.read(button.custom_id or "").verb for button in row] for row in message.rows]
    assert [len(row) for row in verbs if {*row} == {"piece"}] == rows
