"""Command registration: Discord's limits, and stable ids."""

from typing import Any

import pytest

from playground.limits.command_limits import fits_name, tree_size
from tests.playground.raw import Rest
from tests.pocket import BOT, SPIELEABEND, Pocket

Json = dict[str, Any]
GLOBAL = f"/applications/{BOT}/commands"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def command(name: str = "play", **more: object) -> Json:
    return {"name": name, "description": "d"} | more


def option(name: str = "o", kind: int = 3, **more: object) -> Json:
    return {"name": name, "description": "d", "type": kind} | more


def choices(count: int) -> list[Json]:
    return [{"name": f"{n}", "value": f"{n}"} for n in range(count)]


@pytest.mark.parametrize(
    "name", ["a", "catch-the-hat", "zug_2", "größe", "l'échec", "ไทย", "हिन्दी", "x" * 32]
)
def test_valid_names_are_accepted(name: str) -> None:
    assert fits_name(name)


@pytest.mark.parametrize("name", ["", "A", "Größe", "two words", "dot.dot", "x" * 33, "🎲", "a/b"])
def test_invalid_names_are_rejected(name: str) -> None:
    assert not fits_name(name)


REFUSED: list[tuple[str, Json, str]] = [
    ("upper case", command("Play"), "name"),
    ("localised upper case", command(name_localizations={"de": "Spielen"}), "name_localizations.de"),
    ("no such language", command(name_localizations={"xx": "spielen"}), "name_localizations.xx"),
    ("no description", {"name": "x"}, "description"),
    ("long description", command(description="x" * 101), "description"),
    (
        "long localised description",
        command(description_localizations={"de": "x" * 101}),
        "description_localizations.de",
    ),
    ("26 options", command(options=[option(f"o{n}") for n in range(26)]), "options"),
    ("26 subcommands", command(options=[option(f"o{n}", 1) for n in range(26)]), "options"),
    ("26 choices", command(options=[option(choices=choices(26))]), "options.0.choices"),
    ("option twice", command(options=[option(), option()]), "options.1"),
    ("required last", command(options=[option("a"), option("b", required=True)]), "options.1"),
    (
        "choices and autocomplete",
        command(options=[option(choices=choices(1), autocomplete=True)]),
        "options.0.choices",
    ),
    (
        "autocomplete of a person",
        command(options=[option(kind=6, autocomplete=True)]),
        "options.0.autocomplete",
    ),
    ("mixed", command(options=[option("a", 1), option("b")]), "options"),
    ("too deep", command(options=[option("a", 2, options=[option("b", 2)])]), "options.0.options.0"),
    (
        "sub in sub",
        command(options=[option("a", 1, options=[option("b", 1)])]),
        "options.0.options.0",
    ),
    (
        "long choice",
        command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])]),
        "options.0.choices.0.name",
    ),
    (
        "long value",
        command(options=[option(choices=[{"name": "x", "value": "v" * 101}])]),
        "options.0.choices.0.value",
    ),
    ("no type", command(options=[{"name": "x", "description": "d"}]), "options.0.type"),
]


