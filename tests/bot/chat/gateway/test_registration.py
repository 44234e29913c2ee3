import copy
from typing import Any

from bot.chat.gateway.registration import Differences, differences

OURS: list[dict[str, Any]] = [
    {
        "name": "move",
        "description": "Play",
        "type": 1,
        "nsfw": False,
        "contexts": [0, 1],
        "default_member_permissions": None,
        "dm_permission": True,
        "name_localizations": {"de": "ziehen"},
        "options": [
            {
                "name": "move",
                "type": 3,
                "required": False,
                "choices": [{"name": "a", "value": "a"}],
                "autocomplete": True,
            }
        ],
    },
    {"name": "games", "description": "List", "type": 1, "options": []},
]


def commands_at_discord() -> list[dict[str, Any]]:
    theirs = copy.deepcopy(OURS)[::-1]
    for command in theirs:
        command |= {"id": "1", "application_id": "2", "version": "3"}
    theirs[1] |= {"contexts": [1, 0], "dm_permission": False}
    theirs[1]["options"][0]["choices"][0]["name_localizations"] = None
    del theirs[1]["nsfw"], theirs[0]["options"]
    return theirs


def test_fields_added_by_discord_are_ignored() -> None:
    assert not differences(OURS, commands_at_discord())


def test_every_change_is_detected() -> None:
    for change in (
        lambda c: c.pop(),
        lambda c: c[1].update(description="Play on"),
        lambda c: c[1].update(name_localizations={}),
        lambda c: c[1]["options"][0].update(required=True),
        lambda c: c[1]["options"][0]["choices"].append({"name": "b", "value": "b"}),
        lambda c: c[1]["options"].clear(),
        lambda c: c[0].update(options=[{"name": "old", "type": 3}]),
    ):
        theirs = commands_at_discord()
        change(theirs)  # type: ignore[no-untyped-call]  # a lambda
        assert differences(OURS, theirs)


def test_differences_name_the_commands() -> None:
    theirs = commands_at_discord()
    theirs[1]["description"] = "Play on"
    theirs[0]["name"] = "partien"
    assert differences(OURS, theirs) == Differences(("games",), ("move",), ("partien",))


def test_discords_own_commands_are_ignored() -> None:
    launch = {"id": "9", "type": 4, "name": "launch", "description": "", "handler": 2}
    assert not differences(OURS, [*commands_at_discord(), launch])
