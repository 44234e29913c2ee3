"""Add to a list of packages (CycloneDX, JSON) the licence of each, and the version of Fernpartie.

The lock file names no licences, and pyproject.toml leaves the version to bot/version.py.

    python requirements/licences.py sbom.json

Licences are read from the packages installed for this Python. It fails where a package has none.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

Licences = Sequence[Mapping[str, Any]]

VERSION_FILE: Final = Path(__file__).parents[1] / "bot" / "version.py"
ELSEWHERE: Final[Mapping[str, str]] = {"audioop-lts": "PSF-2.0", "colorama": "BSD-3-Clause"}
"""The packages that other systems, or later Pythons, install, with what they declare."""


def _name(component: Mapping[str, Any]) -> str:
    return re.sub(r"[-_.]+", "-", str(component["name"])).lower()


def _version() -> str:
    match = re.search(r'^VERSION.*"(.+)"$', VERSION_FILE.read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise SystemExit(f"{VERSION_FILE} names no version")
    return match[1]


def installed() -> dict[str, Licences]:
    """Return the licences that installed packages declare, by name."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "environment.json"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "cyclonedx_py",
                "environment",
                "--no-validate",
                "--output-file",
                str(file),
            ],
            check=True,
        )
        components = json.loads(file.read_text(encoding="utf-8"))["components"]
    return {_name(part): part["licenses"] for part in components if part.get("licenses")}


def add_licences(file: Path) -> None:
    """Add them; raise SystemExit where one is missing, or the list is none any more."""
    sbom = json.loads(file.read_text(encoding="utf-8"))
    known: dict[str, Licences] = {
        name: [{"license": {"acknowledgement": "declared", "id": licence}}]
        for name, licence in ELSEWHERE.items()
    } | installed()
    missing = [part["name"] for part in sbom["components"] if _name(part) not in known]
    if missing:
        raise SystemExit(f"no licence is known of {', '.join(missing)}: see ELSEWHERE in {__file__}")
    for component in sbom["components"]:
        component["licenses"] = known[_name(component)]
    sbom["metadata"]["component"]["version"] = _version()
    text = json.dumps(sbom, indent=2, sort_keys=True) + "\n"
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(str(wrong))
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    add_licences(Path(sys.argv[1]))
