"""Features' settings: stored by key, with defaults for unreadable values."""

from bot.model.settings import SWITCH, Kind, Owner, Setting, SettingValues, person_switch, server_switch

NIGHT = person_switch("night_mode", default=True, place=7)
LIMIT = Setting(Owner.SERVER, "limit", 5, Kind(int, str, {"few": 3, "many": 9}), command="limit")


def test_saving_a_value_keeps_unknown_ones() -> None:
    values = SettingValues({"newer": [1]}).with_value(NIGHT, value=False).with_value(LIMIT, 9)
    assert values.stored == {"newer": [1], "night_mode": False, "limit": "9"}
    assert (values[NIGHT], values[LIMIT]) == (False, 9)
    assert (SettingValues()[NIGHT], SettingValues()[LIMIT]) == (True, 5)


def test_an_unreadable_value_falls_back_to_the_default() -> None:
    values = SettingValues({"night_mode": "off", "limit": "lots"})
    assert (values[NIGHT], values[LIMIT]) == (True, 5)
    assert SettingValues({"limit": None})[LIMIT] == 5


def test_later_values_override_earlier_ones() -> None:
    merged = SettingValues({"limit": "3", "night_mode": False}) | SettingValues({"limit": "7"})
    assert merged.stored == {"limit": "7", "night_mode": False}
    assert hash(merged) == hash(SettingValues({"night_mode": True, "limit": "1"}))
    assert merged != SettingValues({"night_mode": False, "limit": "3"})


def test_values_and_settings_have_names() -> None:
    assert (LIMIT.kind.name(3), LIMIT.kind.name(9), LIMIT.kind.name(4)) == ("few", "many", "4")
    assert Kind(str, str.upper).name("unnamed") == "UNNAMED"
    assert (SWITCH.name(True), SWITCH.name(False)) == ("on", "off")
    assert (NIGHT.name, NIGHT.text_id) == ("night-mode", "setting.night-mode")


def test_switch_factories_build_settings() -> None:
    assert person_switch("a", default=False, place=3) == Setting(Owner.PERSON, "a", False, SWITCH, 3)
    assert server_switch("b", default=True, place=4, command="bee") == Setting(
        Owner.SERVER, "b", True, SWITCH, 4, "bee"
    )