@pytest.mark.parametrize(("body", "path"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
async def test_invalid_commands_are_refused(rest: Rest, body: Json, path: str) -> None:
    answer = await rest.ask("POST", GLOBAL, body)
    assert (answer.status, answer.code) == (400, 50035)
    assert path in answer.faults(), answer.faults()
    bulk = await rest.ask("PUT", GLOBAL, [command("fine"), body])
    assert f"1.{path}" in bulk.faults()
    assert (await rest.ask("GET", GLOBAL)).body == []


@pytest.mark.assumes("command-limits")
def test_tree_size_counts_the_longest_language_in_code_points() -> None:
    assert tree_size(command("x", description="🏁" * 3)) == 1 + 3
    plain = command("ab", options=[option("cd", choices=[{"name": "ef", "value": "ghi"}])])
    assert tree_size(plain) == 2 + 1 + (2 + 1) + (2 + 3)
    assert tree_size(plain | {"name_localizations": {"de": "abc", "fr": "a"}}) == 12
    assert (
        tree_size(command(options=[option(kind=4, choices=[{"name": "x", "value": 12345}])]))
        == 4 + 1 + 2 + 1 + 5
    )


async def test_localized_option_names_must_be_unique(rest: Rest) -> None:
    for first, second, status in (
        ({"de": "b"}, {}, 400),
        ({"de": "c"}, {"de": "c"}, 400),
        ({"de": "c"}, {"fr": "c"}, 201),
        ({"de": "a"}, {"de": "b"}, 201),
        ({"de": "b"}, {"de": "a"}, 400),
    ):
        options = [option("a", name_localizations=first), option("b", name_localizations=second)]
        answer = await rest.ask("POST", GLOBAL, command(f"c{status}", options=options))
        assert (answer.status in {200, 201}) == (status == 201), (first, second, answer.body)
        if status == 400:
            code = answer.faults()["options.0.name_localizations.de"]
            assert code == "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"


async def test_command_tree_is_limited_to_8000_characters(rest: Rest) -> None:
    def tree(extra: int) -> Json:
        # 20 choices of 199 characters are 3980; two such options 7960.
        wide = [{"name": f"{n:02}" + "n" * 97, "value": "v" * 100} for n in range(20)]
        options = [option("a", choices=wide), option("b", choices=wide)]
        return command("x" * (32 - extra), options=options)

    fits = tree(0)
    assert tree_size(fits) == 7960 + 32 + 1 + 4
    assert (await rest.ask("POST", GLOBAL, fits)).status == 201
    over = tree(0) | {"description_localizations": {"de": "lang"}}
    assert tree_size(over) == 8000
    over["description_localizations"] = {"de": "lange"}
    refused = await rest.ask("POST", GLOBAL, over)
    assert refused.faults() == {"": "APPLICATION_COMMAND_TOO_LARGE"}


async def test_scope_holds_a_hundred_commands(rest: Rest) -> None:
    hundred = [command(f"c{n}") for n in range(100)]
    assert (await rest.ask("PUT", GLOBAL, hundred)).status == 200
    assert (await rest.ask("POST", GLOBAL, command("one-more"))).code == 50035
    assert (await rest.ask("POST", GLOBAL, command("c5", description="new"))).status == 200
    assert (await rest.ask("PUT", GLOBAL, [command("c"), command("c")])).code == 50035


async def test_commands_can_be_created_edited_and_deleted_singly(rest: Rest) -> None:
    first = await rest.ask("POST", GLOBAL, command("play"))
    assert first.status == 201
    place = f"{GLOBAL}/{first.body['id']}"
    again = await rest.ask("POST", GLOBAL, command("play"))
    assert (again.status, again.body) == (200, first.body)
    changed = await rest.ask("PATCH", place, {"description": "other"})
    assert (changed.body["id"], changed.body["description"]) == (first.body["id"], "other")
    assert int(changed.body["version"]) > int(first.body["version"])
    assert (await rest.ask("GET", place)).body == changed.body
    assert (await rest.ask("DELETE", place)).status == 204
    assert (await rest.ask("GET", place)).code == 10063


async def test_localizations_are_listed_on_request(rest: Rest) -> None:
    await rest.ask("PUT", GLOBAL, [command(name_localizations={"de": "spielen"})])
    (bare,) = (await rest.ask("GET", GLOBAL)).body
    (full,) = (await rest.ask("GET", f"{GLOBAL}?with_localizations=true")).body
    assert "name_localizations" not in bare
    assert full["name_localizations"] == {"de": "spielen"}


async def test_guild_and_global_commands_are_separate(pocket: Pocket, rest: Rest) -> None:
    of_guild = f"/applications/{BOT}/guilds/{SPIELEABEND}/commands"
    await rest.ask("PUT", of_guild, [command("here")])
    await rest.ask("PUT", GLOBAL, [command("everywhere"), command("servers", contexts=[0])])
    assert [c["name"] for c in (await rest.ask("GET", of_guild)).body] == ["here"]
    assert {c["name"] for c in (await pocket.anna.state())["commands"]} == {"here", "everywhere", "servers"}
    assert (await rest.ask("PUT", f"/applications/{BOT}/guilds/5/commands", [])).code == 10004


@pytest.mark.assumes("command-limits")
async def test_one_invalid_command_refuses_the_whole_set(rest: Rest) -> None:
    assert (await rest.ask("PUT", GLOBAL, [command("a")])).status == 200
    bad = command("c", options=[option("x", 1, options=[option(), option("y", description="")])])
    refused = await rest.ask("PUT", GLOBAL, [command("a", description="new"), command("b"), bad])
    assert (refused.status, refused.code) == (400, 50035)
    assert list(refused.body["errors"]) == ["2"]
    assert list(refused.faults()) == ["2.options.0.options.1.description"]
    assert [(c["name"], c["description"]) for c in (await rest.ask("GET", GLOBAL)).body] == [("a", "d")]


@pytest.mark.assumes("entry-point-stays")
async def test_entry_point_command_cannot_be_omitted(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.change_application(activities=True)
    (entry,) = (await rest.ask("GET", GLOBAL)).body
    assert (entry["type"], entry["name"], entry["handler"]) == (4, "launch", 2)
    refused = await rest.ask("PUT", GLOBAL, [command("play")])
    assert (refused.status, refused.code) == (400, 50240)
    assert (await rest.ask("GET", GLOBAL)).body == [entry]
    carried = {key: entry[key] for key in ("name", "description", "type", "handler")}
    commands = (await rest.ask("PUT", GLOBAL, [carried, command("play")])).body
    assert [c["name"] for c in commands] == ["launch", "play"]
    assert commands[0]["id"] == entry["id"]
    assert (await rest.ask("POST", GLOBAL, command("play", description="new"))).status == 200
    two = await rest.ask("PUT", GLOBAL, [carried, carried | {"name": "another"}])
    assert two.code == 50035, "there is one at most"
    assert (await rest.ask("DELETE", f"{GLOBAL}/{entry['id']}")).status == 204
    assert (await rest.ask("PUT", GLOBAL, [command("play")])).status == 200


@pytest.mark.assumes("creations-a-day")
async def test_creations_are_limited_to_two_hundred_a_day(pocket: Pocket, rest: Rest) -> None:
    for prefix in ("a", "b"):
        answer = await rest.ask("PUT", GLOBAL, [command(f"{prefix}{n}") for n in range(100)])
        assert answer.status == 200
    for method, body in (("PUT", [command("b1"), command("new")]), ("POST", command("new"))):
        await rest.ask("DELETE", f"{GLOBAL}/{(await rest.ask('GET', GLOBAL)).body[-1]['id']}")
        refused = await rest.ask(method, GLOBAL, body)
        assert (refused.status, refused.code) == (400, 30034), method
    assert len((await rest.ask("GET", GLOBAL)).body) == 98
    assert (await rest.ask("POST", GLOBAL, command("b1", description="new"))).status == 200
    assert (await rest.ask("PUT", GLOBAL, [command("b1"), command("b2")])).status == 200
    of_guild = f"/applications/{BOT}/guilds/{SPIELEABEND}/commands"
    assert (await rest.ask("PUT", of_guild, [command("new")])).status == 200, "each server counts for itself"
    pocket.clock.pass_by(86_400)
    assert (await rest.ask("POST", GLOBAL, command("new"))).status == 201
