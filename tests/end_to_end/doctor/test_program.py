"""`fernpartie doctor` in a separate process, as an owner calls it."""

import signal
from pathlib import Path

from tests.end_to_end.doctor.surgery import Surgery
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.waiting import until
from tests.pocket import BOARD_GAMES

WITHOUT_ENGINES = {"FERNPARTIE_ENGINE_PROCESSES": "0"}
"""Starting an engine takes longer than everything else; only one test includes it."""


class TestProgram:
    async def test_a_passing_doctor_prints_one_line_per_check(
        self, surgery: Surgery, fork_server: ForkServer, tmp_path: Path
    ) -> None:
        async with bot_process(fork_server, surgery.playground, tmp_path, new=True) as bot:
            status, out = await bot.operate("doctor", "--register", "--channel", BOARD_GAMES)
        assert status == 0, out
        lines = out.splitlines()
        checks = [line.split()[1] for line in lines if line.startswith("OK")]
        assert checks[:6] == ["settings", ".env", "disk", "database", "computer", "network"]
        assert {line.split()[0] for line in lines if not line.startswith((" ", "doctor:"))} == {"OK"}
        assert lines[-1] == f"doctor: {len(checks)} OK, 0 WARN, 0 FAIL"
        assert "       #lobby                           can play" in lines
        assert not (tmp_path / "fernpartie.db").exists(), "the doctor creates no database"

    async def test_a_failing_check_sets_the_exit_status(
        self, surgery: Surgery, fork_server: ForkServer, tmp_path: Path
    ) -> None:
        wrong = {"FERNPARTIE_TOKEN": "wrong", **WITHOUT_ENGINES}
        async with bot_process(fork_server, surgery.playground, tmp_path, wrong, new=True) as bot:
            status, out = await bot.operate("doctor")
        assert status == 1, out
        assert out.splitlines()[-1].endswith("mend what says FAIL, then look again")

    async def test_ctrl_c_leaves_nothing(
        self, surgery: Surgery, fork_server: ForkServer, tmp_path: Path
    ) -> None:
        async def has_posted() -> bool:
            return bool(surgery.remaining_messages())

        async with bot_process(fork_server, surgery.playground, tmp_path, WITHOUT_ENGINES, new=True) as bot:
            await bot.launch(arguments=("doctor", "--press", "--channel", BOARD_GAMES))
            await until(has_posted, "the first message")
            bot.send(signal.SIGINT)
            status, out = await bot.wait_until_ended()
        assert status == 1, out
        assert "Traceback" not in out
        assert surgery.remaining_messages() == []
        assert "clean-up" in out
