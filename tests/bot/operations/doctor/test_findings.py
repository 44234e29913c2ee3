"""Output of findings, as text and JSON."""

import json

from bot.kernel.probes import PlaceLine, fail, ok, warn
from bot.operations.doctor.findings import as_json, closing_lines, is_healthy, settings_to_make

TABLE = ok(
    "permissions",
    "Game Night",
    rows=(PlaceLine("#lobby", "words only", ("Attach Files",)), PlaceLine("#x", "can play")),
)
EDIT = warn("edit", "refused", "nothing", avoid="keeping-edits")
POST = warn("post", "refused", "nothing", avoid="nonces,pictures")


def test_a_finding_renders_as_a_line_and_a_table() -> None:
    assert list(fail("token", "Discord does not know it", "reset it").lines()) == [
        "FAIL  token                Discord does not know it. Do: reset it"
    ]
    assert list(TABLE.lines()) == [
        "OK    permissions          Game Night",
        "       #lobby                           words only    missing: Attach Files",
        "       #x                               can play",
    ]


def test_the_summary_lists_the_settings_to_avoid() -> None:
    assert list(closing_lines([TABLE])) == ["doctor: 1 OK, 0 WARN, 0 FAIL"]
    setting, _ = closing_lines([TABLE, EDIT, POST, EDIT])
    assert setting.endswith("FERNPARTIE_AVOID=keeping-edits,nonces,pictures")


def test_json_has_the_rows_and_settings() -> None:
    report = json.loads(as_json([TABLE, EDIT]))
    assert report["ok"] is True
    assert report["findings"][0]["rows"][0] == {
        "place": "#lobby",
        "verdict": "words only",
        "missing": ["Attach Files"],
    }
    assert report["settings"] == settings_to_make([EDIT]) == {"FERNPARTIE_AVOID": "keeping-edits"}
    assert not is_healthy([TABLE, fail("token", "x", "y")])
