"""`fernpartie doctor` as its owner calls it, in a process of its own."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.end_to_end.bots import ROOT, heed_interrupts
from tests.end_to_end.doctor.surgery import Surgery, fault
from tests.end_to_end.waiting import until
from tests.pocket import (
    BOARD_GAMES,
)


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


class TestProgram:
    """The program as its owner calls it."""

    async def ran(
        self, surgery: Surgery, folder: Path, *arguments: str, interrupt: bool = False, **settings: str
    ) -> tuple[int, str, str]:
        """Call it; return its exit status and what it said."""
        own = {
            "FERNPARTIE_TOKEN": surgery.playground.token,
            "FERNPARTIE_API_URL": surgery.playground.api_url,
            "FERNPARTIE_GATEWAY_URL": surgery.playground.gateway_url,
            "FERNPARTIE_DATABASE_URL": f"sqlite:///{folder / 'fernpartie.db'}",
            "PYTHONPATH": str(ROOT),
        }
        environment_before = {
            key: value for key, value in os.environ.items() if not key.startswith("FERNPARTIE_")
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", "doctor", *arguments),
            cwd=folder,
            env=environment_before | own | settings,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=heed_interrupts,
        )
        if interrupt:

            async def stands() -> bool:
                return bool(surgery.standing())

            await until(stands, "the first message")
            process.send_signal(signal.SIGINT)
        out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    async def test_a_line_a_check(self, surgery: Surgery, tmp_path: Path) -> None:
        status, out, err = await self.ran(surgery, tmp_path, "--register", "--channel", BOARD_GAMES)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        checks = [line.split()[1] for line in lines if line.startswith("OK")]
        assert checks[:6] == ["settings", ".env", "disk", "database", "computer", "network"]
        assert {line.split()[0] for line in lines if not line.startswith((" ", "doctor:"))} == {"OK"}
        assert (
            lines[-1]
            == f"doctor: {len([line for line in lines if line.startswith('OK')])} OK, 0 WARN, 0 FAIL"
        )
        assert "       #lobby                           can play" in lines
        assert files_in(tmp_path) == [], "it makes no database"

    async def test_for_machines(self, surgery: Surgery, tmp_path: Path) -> None:
        surgery.playground.faults.order(fault("POST", "/threads$"))
        status, out, _ = await self.ran(surgery, tmp_path, "--json", "--channel", BOARD_GAMES)
        report = json.loads(out)
        assert status == 0
        assert report["ok"] is True
        assert report["settings"] == {"FERNPARTIE_AVOID": "threads"}
        (thread,) = [finding for finding in report["findings"] if finding["check"] == "thread"]
        assert thread["status"] == "WARN"
        assert thread["todo"]

    async def test_what_fails_is_told_by_the_status(self, surgery: Surgery, tmp_path: Path) -> None:
        status, out, err = await self.ran(surgery, tmp_path, FERNPARTIE_TOKEN="wrong")
        assert (status, err) == (1, "")
        assert out.splitlines()[-1].endswith("mend what says FAIL, then look again")

    async def test_ctrl_c_leaves_nothing(self, surgery: Surgery, tmp_path: Path) -> None:
        status, out, err = await self.ran(
            surgery, tmp_path, "--press", "--channel", BOARD_GAMES, interrupt=True
        )
        assert status == 1, out + err
        assert "Traceback" not in err
        assert surgery.standing() == []
        assert "clean-up" in out

    def test_a_press_needs_a_channel(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["doctor", "--press"]) == 2
        assert capsys.readouterr().err.strip() == "--press: name a channel, too: --channel ID"
