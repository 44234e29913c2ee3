"""Discord's limits on commands."""

import json
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.limits.command_limits import check_command, check_set, fits_name, tree_size
from playground.limits.forms import Form
from playground.values.errors import ApiError


def faults(tree: Any, path: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the error codes by path."""
    codes = {}
    for key, inner in tree.items():
        if key == "_errors":
            codes[".".join(path)] = (
                inner[0]["code"].rsplit("_", 2)[-2] + "_" + inner[0]["code"].rsplit("_", 1)[-1]
            )
        else:
            codes |= faults(inner, (*path, key))
    return codes


def faults_of(command: Any) -> dict[str, str]:
    form = Form()
    check_command(form, (), command)
    try:
        form.raise_errors()
    except ApiError as refused:
        return faults(refused.errors)
    return {}


NO_FILE_TYPES: tuple[Any, ...] = (".", "txt", "", "text", 1, None, [], {})


def command(*options: Any, **more: Any) -> Any:
    return {"name": "move", "description": "Play", "options": list(options), **more}


def option(name: str = "text", kind: int = 3, **more: Any) -> Any:
    return {"name": name, "description": "A text", "type": kind, **more}


def choice(name: str = "a", value: Any = "a", **more: Any) -> Any:
    return {"name": name, "value": value, **more}


def choices(number: int) -> list[Any]:
    return [choice(f"{count}") for count in range(number)]


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("move", True),
        ("zug-1", True),
        ("Move", False),
        ("x" * 33, False),
        ("", False),
        ("a b", False),
        ("größe", True),
        ("x" * 32, True),
        ("it's", True),
        ("a.b", False),
        ("\N{DEVANAGARI SIGN VIRAMA}", True),
        ("\N{THAI CHARACTER SARA I}", True),
        ("\N{COMBINING ACUTE ACCENT}", False),
    ],
)
def test_command_names_are_validated(name: str, *, fits: bool) -> None:
    assert fits_name(name) is fits


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        (command(option()), []),
        (command(name="Move"), ["name"]),
        (command(description=""), ["description"]),
        (command(description="x" * 101), ["description"]),
        (command(description_localizations={"de": "x" * 101}), ["description_localizations.de"]),
        (command(name_localizations={"de": "Zug"}), ["name_localizations.de"]),
        (command(name_localizations={"xx": "zug"}), ["name_localizations.xx"]),
        (command(name_localizations={"de": "zug", "fr": "Coup"}), ["name_localizations.fr"]),
        (command(description_localizations={"de": "Zug", "fr": ""}), ["description_localizations.fr"]),
        (command(*(option(f"o{number}") for number in range(25))), []),
        (command(*(option(f"o{number}") for number in range(26))), ["options"]),
        (command(option(), option()), ["options.1"]),
        (command(option(), option("b", required=True)), ["options.1"]),
        (command(option("b", required=True), option()), []),
        (command(option(kind=99)), ["options.0.type"]),
        (command(option("sub", 1), option()), ["options"]),
        (command(option("sub", 1, options=[option()])), []),
        (command(option("group", 2, options=[option("sub", 1, options=[option()])])), []),
        (command(option("sub", 1, options=[option("inner", 1)])), ["options.0.options.0"]),
        (command(option("group", 2, options=[option("again", 2)])), ["options.0.options.0"]),
        (command(option(autocomplete=True)), []),
        (command(option(kind=5, autocomplete=True)), ["options.0.autocomplete"]),
        (command(option(autocomplete=True, choices=[{"name": "a", "value": "a"}])), ["options.0.choices"]),
        (command(option(min_length=6001)), ["options.0.min_length"]),
        (command(option(max_length=0)), ["options.0.max_length"]),
        (
            command(option("a", name_localizations={"de": "b"}), option("b")),
            ["options.0.name_localizations.de"],
        ),
        (command(option("a", name_localizations={"de": "a"}), option("b")), []),
        (
            command(option("a", name_localizations={"de": "a"}), option("b", name_localizations={"de": "a"})),
            ["options.1.name_localizations.de"],
        ),
        (
            command(option("a", name_localizations={"de": "c"}), option("b", name_localizations={"de": "d"})),
            [],
        ),
        (
            command(option("a", name_localizations={"de": "c"}), option("b", name_localizations={"de": "c"})),
            ["options.0.name_localizations.de", "options.1.name_localizations.de"],
        ),
        (
            command(option("a", name_localizations={"de": "c", "fr": "b"}), option("b")),
            ["options.0.name_localizations.fr"],
        ),
        (command(name_localizations={"de": None}), []),
        (command(name_localizations={"de": 5}), ["name_localizations.de"]),
        (command(name_localizations=["de"]), ["name_localizations"]),
        (command(option(name="x" * 33)), ["options.0.name"]),
        (command(option(description="x" * 101)), ["options.0.description"]),
        (command(option(required="yes")), ["options.0.required"]),
        (command(option(min_length=0, max_length=6000)), []),
        (command(option(min_length=-1)), ["options.0.min_length"]),
        (command(option(max_length=6001)), ["options.0.max_length"]),
        (command(option(kind=4, autocomplete=True), option("b", kind=10, autocomplete=True)), []),
        (command(option(choices=choices(25))), []),
        (command(option(choices=choices(26))), ["options.0.choices"]),
        (command(option(choices=[choice(name="x" * 100, value="y" * 100)])), []),
        (command(option(choices=[choice(name="x" * 101)])), ["options.0.choices.0.name"]),
        (command(option(choices=[choice(value="x" * 101)])), ["options.0.choices.0.value"]),
        (command(option(choices=[choice(value="")])), ["options.0.choices.0.value"]),
        (command(option(choices=[choice(name="")])), ["options.0.choices.0.name"]),
        (
            command(option(choices=[choice(name_localizations={"de": "x" * 101})])),
            ["options.0.choices.0.name_localizations.de"],
        ),
        (command(option(choices=[choice(), choice(value="b")])), ["options.0.choices.1.name"]),
        (command(option(kind=4, choices=[choice(value=1 << 53)])), []),
        (command(option(kind=4, choices=[choice(value=(1 << 53) + 1)])), ["options.0.choices.0.value"]),
        (command(option(kind=4, choices=[choice(value=-(1 << 53))])), []),
        (command(option(kind=4, choices=[choice(value=-(1 << 53) - 1)])), ["options.0.choices.0.value"]),
        (command(option(kind=10, choices=[choice(value=-0.5)])), []),
        (command(option(kind=4, choices=[choice(value="1")])), ["options.0.choices.0.value"]),
        (command(option(kind=10, choices=[choice(value=1.5)])), []),
        (command(option(kind=10, choices=[choice(value=True)])), ["options.0.choices.0.value"]),
        (command(option(kind=11, file_types=["image", ".txt"])), []),
        (
            command(option(kind=11, file_types=[f".{number}" for number in range(11)])),
            ["options.0.file_types"],
        ),
        (command(option(kind=11, file_types=["video", "audio", ".x"])), []),
        *(
            (command(option(kind=11, file_types=[".x", wrong])), ["options.0.file_types.1"])
            for wrong in NO_FILE_TYPES
        ),
        (command(option(kind=3, file_types=["image"])), ["options.0.file_types.0"]),
        (command(contexts=[0, 1, 2], integration_types=[0, 1]), []),
        (command(contexts=[0, 3]), ["contexts.1"]),
        (command(integration_types=[2]), ["integration_types.0"]),
        ({"name": "Show Board", "type": 3}, []),
        ({"name": "Greet", "type": 2}, []),
        ({"name": "x" * 33, "type": 2}, ["name"]),
        ({"name": "launch", "type": 4, "description": "x" * 101}, ["description"]),
        ({"name": "Show Board", "type": 3, "description": "x"}, ["description"]),
        ({"name": "launch", "type": 4, "handler": 2}, []),
        ({"name": "launch", "type": 4, "handler": 3}, ["handler"]),
        ({"name": "launch", "type": 4, "options": [option()]}, ["options"]),
        ({"name": "x", "type": 9}, ["type", "description"]),
    ],
)
def test_command_is_checked_with_its_options(body: Any, paths: list[str]) -> None:
    found = faults_of(body)
    if body.get("type") == 9:
        assert "type" in found
        return
    assert list(found) == paths


def test_command_errors_match_snapshot(snapshot: SnapshotAssertion) -> None:
    long = [choice(f"{number:02}" + "n" * 98, f"{number:02}" + "v" * 98) for number in range(25)]
    wrong = (
        command(name="x" * 33),
        command(name="No", description=None),
        command(option(kind=12)),
        command(*(option(f"o{number}", choices=long) for number in range(2))),
        command(option("a", 1), option("b", 2), option("c", 3)),
        command(option("a", 2, options=[option("b", 1, options=[option("c", 1)])])),
        command(option("a", autocomplete=True, choices=[choice()]), option("a", 5, autocomplete=True)),
        command(option("a"), option("b", required=True)),
        command(option("a", 11, file_types=["x"])),
        command(option("a", choices=[choice(), choice(value="b")])),
        command(option("a", name_localizations={"de": "b"}), option("b")),
        command(contexts=[3], integration_types=[2]),
        command(name_localizations={"xx": "a", "de": 1}, description_localizations="de"),
        {"name": "launch", "type": 4, "handler": 3, "options": [option()]},
        {"name": "Show", "type": 3, "description": "x"},
    )
    lines = []
    for body in wrong:
        form = Form()
        check_command(form, (), body)
        with pytest.raises(ApiError) as refused:
            form.raise_errors()
        lines.append(json.dumps(refused.value.errors))
    assert "\n".join(lines) == snapshot


def test_tree_size_sums_texts_and_counts_the_longest_language() -> None:
    small = command(option("abc"))
    assert tree_size(small) == len("move") + len("Play") + len("abc") + len("A text")
    large = command(
        *(
            option(
                f"o{number}",
                description="x" * 100,
                choices=[
                    {"name": "c" * 99 + chr(97 + choice), "value": "v" * 99 + chr(97 + choice)}
                    for choice in range(3)
                ],
            )
            for number in range(25)
        )
    )
    assert tree_size(large) > 8000
    assert faults_of(large)
    longest = option("abc", description_localizations={"de": "Ein längerer Text", "fr": "x"})
    assert tree_size(command(longest)) == len("move") + len("Play") + len("abc") + len("Ein längerer Text")


@pytest.mark.parametrize(("last", "paths"), [("v" * 9, []), ("v" * 10, [""])])
def test_command_has_at_most_8000_characters(last: str, paths: list[str]) -> None:
    long = [choice(f"{number:02}" + "n" * 98, f"{number:02}" + "v" * 98) for number in range(27)]
    options = [option(f"o{number}", description="x" * 100) for number in range(10, 35)]
    options[0]["choices"], options[1]["choices"] = long[:25], [*long[25:], choice("n" * 8, last)]
    assert faults_of(command(*options)).keys() == set(paths)


@pytest.mark.parametrize(
    ("commands", "refused"),
    [
        ([command(name=f"c{number}") for number in range(100)], False),
        ([command(name=f"c{number}") for number in range(101)], True),
        *(
            ([{"name": f"M {number}", "type": kind} for number in range(count)], count == 16)
            for kind in (2, 3)
            for count in (15, 16)
        ),
        ([{"name": "launch", "type": 4}], False),
        ([{"name": f"launch {number}", "type": 4} for number in range(2)], True),
        ([{"name": "Greet", "type": 2}, {"name": "Greet", "type": 3}], False),
        ([command(), {"name": "move", "type": 3}], False),
        ([command(), command()], True),
    ],
)
def test_command_set_has_limits_and_unique_names(commands: list[Any], *, refused: bool) -> None:
    form = Form()
    assert check_set(form, commands) == commands
    if refused:
        with pytest.raises(ApiError):
            form.raise_errors()
    else:
        form.raise_errors()
