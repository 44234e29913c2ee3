"""The bot's software bill of materials (SBOM), as written by `make sbom`."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from bot.version import VERSION

ROOT = Path(__file__).parents[2]


def _make(path: Path) -> str:
    process = subprocess.run(
        ["make", "--dry-run", "--assume-old", ".venv/dev", "sbom"],  # noqa: S607  # found on PATH
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        # Within `make test`, this make would print the directory it enters.
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )
    for line in process.stdout.strip().splitlines():
        program, *arguments = shlex.split(line)
        run = (
            [sys.executable, "-m", "cyclonedx_py"] if program.endswith("/cyclonedx-py") else [sys.executable]
        )
        arguments = [str(path) if argument == "sbom.json" else argument for argument in arguments]
        subprocess.run([*run, *arguments], cwd=ROOT, check=True)
    return path.read_text(encoding="utf-8")


def test_the_sbom_lists_every_locked_package_reproducibly(tmp_path: Path) -> None:
    report = json.loads(_make(tmp_path / "sbom.json"))
    component = report["metadata"]["component"]
    assert (report["bomFormat"], component["name"]) == ("CycloneDX", "fernpartie")
    assert component["version"] == VERSION
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", lock, re.MULTILINE))
    assert {part["name"]: part["version"] for part in report["components"]} == locked
    hashed = [hash_ for part in report["components"] for hash_ in part["externalReferences"][0]["hashes"]]
    assert {f"sha256:{layer['content']}" for layer in hashed} == set(re.findall(r"sha256:[0-9a-f]+", lock))
    assert not [part for part in report["components"] if not part["licenses"]]
    declared = {part["name"]: json.dumps(part["licenses"]) for part in report["components"]}
    assert "MIT" in declared["discord-py"]
    assert "PSF-2.0" in declared["audioop-lts"]
    # The output is reproducible.
    assert not {"serialNumber", "timestamp"} & {*report, *report["metadata"]}
    names = [part["name"] for part in report["components"]]
    assert names == sorted(names)
