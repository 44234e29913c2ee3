"""The skeleton of a new game, written into a copy of this checkout."""

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rules import GAMES
from rules.__main__ import main
from rules.scaffold import CATALOGUES, FILES
from rules.scaffold.catalogues import complete

ROOT = Path(__file__).parents[2]
PARTS = ("bot", "data", "render", "rules", "tests/rules", "tests/bot/locale")
KEY, PACKAGE = "a-game-to-come", "a_game_to_come"  # reserved: no game will have this name
LONGEST = "a-game-with-a-name-of-all-size"
FAILED = re.compile(r"^FAILED (\S+?)::(\w+)\S*?(?:\[.*?\])? - (.*)$", re.MULTILINE)

# These tests fail until people have written the texts.
TESTS_OF_MISSING_TEXTS = {
    "test_every_required_game_text_exists",
    "test_texts_stay_within_their_length_limits",
    "test_rules_use_valid_headings_and_bold_markup",
}


def run(checkout: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout), "COLUMNS": "400"}
    command = [sys.executable, "-m", *argv]
    return subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the files that the scaffold needs, and scaffold a game in the copy."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/conftest.py", "tests/repeats.py", "tests/reports.py"):
        shutil.copy(ROOT / file, copy / file)
    process = run(copy, "rules", "scaffold", KEY)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.splitlines() == [str(path.relative_to(copy)) for path in paths_of(copy, KEY)]
    return copy


