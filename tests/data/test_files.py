"""Database files: permissions, and refusal of a file that was moved away."""

from pathlib import Path

import pytest

from data.files import WatchedFile, make_private, sync


def test_a_new_file_is_private_and_an_existing_one_is_unchanged(tmp_path: Path) -> None:
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    old.write_text("games")
    old.chmod(0o640)
    for file in (new, old):
        make_private(file)
    assert (new.read_text(), new.stat().st_mode & 0o777) == ("", 0o600)
    assert (old.read_text(), old.stat().st_mode & 0o777) == ("games", 0o640)
    for path in (new, tmp_path):
        sync(path)
    with pytest.raises(FileNotFoundError):
        make_private(tmp_path / "none" / "new.db")


def test_a_moved_file_is_refused_until_it_is_back(tmp_path: Path) -> None:
    file, aside = tmp_path / "games.db", tmp_path / "aside.db"
    file.touch()
    watched = WatchedFile(file)
    file.write_text("more")
    watched.refuse_moved()
    file.rename(aside)
    with pytest.raises(OSError, match=f"^the database's file {file} was moved away") as refused:
        watched.refuse_moved()
    assert refused.value.errno is None
    file.touch()
    with pytest.raises(OSError, match="moved away"):
        watched.refuse_moved()
    aside.rename(file)
    watched.refuse_moved()
