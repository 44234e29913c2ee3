"""Command input as clients send it, and the client's refusals in readable words."""

import base64
from typing import Any

import pytest

from playground.interactions.command_input import CommandDesk, Invocation
from playground.values.errors import ClientError
from playground.values.messages import Message
from playground.values.snowflakes import Snowflakes
from playground.world.command_files import CommandFiles
from playground.world.seed import populate, the_bot
from playground.world.wire import Wire
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, GAME_NIGHT, LOBBY

Json = dict[str, Any]
KINDS = {
    "text": 3,
    "whole": 4,
    "yes": 5,
    "who": 6,
    "where": 7,
    "any": 9,
    "number": 10,
    "file": 11,
}


class Noon:
    """A clock stopped at a fixed time."""

    def now(self) -> float:
        return 1_800_000_000.0


def option(name: str, **more: Any) -> Json:
    return {"name": name, "type": KINDS[name]} | more


COMMANDS: list[Json] = [
    {
        "id": "1",
        "type": 1,
        "name": "play",
        "options": [
            option("text", required=True, min_length=2, max_length=4),
            option("whole", min_value=1, max_value=9),
            option(
                "number", min_value=0.5, choices=[{"name": "half", "value": 0.5}, {"name": "two", "value": 2}]
            ),
            *(option(name) for name in ("yes", "who", "where", "any")),
            option("file", file_types=["image", ".TXT"]),
        ],
    },
    {
        "id": "2",
        "type": 1,
        "name": "game",
        "guild_id": GAME_NIGHT,
        "options": [
            {
                "name": "new",
                "type": 2,
                "options": [{"name": "conhex", "type": 1, "options": [option("text", autocomplete=True)]}],
            },
            {"name": "stop", "type": 1},
        ],
    },
    {"id": "3", "type": 2, "name": "Greet"},
    {"id": "4", "type": 3, "name": "Show board"},
    {"id": "5", "type": 1, "name": "help"},
    {"id": "6", "type": 1, "name": "help", "guild_id": GAME_NIGHT},
]
WORLD = World(clock=Noon(), snowflakes=Snowflakes(Noon()), bot=the_bot())
populate(WORLD)
DESK = CommandDesk(WORLD, Wire(WORLD, "http://here"), CommandFiles(WORLD))
MESSAGE = Message("900", BOARD_GAMES, ANNA, 0, Noon().now(), content="Hello")


def invoke(
    data: Json, *, guild: str | None = GAME_NIGHT, message: Message | None = None, completing: bool = False
) -> Invocation:
    place = WORLD.guilds[guild] if guild else None
    return DESK.invoke(COMMANDS, data, place, message, completing=completing)


def play(**values: Any) -> Json:
    given = {"text": "abc"} | values
    return {"name": "play", "options": [{"name": name, "value": value} for name, value in given.items()]}


def nested_options(*names: str, **value: Any) -> Json:
    options: list[Json] = [{"name": "text"} | value] if value else []
    for name in reversed(names):
        options = [{"name": name, "options": options}]
    return {"name": "game", "options": options}


def upload(number: str, filename: str, content: bytes = b"hello") -> Json:
    return {"id": number, "filename": filename, "content": base64.b64encode(content).decode()}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("text", text) for text in ("ab", "abcd")),
        *(("whole", number) for number in (1, 9)),
        *(("number", number) for number in (0.5, 2)),
        *(("yes", answer) for answer in (True, False)),
        ("who", BEN),
        ("where", LOBBY),
        ("any", ANNA),
    ],
)
def test_valid_values_are_sent_with_their_type(name: str, value: object) -> None:
    options = invoke(play(**{name: value})).data["options"]
    assert {"name": name, "type": KINDS[name], "value": value} in options


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"name": "fly"}, "unknown command: fly"),
        ({"name": "play", "id": "2"}, "unknown command: play"),
        ({"name": "play"}, "missing option: text"),
        ({"name": "play", "options": {}}, "missing option: text"),
        ({"name": "play", "options": {"text": "a"}}, "options must be a list of objects"),
        ({"name": "play", "options": ["text"]}, "options must be a list of objects"),
        (play(text="a"), "text: must be 2 to 4 characters long"),
        (play(text="abcde"), "text: must be 2 to 4 characters long"),
        (play(text=5), "text: wrong kind of value"),
        (play(whole=0), "whole: out of range"),
        (play(whole=10), "whole: out of range"),
        (play(whole=1.5), "whole: wrong kind of value"),
        (play(whole=True), "whole: wrong kind of value"),
        (play(number=1.5), "number: not one of the choices"),
        (play(number=True), "number: wrong kind of value"),
        (play(number="1"), "number: wrong kind of value"),
        (play(yes="true"), "yes: choose yes or no"),
        (play(who="5"), "who: no such person"),
        (play(who=None), "who: no such person"),
        (play(any="5"), "any: no such person"),
        (play(where="5"), "where: no such channel"),
        (play(where="lobby"), "where: no such channel"),
        (play(file="0"), "file: no such file"),
        (play(colour="red"), "unknown option: colour"),
        (
            {"name": "play", "options": [{"name": "whole", "value": number} for number in (1, 1)]},
            "option given twice: whole",
        ),
        (
            {"name": "play", "options": [{"name": "whole", "value": number} for number in (1, 2)]},
            "option given twice: whole",
        ),
        (nested_options(), "choose one subcommand"),
        ({"name": "game", "options": [{"name": "stop"}, {"name": "new"}]}, "choose one subcommand"),
        (nested_options("new"), "choose one subcommand"),
        (nested_options("old"), "unknown option: old"),
        ({"name": "Greet", "target_id": "5"}, "unknown target"),
        ({"name": "Greet"}, "unknown target"),
        ({"name": "Show board", "target_id": ANNA}, "unknown target"),
        (play() | {"attachments": [upload("0", "a.txt")]}, "a file belongs to no option"),
        (play(file="0") | {"attachments": [upload("0", "a.pdf")]}, "file: takes image, .TXT"),
        (play(file="1") | {"attachments": [upload("0", "a.txt")]}, "file: no such file"),
    ],
)
def test_invalid_values_are_refused(data: Json, said: str) -> None:
    with pytest.raises(ClientError, match=said):
        invoke(data)