def complete_game(checkout: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Run the command in this process, for games that exist here or are refused."""
    out, err = StringIO(), StringIO()
    monkeypatch.chdir(checkout)
    monkeypatch.setattr("rules.scaffold.__file__", str(checkout / "rules" / "scaffold" / "__init__.py"))
    return main(["scaffold", key], (), out, err), out.getvalue(), err.getvalue()


def paths_of(checkout: Path, key: str) -> list[Path]:
    paths = [checkout / path.format(package=key.replace("-", "_"), key=key) for path in FILES.values()]
    return paths + [checkout / path.format(key=key) for path in CATALOGUES.values()]


def code(checkout: Path, key: str) -> list[str]:
    return [str(path) for path in paths_of(checkout, key) if path.suffix == ".py"]


def test_aims_of_all_roles_make_a_common_aim_unnecessary() -> None:
    catalogue = (ROOT / "bot" / "locale" / "en" / "hnefatafl.po").read_text("utf-8")
    assert 'msgid "hnefatafl.aim"' not in complete(catalogue, GAMES["hnefatafl"], "en")


@pytest.mark.parametrize(("key", "language"), [("catch-the-hat", "en"), ("hounds-and-jackals", "de")])
def test_empty_catalogue_lists_placeholders_of_each_text(
    key: str, language: str, snapshot: SnapshotAssertion
) -> None:
    entries = complete("", GAMES[key], language).split("\n\n")
    assert "\n".join(" ".join(entry.splitlines()) for entry in entries) == snapshot


def test_game_has_eleven_files() -> None:
    assert len(FILES) + len(CATALOGUES) == 11


def test_new_game_is_discovered(checkout: Path) -> None:
    listed = run(checkout, "rules", "games").stdout.splitlines()
    assert [line for line in listed if not line.startswith(" ")][-1] == f"{KEY}  (2 players)"


def test_the_skeleton_passes_the_checks(checkout: Path) -> None:
    assert run(checkout, "rules", "scaffold", LONGEST).returncode == 0
    files = [*code(checkout, KEY), *code(checkout, LONGEST)]
    for argv in (("ruff", "check"), ("ruff", "format", "--check")):
        process = run(checkout, *argv, *files)
        assert process.returncode == 0, process.stdout
    typed = run(checkout, "mypy", *code(checkout, KEY))
    assert typed.returncode == 0, typed.stdout
    for path in paths_of(checkout, LONGEST):
        path.unlink()


def test_tests_fail_only_on_unwritten_parts(checkout: Path) -> None:
    selection = f"{KEY} or {PACKAGE} or known or has_a_case"
    suite = (f"tests/rules/contract/test_{part}.py" for part in ("contract", "passed", "twins", "vocabulary"))
    tests = (*suite, f"tests/rules/games/{PACKAGE}", "tests/bot/locale/test_game_texts.py")
    process = run(checkout, "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-k", selection, *tests)
    assert "\nERROR" not in process.stdout, process.stdout
    failed = FAILED.findall(process.stdout)
    assert len(failed) == process.stdout.count("\nFAILED ")
    texts = {test for _, test, reason in failed if "to be written" not in reason}
    assert texts == TESTS_OF_MISSING_TEXTS
    unwritten = {file for file, _, reason in failed if "NotImplementedError" in reason}
    assert f"tests/rules/games/{PACKAGE}/test_play.py" in unwritten
    assert "tests/rules/contract/test_twins.py" in unwritten
    hit = re.search(r"(\d+) passed", process.stdout)
    assert hit is not None
    assert int(hit[1]) > 10


def test_catalogues_gain_missing_ids_and_keep_the_rest(checkout: Path) -> None:
    vocabulary = checkout / f"rules/games/{PACKAGE}/vocabulary.py"
    before = vocabulary.read_text(encoding="utf-8")
    catalogue = checkout / CATALOGUES["de"].format(key=KEY)
    before_text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(
        before_text.replace(f'"{KEY}.name"\nmsgstr ""', f'"{KEY}.name"\nmsgstr "Damenspiel"'), "utf-8"
    )
    marker = '    NOT_LEGAL = "not-legal", "move"'
    vocabulary.write_text(before.replace(marker, f'    IN_A_MILL = "in-a-mill", "point"\n{marker}'), "utf-8")
    process = run(checkout, "rules", "scaffold", KEY)
    assert process.stdout.splitlines() == [path.format(key=KEY) for path in CATALOGUES.values()]
    text = catalogue.read_text(encoding="utf-8")
    assert f'#. Why a move is refused. May name {{point}}.\nmsgid "{KEY}.illegal.in-a-mill"' in text
    assert f'msgid "{KEY}.name"\nmsgstr "Damenspiel"' in text
    assert run(checkout, "rules", "scaffold", KEY).stdout == ""
    vocabulary.write_text(before, "utf-8")
    run(checkout, "rules", "scaffold", KEY)
    assert "in-a-mill" not in catalogue.read_text(encoding="utf-8"), (
        "untranslated entries are removed with their id"
    )
    vocabulary.write_text(before.replace('"no-moves"', '"no-more-moves"'), "utf-8")
    written_text = f'"{KEY}.outcome.no-moves"\nmsgstr ""'
    catalogue.write_text(before_text.replace(written_text, f'{written_text}\n"Kein\\n"\n"Zug."'), "utf-8")
    run(checkout, "rules", "scaffold", KEY)
    assert f'{written_text}\n"Kein' in catalogue.read_text(encoding="utf-8"), "translations stay"
    assert f'"{KEY}.outcome.no-more-moves"' in catalogue.read_text(encoding="utf-8")
    vocabulary.write_text(before, "utf-8")
    run(checkout, "rules", "scaffold", KEY)
    catalogue.write_text(before_text, "utf-8")


def test_untranslated_words_of_former_roles_are_removed(checkout: Path) -> None:
    text = checkout / f"rules/games/{PACKAGE}/text.py"
    catalogue = checkout / CATALOGUES["de"].format(key=KEY)
    before, before_text = text.read_text("utf-8"), catalogue.read_text("utf-8")
    written_text = f'"{KEY}.words.won.second"\nmsgstr '
    catalogue.write_text(before_text.replace(f'{written_text}""', f'{written_text}"Zwei gewinnt."'), "utf-8")
    text.write_text(before.replace('("first", "second")', '("white", "black")'), "utf-8")
    run(checkout, "rules", "scaffold", KEY)
    content = catalogue.read_text("utf-8")
    for word in ("words.turn.white", "words.won.black", "words.drawn", "role.white"):
        assert f'"{KEY}.{word}"' in content
    for word in ("words.turn.first", "words.won.first", "words.turn.second", "role.first"):
        assert f'"{KEY}.{word}"' not in content
    assert f'{written_text}"Zwei gewinnt."' in content, "translations stay"
    text.write_text(before, "utf-8")
    catalogue.write_text(before_text, "utf-8")


@pytest.mark.parametrize("key", ["Mill", "mill_2", "mill-", "../mill", "a" * 31, "class", ""])
def test_invalid_key_is_refused(checkout: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(checkout.rglob("*.po"))
    status, out, err = complete_game(checkout, key, monkeypatch)
    assert (status, out) == (2, "")
    assert err.startswith("python -m rules: ")
    assert err.count("\n") == 1
    assert sorted(checkout.rglob("*.po")) == before


def test_existing_files_are_left_alone(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = FILES["painter.txt"].format(package="halma")
    painter = checkout / name
    painter.parent.mkdir(parents=True, exist_ok=True)
    painter.write_text("mine", "utf-8")
    status, out, err = complete_game(checkout, "halma", monkeypatch)
    assert (status, out) == (2, "")
    assert f"{name} is there already" in err
    assert painter.read_text("utf-8") == "mine"
    assert not (checkout / "rules/games/halma").exists()
    painter.unlink()


def test_nothing_is_written_outside_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out, err = StringIO(), StringIO()
    assert main(["scaffold", "halma"], (), out, err) == 2
    assert "checkout" in err.getvalue()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("key", ["hnefatafl", "conhex", "catch-the-hat"])
def test_complete_games_lack_nothing(checkout: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete_game(checkout, key, monkeypatch) == (0, "", "")
