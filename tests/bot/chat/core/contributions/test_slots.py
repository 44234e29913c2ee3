"""Places where features contribute to other features' pages."""

from dataclasses import replace

from bot.chat.core.contributions.doors import BoardDoor, Doors, SettingsDoor
from bot.chat.core.contributions.more_entries import MoreView
from bot.chat.core.contributions.server_lines import all_settings
from bot.chat.core.messages import layouts
from bot.locale import Texts
from bot.model.match.match import MatchPosition
from bot.model.people.players import HumanPlayer
from rules import GAMES
from tests.bot.chat import samples
from tests.bot.chat.page_text import page_text

T = Texts.load().language("en")
TABLE = replace(samples.MATCH, players=tuple(map(HumanPlayer, (11, 12, 13))), departures=((1, 4),))


def test_the_more_page_finds_the_seat_of_a_player_who_has_not_left() -> None:
    position = MatchPosition(TABLE, GAMES["catch-the-hat"].new(players=3))
    assert [MoreView(position, person, T).seat for person in (11, 12, 13, 14)] == [0, None, 2, None]


def _board_door(place: int, label: str) -> BoardDoor:
    return BoardDoor(place, lambda match_id, _: layouts.button(label, f"fp:{match_id}"))


def _settings_door(place: int, label: str) -> SettingsDoor:
    return SettingsDoor(place, lambda _: layouts.button(label, "fp:0"))


def test_doors_are_sorted_by_place_and_feature() -> None:
    doors = Doors()
    doors.boards.publish([_board_door(2, "late"), _board_door(1, "early"), _board_door(2, "later")])
    doors.settings.publish([_settings_door(3, "last"), _settings_door(1, "first")])
    below = doors.below_board(31, T)
    assert [button.label for button in below] == ["early", "late", "later"]
    assert {button.custom_id for button in below} == {"fp:31"}
    assert [button.label for button in doors.in_settings(T)] == ["first", "last"]


def test_all_settings_has_its_own_button() -> None:
    assert page_text(layouts.page(all_settings(T))).strip() == "[button] All settings (fp:server-settings)"