def test_subcommand_is_nested_in_its_groups() -> None:
    call = invoke(nested_options("new", "conhex", value="ab"))
    assert call.name == "game new conhex"
    inner = {"name": "text", "type": 3, "value": "ab"}
    assert call.data == {
        "id": "2",
        "name": "game",
        "type": 1,
        "guild_id": GAME_NIGHT,
        "options": [
            {"name": "new", "type": 2, "options": [{"name": "conhex", "type": 1, "options": [inner]}]}
        ],
    }
    assert invoke(nested_options("stop")).name == "game stop"


def test_id_decides_between_commands_of_the_same_name() -> None:
    assert invoke({"name": "help"}).data["id"] == "5"
    assert invoke({"name": "help", "id": "6"}).data == {
        "id": "6",
        "name": "help",
        "type": 1,
        "guild_id": GAME_NIGHT,
        "options": [],
    }


def test_autocomplete_works_before_required_options_are_filled() -> None:
    asked = nested_options("new", "conhex", value=None, focused=True)
    way = invoke(asked, completing=True).data["options"][0]["options"][0]["options"]
    assert way == [{"name": "text", "type": 3, "value": "", "focused": True}]
    assert invoke({"name": "play", "options": []}, completing=True).data["options"] == []
    unasked = {"name": "play", "options": [{"name": "text", "value": "a", "focused": True}]}
    with pytest.raises(ClientError, match="text has no autocompletion"):
        invoke(unasked, completing=True)


@pytest.mark.parametrize("guild", [GAME_NIGHT, None])
def test_people_in_a_command_are_resolved(guild: str | None) -> None:
    resolved = invoke(play(who=BEN, any=ANNA), guild=guild).data["resolved"]
    assert {key: user["id"] for key, user in resolved["users"].items()} == {BEN: BEN, ANNA: ANNA}
    assert ("members" in resolved) == (guild is not None)
    if guild is not None:
        assert resolved["members"].keys() == {BEN, ANNA}
        assert "user" not in resolved["members"][BEN]
        assert int(resolved["members"][BEN]["permissions"])
    assert "resolved" not in invoke(play(), guild=guild).data


def test_context_menus_run_on_people_and_messages() -> None:
    greeted = invoke({"name": "Greet", "target_id": BEN})
    assert (greeted.name, greeted.data["target_id"]) == ("Greet", BEN)
    assert list(greeted.data["resolved"]["users"]) == [BEN]
    board = invoke({"name": "Show board", "target_id": "900"}, message=MESSAGE)
    assert board.data["target_id"] == "900"
    assert board.data["resolved"]["messages"]["900"]["content"] == "Hello"
    assert "options" not in board.data


@pytest.mark.parametrize("filename", ["a.txt", "a b.png"])
def test_file_of_an_allowed_type_is_resolved(filename: str) -> None:
    call = invoke(play(file="7") | {"attachments": [upload("7", filename)]})
    (number,) = call.data["resolved"]["attachments"]
    assert {"name": "file", "type": 11, "value": number} in call.data["options"]
    assert call.data["resolved"]["attachments"][number]["filename"] == filename.replace(" ", "_")
