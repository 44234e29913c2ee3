from pathlib import Path

import pytest

from bot.cluster.shard_request import ShardRequest
from bot.operations.operation import CannotOpen
from bot.operations.store import only_process
from bot.settings import WrongSetting

ALL = ShardRequest.read("")


def test_only_one_process_may_serve_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with only_process(url, ALL) as alone:
        assert alone
        refused = pytest.raises(CannotOpen, match=f"DATABASE_URL: .*{tmp_path / 'games.db'} already")
        with refused, only_process(url, ALL):
            pass
    with only_process(url, ShardRequest.read("auto")):
        pass


def test_links_to_a_file_share_its_lock(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("games.db")
    with (
        only_process(f"sqlite:///{tmp_path / 'games.db'}", ALL),
        pytest.raises(CannotOpen, match=r"games\.db already"),
        only_process(f"sqlite:///{tmp_path / 'link.db'}", ALL),
    ):
        pass


def test_shards_cannot_be_pinned_over_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with only_process(url, ShardRequest.read("0-1/2")) as alone:
        assert alone
    with (
        pytest.raises(WrongSetting, match="FERNPARTIE_SHARDS: "),
        only_process(url, ShardRequest.read("0/2")),
    ):
        pass


def test_a_missing_directory_is_not_created(tmp_path: Path) -> None:
    with (
        pytest.raises(WrongSetting, match=f"DATABASE_URL: there is no directory {tmp_path / 'none'}$"),
        only_process(f"sqlite:///{tmp_path / 'none' / 'games.db'}", ALL),
    ):
        pass
    assert not list(tmp_path.iterdir())


def test_many_processes_may_serve_a_database_server() -> None:
    with (
        only_process("postgresql://here/games", ALL) as lease,
        only_process("postgresql://here/games", ALL) as two,
    ):
        assert not lease
        assert not two
